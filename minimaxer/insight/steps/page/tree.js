// The tree: which nodes are shown, where they stand, and how they look at a step.

const BOX = { width: 118, height: 26, across: 32, gap: 40 };
const LETTER = 7.4;
const LONGEST = 14;  // letters of a name that is shown in full
const MOST_GHOSTS = 10;
const HEADING = 16;  // above the boxes, where a line has words
const SVG = "http://www.w3.org/2000/svg";

class TreeView {
  constructor(svg, onChange) {
    this.svg = svg;
    this.world = svg.appendChild(document.createElementNS(SVG, "g"));
    this.onChange = onChange;
    this.own = new Map();  // nodes that the reader has opened or closed
    this.zoom = null;  // null: chosen so that the tree fits, as far as it can be read then
    this.corner = { x: 0, y: 0 };
    this.measure();
    this.drag();
  }

  // Notes how large the panel is; asking at each step would have the whole page laid out each time.
  measure() {
    this.room = { width: this.svg.clientWidth || 1, height: this.svg.clientHeight || 1 };
  }

  load(replay) {
    this.replay = replay;
    this.own.clear();
    this.zoom = null;
    BOX.width = this.widest();
    this.whole = replay.search.nodes.length + replay.search.ghosts.length <= 45;
  }

  // How wide boxes must be for the names and values of the search.
  widest() {
    const search = this.replay.search, lengths = search.nodes.map((_, node) => this.name(node).length);
    const value = search.values.reduce((most, [text]) => Math.max(most, text.length + 1), 3);
    const visits = this.replay.kinds[search.steps[search.steps.length - 2][STEP.kind]] === "backed" ? 5 : 0;
    return Math.round(24 + LETTER * (Math.min(LONGEST, lengths.reduce((most, length) => Math.max(most, length), 5)) + value + visits));
  }

  // A move, with how likely it is where chance decides.
  name(node) {
    const likely = this.replay.search.nodes[node][NODE.probability];
    return this.replay.move(node) + (likely === undefined ? "" : ` · ${likely}`);
  }

  // --- what is shown ---

  isOpen(node, onPath) { return this.own.has(node) ? this.own.get(node) : this.whole || onPath.has(node); }

  // The boxes of a step, each with those below it.
  boxes(onPath) {
    const replay = this.replay;
    const grow = (node, level) => {
      const box = { node, level, below: [], hidden: 0 };
      const there = replay.children[node].filter((child) => replay.stands(child)), ghosts = replay.leftOut(node);
      if (this.isOpen(node, onPath)) {
        box.below = there.map((child) => grow(child, level + 1));
        if (ghosts.length > MOST_GHOSTS) box.below.push({ ghost: `${ghosts.length} never made`, level: level + 1, below: [] });
        else for (const move of ghosts) box.below.push({ ghost: move, level: level + 1, below: [] });
      } else box.hidden = this.count(node) + ghosts.length;
      box.opens = there.length + ghosts.length > 0;
      return box;
    };
    return grow(0, 0);
  }

  count(node) {
    let total = 0;
    for (const child of this.replay.children[node]) if (this.replay.stands(child)) total += 1 + this.count(child);
    return total;
  }

  // Gives every box its place: leaves below one another, parents in the middle of their children.
  place(top) {
    let row = 0, deepest = 0;
    const settle = (box) => {
      deepest = Math.max(deepest, box.level);
      box.below.forEach(settle);
      box.y = box.below.length ? (box.below[0].y + box.below[box.below.length - 1].y) / 2 : row++ * BOX.across;
    };
    settle(top);
    const level = this.beyond(top), above = Number.isFinite(level) ? HEADING : 0;
    const height = Math.max(1, row) * BOX.across + above, along = BOX.width + this.gap(deepest, height);
    const shift = (box) => { box.x = box.level * along; box.y += above; box.below.forEach(shift); };
    shift(top);
    this.limit = level * along - (along - BOX.width) / 2;
    return { width: deepest * along + BOX.width + 40, height };
  }

  // The level at which quiescence begins; infinite where it is not seen.
  beyond(box) {
    if (box.node !== undefined && this.replay.isBeyond(box.node)) return box.level;
    return box.below.reduce((least, child) => Math.min(least, this.beyond(child)), Infinity);
  }

  // How far levels stand apart: in a tree that is fitted, so far that it has the shape of the panel.
  gap(deepest, height) {
    if (this.zoom !== "fit" || !deepest) return BOX.gap;
    return Math.max(BOX.gap, (height * this.room.width / this.room.height - BOX.width) / deepest - BOX.width);
  }

  // --- drawing ---

  show() {
    const replay = this.replay, active = replay.step[STEP.node];
    const onPath = new Set(replay.path(active));
    const top = this.boxes(onPath);
    this.size = this.place(top);
    const edges = document.createDocumentFragment(), boxes = document.createDocumentFragment();
    const draw = (box) => {
      boxes.append(box.ghost === undefined ? this.box(box, active, onPath) : this.ghost(box));
      if (box.node === active) this.active = box;
      for (const child of box.below) {
        edges.append(this.edge(box, child, onPath));
        draw(child);
      }
    };
    draw(top);
    if (Number.isFinite(this.limit)) edges.prepend(...this.border());
    const focused = document.activeElement.closest("#tree [data-node]");
    this.world.replaceChildren(edges, boxes);
    if (focused) this.world.querySelector(`[data-node="${focused.dataset.node}"]`)?.focus();
    this.look();
  }

  // The line between what lies within the depth limit and what quiescence sees beyond it.
  border() {
    const words = label("beyond the limit →", this.limit + 6, "start", "limit");
    words.setAttribute("y", HEADING / 2 - 2);
    return [shape("path", { d: `M${this.limit} 0V${this.size.height}`, class: "limit" }), words];
  }

  edge(box, child, onPath) {
    const x1 = box.x + BOX.width, y1 = box.y + BOX.height / 2, x2 = child.x, y2 = child.y + BOX.height / 2, half = (x1 + x2) / 2;
    const best = child.node !== undefined && this.replay.best[box.node] === child.node;
    const names = ["edge", child.ghost === undefined ? "" : "ghost", onPath.has(child.node) ? "path" : "", best ? "best" : ""];
    return shape("path", { d: `M${x1} ${y1}C${half} ${y1} ${half} ${y2} ${x2} ${y2}`, class: names.join(" ") });
  }

  ghost(box) {
    const group = shape("g", { class: "box ghost", transform: `translate(${box.x} ${box.y})` });
    group.append(shape("rect", { width: BOX.width, height: BOX.height, rx: 5 }), label(box.ghost, 8, "start"));
    return group;
  }

  box(box, active, onPath) {
    const replay = this.replay, row = replay.search.nodes[box.node], player = row[NODE.player];
    const isOver = replay.isOver(box.node), isBeyond = replay.isBeyond(box.node), chance = player === CHANCE && !isOver;
    const stale = replay.iteration > 0 && replay.visited[box.node] < replay.iteration && box.node !== 0 && !onPath.has(box.node);
    const names = ["box", isBeyond ? "beyond" : "", isOver ? "over" : `player-${chance ? "chance" : player}`, box.node === active ? "active" : "",
      onPath.has(box.node) ? "path" : "", stale ? "stale" : ""];
    const group = shape("g", { class: names.join(" "), transform: `translate(${box.x} ${box.y})` });
    const value = replay.written(replay.value[box.node], replay.sign[box.node]);
    const visits = replay.visits[box.node] ? ` ×${replay.visits[box.node]}` : "";
    group.append(shape("rect", { width: BOX.width, height: BOX.height, rx: chance ? 13 : 5 }));
    if (isOver) group.append(shape("rect", { x: 2.5, y: 2.5, width: BOX.width - 5, height: BOX.height - 5, rx: 3, class: "inner" }));
    group.append(label(fitted(this.name(box.node), value.length + visits.length), 8, "start"), " ", // a space between two words
      label(value + visits, BOX.width - 8, "end", "value"));
    if (replay.cut[box.node]) group.append(sign("✂", BOX.width + 4, "cut"));
    if (box.hidden) group.append(sign(`▸ ${box.hidden}`, BOX.width + (replay.cut[box.node] ? 20 : 6), "hidden"));
    if (box.opens) this.makeButton(group, box, value + visits);
    return group;
  }

  makeButton(group, box, known) {
    const isOpen = !box.hidden;
    const words = [`${this.replay.move(box.node)} ${known}`];
    if (this.replay.cut[box.node]) words.push("cut off");
    if (box.hidden) words.push(`${box.hidden} below`);
    if (this.replay.isBeyond(box.node)) words.push("beyond the limit");
    group.dataset.node = box.node;
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "0");
    group.setAttribute("aria-expanded", String(isOpen));
    group.setAttribute("aria-label", words.join(", "));
    const toggle = () => { this.own.set(box.node, !isOpen); this.onChange(); };
    group.addEventListener("click", () => { if (!this.dragged) toggle(); });
    group.addEventListener("keydown", (event) => {
      if (event.key === "Enter") { event.stopPropagation(); toggle(); }
    });
  }

  // --- zoom and place ---

  // Shows the part of the tree around the active node, or all of it where that can be read.
  look() {
    const { width, height } = this.room, pad = 12;
    const fits = Math.min(width / (this.size.width + 2 * pad), height / (this.size.height + 2 * pad));
    this.scale = this.zoom === null ? Math.max(0.8, Math.min(1.15, fits)) : this.zoom === "fit" ? Math.min(1.5, fits) : this.zoom;
    if (!this.held) {
      this.corner.x = this.along(this.size.width, width, this.active.x, BOX.width, this.corner.x, pad);
      this.corner.y = this.along(this.size.height, height, this.active.y, BOX.height, this.corner.y, (height / this.scale - this.size.height) / 2);
    }
    this.world.setAttribute("transform", `scale(${this.scale}) translate(${this.corner.x} ${this.corner.y})`);
  }

  // Where the tree begins in one direction: at `free` where all of it fits; else where it began, as long as the active box is in sight.
  along(length, room, at, size, before, free) {
    const pad = 12, shown = room / this.scale;
    if (length + 2 * pad <= shown) return free;
    const inside = at + before >= pad && at + size + before <= shown - pad;
    return Math.max(shown - length - pad, Math.min(pad, inside ? before : (shown - size) / 2 - at));
  }

  change(factor) {
    this.zoom = Math.max(0.1, Math.min(4, this.scale * factor));
    this.look();
  }

  fit() {
    this.zoom = "fit";
    this.held = false;
    this.show();
  }

  drag() {
    let from = null;
    this.svg.addEventListener("pointerdown", (event) => { from = { x: event.clientX, y: event.clientY }; this.dragged = false; });
    this.svg.addEventListener("pointermove", (event) => {
      if (!from || !(event.buttons & 1)) return;
      const x = event.clientX - from.x, y = event.clientY - from.y;
      if (!this.dragged && Math.hypot(x, y) < 6) return;
      this.dragged = this.held = true;
      this.corner.x += x / this.scale;
      this.corner.y += y / this.scale;
      from = { x: event.clientX, y: event.clientY };
      this.look();
    });
    this.svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.change(event.deltaY < 0 ? 1.15 : 1 / 1.15);
    }, { passive: false });
  }
}

function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function label(text, x, anchor, name = "") {
  const element = shape("text", { x, y: BOX.height / 2, "text-anchor": anchor, class: name });
  element.textContent = text;
  return element;
}

// Beside a box; a button says the same in its name.
function sign(text, x, name) {
  const element = label(text, x, "start", name);
  element.setAttribute("aria-hidden", "true");
  return element;
}

// A name that leaves room for so many letters of a value.
function fitted(text, taken) {
  const room = Math.max(4, Math.floor((BOX.width - 20) / LETTER) - taken);
  return text.length > room ? text.slice(0, room - 1) + "…" : text;
}
