// What is known at a step: the steps from the first one up to it, applied one after the other.

const STEP = { kind: 0, node: 1, child: 2, alpha: 3, beta: 4, value: 5, sign: 6, line: 7, template: 8, arguments: 9, credits: 10 };
const NODE = { parent: 0, move: 1, player: 2, board: 3, made: 4, flags: 5, probability: 6 };
const OVER = 1, BEYOND = 2;  // the flags of a node
const CHANCE = -1;

class Replay {
  constructor(search, data) {
    this.search = search;
    this.texts = data.texts;
    this.kinds = data.kinds.map((row) => row[0]);
    this.children = search.nodes.map(() => []);
    search.nodes.forEach((node, number) => { if (node[NODE.parent] >= 0) this.children[node[NODE.parent]].push(number); });
    this.ghosts = search.nodes.map(() => []);
    this.spared = search.nodes.map(() => []);
    for (const [parent, move] of search.ghosts) this.ghosts[parent].push(move);
    for (const [parent, move] of search.spared) this.spared[parent].push(move);
    this.reset();
  }

  get last() { return this.search.steps.length - 1; }

  reset() {
    const count = this.search.nodes.length;
    this.position = -1;
    this.iteration = 0;
    this.value = new Int32Array(count).fill(-1);
    this.sign = new Int8Array(count);
    this.alpha = new Int32Array(count).fill(-1);
    this.beta = new Int32Array(count).fill(-1);
    this.visited = new Int32Array(count).fill(-1);  // the iteration that entered the node last
    this.cut = new Uint8Array(count);  // 1: cut off; 2: cut off by quiescence
    this.best = new Int32Array(count).fill(-1);
    this.visits = new Int32Array(count);
    this.counts = { entered: 0, judged: 0, pat: 0, noisy: 0, cut: 0, again: 0, table: 0, simulations: 0 };
  }

  // Goes to a step; backwards by beginning anew, which takes no time worth telling.
  to(position) {
    if (position < this.position) this.reset();
    while (this.position < position) this.apply(this.search.steps[++this.position]);
    return this;
  }

  kind(position) { return this.kinds[this.search.steps[position][STEP.kind]]; }

  get step() { return this.search.steps[this.position]; }

  // Whether a node is there by now.
  exists(node) { return this.search.nodes[node][NODE.made] <= this.position; }

  isOver(node) { return (this.search.nodes[node][NODE.flags] & OVER) > 0; }

  isBeyond(node) { return (this.search.nodes[node][NODE.flags] & BEYOND) > 0; }

  // Whether a node is shown: one that quiescence saw stands only until the next depth begins.
  stands(node) {
    return this.exists(node) && !(this.isBeyond(node) && this.visited[node] >= 0 && this.visited[node] < this.iteration);
  }

  // The moves of a node that a cut-off left out.
  leftOut(node) {
    if (!this.cut[node]) return [];
    const isBeyond = this.cut[node] === 2;
    const missing = this.children[node].filter((child) => !this.exists(child) && this.isBeyond(child) === isBeyond);
    const never = (isBeyond ? this.spared : this.ghosts)[node];
    return [...missing.map((child) => this.move(child)), ...never.map((move) => this.texts[move])];
  }

  sentence(position) {
    const step = this.search.steps[position];
    const parts = step[STEP.arguments].map((place) => this.texts[place]);
    const text = this.texts[step[STEP.template]].replace(/\{(\d+)\}/g, (_, place) => parts[place]);
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  path(node) {
    const nodes = [];
    for (; node >= 0; node = this.search.nodes[node][NODE.parent]) nodes.unshift(node);
    return nodes;
  }

  move(node) { return this.texts[this.search.nodes[node][NODE.move]]; }

  // A value as text, behind the sign of a bound.
  written(value, sign) { return value < 0 ? "" : (sign > 0 ? "≥" : sign < 0 ? "≤" : "") + this.search.values[value][0]; }

  apply(step) {
    const node = step[STEP.node], child = step[STEP.child], kind = this.kinds[step[STEP.kind]];
    if (kind in this.counts) this.counts[kind] += 1;
    if (step[STEP.alpha] >= 0) { this.alpha[node] = step[STEP.alpha]; this.beta[node] = step[STEP.beta]; }
    if (kind === "depth") { this.iteration += 1; this.cut.fill(0); }
    else if (kind === "entered" || kind === "again" || kind === "noisy") this.enter(node, kind);
    else if (kind === "better" || kind === "passed" || kind === "weighed") {
      this.give(child, step);
      if (kind === "better") this.best[node] = child;
    } else if (kind === "backed") this.credit(step);
    else if (step[STEP.value] >= 0 && kind !== "end" && kind !== "played") {
      this.give(node, step);
      if (kind === "cut") this.cut[node] = step[STEP.line] < this.search.beyond ? 1 : 2;
    }
  }

  enter(node, kind) {
    if (kind !== "entered") this.counts.entered += 1;
    this.visited[node] = this.iteration;
    this.value[node] = this.best[node] = -1;
    this.cut[node] = 0;
  }

  give(node, step) { this.value[node] = step[STEP.value]; this.sign[node] = step[STEP.sign]; }

  credit(step) {
    this.counts.simulations += 1;
    for (let place = STEP.credits; place < step.length; place += 3) {
      const node = step[place];
      this.visits[node] = step[place + 1];
      this.value[node] = step[place + 2];
      this.sign[node] = 0;
      this.visited[node] = this.iteration;
    }
  }
}
