// Plays a game that was exported: its rules and searches are one WebAssembly module, and here is what its kernels are told.
//
//   const game = await load("connect_four.wasm"); // an address, or the bytes
//   let state = game.initial();
//   state = game.play(state, game.moves(state)[3]);
//   const found = game.search(state, { seconds: 1 }); // {move, value, depth, nodes, line, solved}
//
// A state is a BigInt64Array of the words that the rules keep it in; `value(state)` gives it as plain data. Values are for player 0,
// as in Python. A search holds its thread: in a page, a worker is the place for it.

const PAGE = 65536;
const STACK = 1 << 20;
const SPARE = 1 << 17; // bytes of the stack left for the game's own functions
const STEP = 2048; // nodes after which a kernel asks whether to go on
const FIRST = 1024; // simulations before Monte Carlo is entered anew
const TEXT = 1 << 19; // words for pictures and texts of moves
const LITTLE = 20000; // nodes for completing a line
const SPREAD = 0x9e3779b97f4a7c15n;

const libm = { fmod: (left, right) => left % right };
for (const name of ["acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "exp", "expm1", "hypot", "log", "log10"])
  libm[name] = Math[name];
for (const name of ["log1p", "log2", "pow", "sin", "sinh", "tan", "tanh"]) libm[name] = Math[name];

/** An error that the game's rules raised. */
export class RulesError extends Error {}

class Escape extends Error {}

/**
 * Loads a game.
 * @param {string | URL | BufferSource} source The address of its module, or the bytes.
 * @param {{table?: number, tree?: number, arena?: number}} sizes Bytes for the table of alpha-beta, for the tree of Monte Carlo, and
 *   for values of the rules.
 * @returns {Promise<Game>}
 */
export async function load(source, sizes = {}) {
  const isAddress = typeof source === "string" || source instanceof URL;
  const response = isAddress ? await fetch(source) : null;
  if (response?.ok === false) throw new Error(`expected a game at ${source}, got the status ${response.status}`);
  const module = await WebAssembly.compile(response === null ? source : await response.arrayBuffer());
  const [told] = WebAssembly.Module.customSections(module, "minimaxer");
  const game = new Game(JSON.parse(new TextDecoder().decode(told)), sizes);
  const escape = () => {
    throw new Escape();
  };
  const env = { ...libm, __linear_memory: game.memory, __stack_pointer: game.stack, more: (mem) => game.more(mem), longjmp: escape };
  game.code = (await WebAssembly.instantiate(module, { env })).exports;
  return game;
}

/** A game with its searches. */
export class Game {
  constructor(facts, { table = 1 << 24, tree = 1 << 25, arena = 1 << 27 }) {
    this.facts = facts;
    this.sizes = { table, tree, arena };
    this.end = Math.ceil(facts.dataEnd / 16) * 16 + STACK;
    this.top = this.end;
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(this.end / PAGE) });
    this.stack = new WebAssembly.Global({ value: "i32", mutable: true }, this.top);
  }

  // --- memory -----------------------------------------------------------------------------------------------------------------

  // The address of that many new words, all 0, which are never given back.
  take(words) {
    const address = this.end;
    this.end += Math.ceil(words / 2) * 16;
    const pages = Math.ceil(this.end / PAGE) - this.memory.buffer.byteLength / PAGE;
    if (pages > 0) this.memory.grow(pages);
    this.words = new BigInt64Array(this.memory.buffer); // growing detaches the views of before
    this.floats = new Float64Array(this.memory.buffer);
    return address;
  }

  get(mem, place) {
    return Number(this.words[mem / 8 + place]);
  }

  set(mem, places) {
    for (const [place, value] of places) this.words[mem / 8 + place] = BigInt(value);
  }

  setScore(mem, place, value) {
    if (this.facts.hasFloats) this.floats[mem / 8 + place] = value;
    else this.words[mem / 8 + place] = BigInt(value);
  }

  score(mem, place) {
    return this.facts.hasFloats ? this.floats[mem / 8 + place] + 0 : this.get(mem, place);
  }

  slice(mem, place, count) {
    return this.words.slice(mem / 8 + place, mem / 8 + place + count);
  }

  rows(mem, place, count) {
    const width = this.facts.moveWords;
    return Array.from({ length: count }, (_, row) => this.slice(mem, place + row * width, width));
  }

  // Runs a kernel on its memory; gives why it stopped, 0 at its end.
  run(kernel, mem) {
    const { header: h, failed } = this.facts;
    if (this.facts.needsArena) {
      this.arena ??= this.take(this.sizes.arena / 8);
      this.set(mem, [[h.ARENA, this.arena], [h.ARENA_END, this.arena + this.sizes.arena]]);
    }
    this.set(mem, [[h.STACK_SIZE, STACK - SPARE], [h.LATE, 0]]);
    this.stack.value = this.top; // where the last run was left in the midst, it is somewhere else
    let why = failed;
    try {
      why = this.code[kernel](mem);
    } catch (error) {
      if (error instanceof RangeError || error.name === "InternalError") return h.BY_PLIES; // the engine's own stack is full
      if (!(error instanceof Escape)) throw error;
    }
    if (why === failed) throw new RulesError(this.facts.failures[this.get(mem, h.FAILURE) - 1]);
    if (why === h.BY_RULES) throw new RulesError(this.facts.faults[this.get(mem, h.FAULT)]);
    return why;
  }

  // Runs a kernel that no limit may end.
  runWhole(kernel, mem) {
    if (this.run(kernel, mem)) throw new RulesError("RecursionError: the rules recur deeper than the stack of this browser");
  }

  limit(mem, { seconds = Infinity, nodes = Infinity }) {
    nodes = Math.ceil(nodes);
    this.until = performance.now() + 1000 * seconds;
    this.mostNodes = nodes;
    this.set(mem, [[this.facts.header.NODE_LIMIT, Math.min(nodes, STEP)]]);
  }

  // Called by a kernel at its limit of nodes: says whether it may go on.
  more(mem) {
    const { header: h } = this.facts;
    const nodes = this.get(mem, h.NODES);
    if (nodes >= this.mostNodes || performance.now() >= this.until) return 0;
    this.set(mem, [[h.NODE_LIMIT, Math.min(this.mostNodes, nodes + STEP)]]);
    return 1;
  }

  // --- rules ------------------------------------------------------------------------------------------------------------------

  /** The state in which the game begins. */
  initial() {
    return BigInt64Array.from(this.facts.initial, BigInt);
  }

  /**
   * A position: who moves, or the payoffs of an ended game, and the moves, each with its words, its text, the state behind it, and
   * the areas of the picture that make it.
   */
  look(state) {
    const { look: w, header: h, stateWords, moveWords, shown } = this.facts;
    if (this.page === undefined) {
      const room = [[w.MOVES, h.MOST_MOVES * moveWords], [w.CHILDREN, h.MOST_MOVES * stateWords], [w.CHANCES, h.MOST_MOVES], [w.TEXT, TEXT]];
      this.page = this.take(w.SIZE);
      const places = room.map(([place, words]) => [place, this.take(words)]);
      this.set(this.page, [...places, [w.MOST_TEXT, TEXT]]);
    }
    const mem = this.page;
    this.set(mem, [[h.STOP, 0]]);
    this.words.set(state, mem / 8 + h.STATE);
    this.runWhole("look", mem);
    const told = this.told();
    const letters = () => Array.from(told.next().value ?? [], (letter) => String.fromCodePoint(Number(letter))).join("");
    const board = shown.includes("render") ? letters() : null;
    const picture = shown.includes("svg") ? letters() || null : null;
    if (this.get(mem, w.OVER)) return { player: null, payoffs: this.payoffs(mem, w.RESULT), moves: [], board, picture };
    const player = this.get(mem, w.PLAYER);
    const [moves, children, chances] = [w.MOVES, w.CHILDREN, w.CHANCES].map((place) => this.get(mem, place));
    const found = Array.from({ length: this.get(mem, w.COUNT) }, (_, number) => {
      const words = this.slice(moves, number * moveWords, moveWords);
      const move = { words, next: this.slice(children, number * stateWords, stateWords), areas: [], text: "" };
      if (player < 0) move.chance = this.floats[chances / 8 + number];
      move.text = shown.includes("format_move") ? letters() : this.text(words);
      if (player >= 0 && shown.includes("areas")) move.areas = fours(new Float64Array(told.next().value?.buffer ?? 0));
      return move;
    });
    return { player, payoffs: null, moves: found, board, picture };
  }

  // The texts and areas of the last position, each without the number of its words.
  *told() {
    const { look: w } = this.facts;
    const address = this.get(this.page, w.TEXT);
    const end = this.get(this.page, w.TEXT_END);
    for (let place = 0; place < end; place += this.get(address, place) + 1)
      yield this.slice(address, place + 1, this.get(address, place));
  }

  payoffs(mem, place) {
    const { players } = this.facts;
    if (players > 2) return Array.from({ length: players }, (_, player) => this.score(mem, place + player));
    const value = this.score(mem, place);
    return players === 1 ? [value] : [value, 0 - value];
  }

  /** The legal moves, or what chance may bring; none once the game is over. */
  moves(state) {
    return this.look(state).moves;
  }

  /** The state after a move of `moves`, or after the one with that text. */
  play(state, move) {
    const text = typeof move === "string" ? move : move?.text;
    const found = this.moves(state).find((each) => (move?.words ? same(each.words, move.words) : each.text === text));
    if (found === undefined) throw new RangeError(`${text} is not legal here; legal: ${this.moves(state).map((each) => each.text).join(", ")}`);
    return found.next;
  }

  /** The payoffs of a game that is over; null while it runs. */
  outcome(state) {
    return this.look(state).payoffs;
  }

  /** A state as plain data. */
  value(state) {
    return rebuilt(this.facts.state, state.values());
  }

  /** A move as text, by its words. */
  text(words) {
    return this.facts.moveTexts[words.join()] ?? written(rebuilt(this.facts.move, words.values(), true));
  }

  /** The number of sequences of exactly that many plies. */
  perft(state, depth) {
    const { header: h } = this.facts;
    this.counter ??= this.take(h.END);
    this.words.set(state, this.counter / 8 + h.STATE);
    this.set(this.counter, [[h.DEPTH, depth], [h.FLAGS, 0], [h.STOP, 0]]);
    this.runWhole("perft", this.counter);
    return this.get(this.counter, h.NODES);
  }

  // The texts of the moves of a line.
  named(state, line) {
    return line.map((words) => {
      const move = this.moves(state).find((each) => same(each.words, words));
      state = move.next;
      return move.text;
    });
  }

  // --- the AI -------------------------------------------------------------------------------------------------------------------

  /**
   * Searches as the AI does: by alpha-beta where the game has an evaluation, or where a depth or exact values are asked for; else by
   * Monte Carlo. A player must be to move.
   * @param {BigInt64Array} state The position.
   * @param {{depth?: number, seconds?: number, nodes?: number, simulations?: number, exact?: boolean, fresh?: boolean, seed?: string,
   *   onDepth?: (result: object) => void, onRound?: (result: object) => void}} limits By default a second. Monte Carlo knows nothing of
   *   `exact` and `fresh`; it draws a `seed` where none is given.
   * @returns {object} What `search` or `montecarlo` gives.
   */
  think(state, limits = { seconds: 1 }) {
    const { search, evaluates } = this.facts;
    checkMover(this.look(state));
    const searches = search !== null && limits.simulations === undefined && (evaluates || limits.exact || limits.depth !== undefined);
    return searches ? this.search(state, limits) : this.montecarlo(state, { seed: String(Math.floor(Math.random() * 2 ** 50)), ...limits });
  }

  /** The value of every move, in `rows` with `move` and `value`; arguments as for `think`. */
  analyse(state, limits = { seconds: 1 }) {
    return this.think(state, { ...limits, exact: true });
  }

  /** How many levels the game has, the last the strongest; 0 if none were measured. */
  get levels() {
    return this.facts.levels?.places.length ?? 0;
  }

  /**
   * How a level makes a move: one of the two steps next to its place, which is drawn anew each time.
   * @param {number} level From 1; a RangeError tells of another number than those of levels.
   * @returns {{limits: object | null, strength: number | null}} The limits of a search, null for a random move; and how strongly a
   *   move is drawn by its value, null for the best one.
   */
  step(level) {
    const { places, steps } = this.facts.levels ?? { places: [] };
    const place = places[level - 1];
    if (place === undefined) throw new RangeError(`expected a level from 1 to ${places.length}, got ${level}`);
    const lower = Math.floor(place);
    const { limits = null, options = {} } = steps[lower + (Math.random() < place - lower ? 1 : 0)];
    if (limits === null) return { limits, strength: null };
    const isDrawn = options.choice === "weighted";
    return { limits: { ...limits, fresh: true, exact: isDrawn }, strength: isDrawn ? options.strength : null };
  }

  /**
   * The text of a move at a level, in a position in which a player moves.
   * @param {BigInt64Array} state The position.
   * @param {number} level As for `step`.
   */
  moveAt(state, level) {
    const { limits, strength } = this.step(level);
    const { player, moves } = checkMover(this.look(state));
    if (moves.length === 0) throw new RangeError("the game is over in this position");
    if (limits === null) return moves[Math.floor(Math.random() * moves.length)].text;
    const found = this.think(state, limits);
    if (strength === null || found.rows.length < 2) return found.move;
    const words = weighted(found.rows, player, strength);
    return moves.find((move) => same(move.words, words)).text;
  }

  // --- alpha-beta ---------------------------------------------------------------------------------------------------------------

  /** Forgets what searches have learnt. */
  forget() {
    const { search: w } = this.facts;
    if (this.searcher === undefined) {
      this.searcher = this.take(w.SIZE);
      this.table = this.take(w.TABLE_HEADER + this.sizes.table / 8);
      this.set(this.searcher, [[w.TABLE, this.table]]);
    } else this.words.fill(0n, this.searcher / 8 + w.KILLER, this.searcher / 8 + w.LEARNT_END);
    this.clearTable();
  }

  clearTable() {
    const { search: w, hasFloats } = this.facts;
    this.words.fill(0n, this.table / 8, this.table / 8 + w.TABLE_HEADER + this.sizes.table / 8);
    this.hasGuesses = false;
    const most = Math.floor(this.sizes.table / (hasFloats ? w.FLOAT_BUCKET : w.BUCKET));
    let first = most;
    while (first > w.FIRST_BUCKETS) first = Math.floor(first / 2);
    this.set(this.table, [[w.BUCKETS, first], [w.MOST_BUCKETS, most]]);
  }

  // Clears the results of the last search; gives the moves of the root in the game's order.
  prepare(mem, state, settings) {
    const { search: w, header: h } = this.facts;
    const generation = this.get(mem, w.GENERATION) + 1;
    this.set(mem, settings.map((word, place) => [place, word]));
    this.set(mem, [[w.GENERATION, generation], [w.PLAYED, 0], [w.MODE, w.PREPARE], [w.ROOT_COUNT, 0], [w.ROOT_OVER, 0], [h.STOP, 0]]);
    this.words.set(state, mem / 8 + h.STATE);
    this.runWhole("search", mem);
    if (this.get(mem, w.ROOT_OVER)) throw new RangeError("the game is over in this position");
    return this.rows(mem, w.MOVES, this.get(mem, w.ROOT_COUNT));
  }

  /**
   * Searches depth by depth, selectively where neither a depth nor exact values are asked for; with `exact`, `rows` has the value of
   * every move at the last finished depth. With `fresh` it forgets before what other searches have learnt.
   * @param {BigInt64Array} state The position.
   * @param {{depth?: number, seconds?: number, nodes?: number, exact?: boolean, fresh?: boolean, onDepth?: (result: object) => void}} limits
   */
  search(state, { depth: most, seconds, nodes, exact = false, fresh = false, onDepth } = {}) {
    const { search: w, header: h, highest, DECISIVE, WIN, LONGEST_WIN, hasChances } = this.facts;
    if (this.searcher === undefined || fresh) this.forget();
    const mem = this.searcher;
    const began = performance.now();
    let moves = this.prepare(mem, state, exact ? w.EXACT_HEAD : most === undefined ? w.SELECTIVE_HEAD : w.HEAD);
    const sign = this.get(mem, w.ROOT_PLAYER) === 1 ? -1 : 1;
    const isGuessing = () => (this.get(mem, h.FLAGS) & w.GUESSING) !== 0;
    if (this.hasGuesses && !isGuessing()) this.clearTable();
    this.hasGuesses = isGuessing();
    let found = { move: moves[0], value: null, depth: 0, line: [moves[0]], rows: [], solved: false };
    this.limit(mem, { seconds, nodes });
    const texts = new Map(exact ? this.moves(state).map((each) => [each.words.join(), each.text]) : []);
    const told = () => ({
      ...found,
      move: this.named(state, [found.move])[0],
      words: found.move,
      value: found.value === null ? null : sign * found.value + 0,
      meaning: !hasChances ? "plies" : this.get(mem, h.MARGIN) === 0 ? "chances" : "points",
      nodes: this.get(mem, h.NODES),
      seconds: (performance.now() - began) / 1000,
    });
    for (let depth = 1; depth <= (most ?? LONGEST_WIN) && !found.solved; depth++) {
      this.set(mem, [[w.ROOT_DONE, 0], [w.ROOT_BEST, -1], [w.LENGTHS, 0], [w.HORIZON, 0], [h.STOP, 0]]);
      this.set(mem, [[w.MODE, w.SEARCH], [h.DEPTH, depth], [w.ROOT_COUNT, moves.length]]);
      this.words.set(state, mem / 8 + h.STATE);
      moves.forEach((move, row) => this.words.set(move, mem / 8 + w.MOVES + row * move.length));
      this.setScore(mem, w.ALPHA, -highest);
      this.setScore(mem, w.BETA, highest);
      const why = this.run("search", mem);
      const best = this.get(mem, w.ROOT_BEST);
      if (why) {
        // a move that an unfinished depth proved better than the first is taken
        const isBetter = best > 0 && best < this.get(mem, w.ROOT_DONE) && this.get(mem, w.ROOT_BOUNDS + best) !== w.UPPER;
        if (isBetter && depth > found.depth && !exact)
          found = { ...found, move: moves[best], line: [moves[best]], value: this.score(mem, w.ROOT_VALUES + best) };
        found.stopped = why;
        break;
      }
      const value = this.score(mem, w.VALUE);
      const rows = exact ? moves.map((words, row) => ({ words, move: texts.get(words.join()), value: sign * this.score(mem, w.ROOT_VALUES + row) + 0 })) : [];
      const isNear = !hasChances && !exact && !isGuessing() && Math.abs(value) >= DECISIVE && WIN - Math.abs(value) <= depth;
      const isSolved = this.get(mem, w.HORIZON) === 0 || isNear;
      if (best > 0) moves = [moves[best], ...moves.slice(0, best), ...moves.slice(best + 1)];
      const line = this.rows(mem, w.LINES, this.get(mem, w.LENGTHS));
      if (!isSolved && depth < found.depth) continue;
      found = { move: moves[0], value, depth, line, rows, solved: isSolved };
      if (!isSolved && isGuessing() && Math.abs(value) >= DECISIVE) {
        // the winner is certain, the distance is not: a full search from the first depth on confirms it
        this.set(mem, [[h.FLAGS, this.get(mem, h.FLAGS) & ~w.GUESSING]]);
        this.clearTable();
        depth = 0;
      }
      onDepth?.({ ...told(), line: this.named(state, found.line) });
    }
    const line = found.depth && !found.stopped && !hasChances ? this.followed(mem, state, found) : found.line;
    return { ...told(), line: this.named(state, line) };
  }

  // Completes a line that the table cut short.
  followed(mem, state, { line, value, depth }) {
    const { search: w, header: h } = this.facts;
    const nodes = this.get(mem, h.NODES);
    this.set(mem, [[w.MODE, w.FOLLOW], [h.DEPTH, depth], [w.LINE_LENGTH, line.length], [h.STOP, 0]]);
    this.setScore(mem, w.VALUE, value);
    this.words.set(state, mem / 8 + h.STATE);
    line.forEach((move, row) => this.words.set(move, mem / 8 + w.LINE_FOLLOWED + row * move.length));
    this.limit(mem, { nodes: nodes + Math.max(LITTLE, nodes) });
    this.set(mem, [[h.NODE_LIMIT, this.mostNodes]]);
    this.run("search", mem);
    return this.rows(mem, w.LINE_FOLLOWED, this.get(mem, w.LINE_LENGTH));
  }

  // --- Monte Carlo ----------------------------------------------------------------------------------------------------------------

  /**
   * Monte Carlo tree search from an empty tree.
   * @param {BigInt64Array} state The position.
   * @param {{simulations?: number, seconds?: number, nodes?: number, seed?: string, onRound?: (result: object) => void}} limits
   */
  montecarlo(state, { simulations = Number.MAX_SAFE_INTEGER, seconds, nodes, seed = "1", onRound } = {}) {
    const { montecarlo: w, header: h } = this.facts;
    if (!(simulations >= 1)) throw new RangeError(`expected at least one simulation, got ${simulations}`);
    if (this.outcome(state) !== null) throw new RangeError("the game is over in this position");
    const began = performance.now();
    const blocks = w.BLOCKS.length + w.NODE;
    const capacity = Math.floor(this.sizes.tree / (8 * blocks));
    this.sampler ??= this.take(w.SIZE);
    this.tree ??= this.take(blocks * capacity);
    const mem = this.sampler;
    this.words.fill(0n, mem / 8, mem / 8 + w.SIZE);
    this.words.fill(0n, this.tree / 8, this.tree / 8 + blocks * capacity);
    this.set(mem, w.BLOCKS.map((place, number) => [place, this.tree + 8 * (w.NODE + number) * capacity]));
    this.set(mem, [[w.TREE, this.tree], [w.CAPACITY, capacity], [w.USED, 1], [h.FLAGS, w.FLAGS]]);
    this.set(mem, [[w.PLAYOUT_LIMIT, w.PLIES], [w.CHOICES, w.DRAWN], [w.RNG, BigInt.asUintN(63, BigInt(seed) * SPREAD) | 1n]]);
    for (const [place, value] of [[w.SCALE, w.GIVEN_SCALE], [w.EXPLORATION, w.CONSTANT], [w.IMPLICIT, w.SHARE]])
      this.floats[mem / 8 + place] = value;
    this.words.set(state, mem / 8 + h.STATE);
    this.limit(mem, { seconds, nodes });
    const result = (why) => ({
      ...this.best(state),
      meaning: this.get(mem, w.MARGINS) === 0 ? "chances" : "points",
      simulations: this.get(mem, w.DONE),
      nodes: this.get(mem, h.NODES),
      seconds: (performance.now() - began) / 1000,
      stopped: why,
    });
    for (let round = FIRST; ; round *= 2) {
      this.set(mem, [[w.SIMULATIONS, Math.min(round, simulations)], [h.STOP, 0]]);
      const why = this.run("montecarlo", mem);
      const isProven = (this.get(this.tree, w.LINK) & w.PROVEN) !== 0;
      if (why || isProven || round >= simulations) return { ...result(why), solved: isProven };
      onRound?.(result(0));
    }
  }

  // The most visited move, and what is known of each.
  best(state) {
    const { montecarlo: w, players } = this.facts;
    const row = (node) => this.tree + 8 * node * w.NODE;
    const link = BigInt.asUintN(64, this.words[row(0) / 8 + w.LINK]);
    const first = Number(link >> BigInt(w.FIRST_SHIFT));
    const count = Number((link >> BigInt(w.COUNT_SHIFT)) & BigInt(w.COUNT_MASK));
    const { player, moves } = this.look(state);
    const mem = this.sampler;
    const rows = Array.from({ length: count }, (_, number) => {
      const address = row(first + number);
      const [visits, words] = [this.get(address, w.VISITS), this.slice(address, w.MOVE, this.facts.moveWords)];
      const proven = (this.get(address, w.LINK) & w.PROVEN) !== 0;
      const shares = visits ? this.payoffs(address, w.TOTALS).map((total) => (proven ? total : total / visits)) : null;
      const plies = Number((BigInt.asUintN(64, this.words[address / 8 + w.LINK]) >> BigInt(w.PLIES_SHIFT)) & BigInt(w.PLIES_MASK));
      const [ended, sum] = [2 * number, 2 * number + 1].map((place) => this.get(mem, w.LASTED + place));
      const lasted = ended ? sum / ended : 0;
      const move = moves.find((each) => same(each.words, words)).text;
      return { plies, lasted, move, words, visits, proven, payoffs: shares, value: players > 2 ? null : (shares?.[0] ?? null) };
    });
    const best = bestOf(rows, player, players > 2);
    const value = players > 2 ? null : (best.payoffs?.[0] ?? null);
    return { move: best.move, words: best.words, value, payoffs: best.payoffs, line: [best.move], depth: 0, rows };
  }
}

// The move visited most, unless a proven one is worth no less, or all are proven; as `best_of` of Monte Carlo search in Python.
function bestOf(rows, player, areMany) {
  const worth = (row) => row.payoffs?.[player] ?? -Infinity;
  const haste = (row) => Math.sign(worth(row) === -Infinity ? 0 : worth(row));
  const first = (some, ...keys) => {
    const isBetter = (one, other) => {
      const key = keys.find((each) => each(one) !== each(other));
      return key !== undefined && key(one) > key(other);
    };
    return some.reduce((one, other) => (one === null || isBetter(other, one) ? other : one), null);
  };
  const proven = first(rows.filter((row) => row.proven), worth, (row) => (areMany ? 0 : -haste(row) * row.plies));
  const others = rows.filter((row) => !row.proven);
  let open = first(others, (row) => row.visits, worth);
  if (open === null) return proven;
  const peers = others.filter((row) => 2 * row.visits >= open.visits && String(row.payoffs) === String(open.payoffs));
  if (peers.every((row) => row.lasted)) open = first(peers, (row) => -haste(row) * row.lasted, (row) => row.visits);
  return proven === null || (worth(proven) < worth(open) && open.visits > 0) ? open : proven;
}

// Gives back what `look` gives of a position, unless chance decides there.
function checkMover(seen) {
  if ((seen.player ?? 0) < 0) throw new RangeError("expected a position in which a player moves; chance decides here");
  return seen;
}

/** The words of one of the `rows` of moves, whose values are for player 0: one worse by `d` for `player` is exp(-strength * d) as likely. */
export function weighted(rows, player, strength) {
  const sign = player === 1 ? -1 : 1;
  const best = Math.max(...rows.map((row) => sign * row.value));
  const weights = rows.map((row) => Math.exp(-strength * (best - sign * row.value)));
  let rest = Math.random() * weights.reduce((sum, each) => sum + each, 0);
  return rows.find((_, number) => (rest -= weights[number]) < 0)?.words ?? rows[0].words;
}

/** True if two moves or states have the same words. */
export function same(one, other) {
  return one.length === other.length && one.every((word, place) => word === other[place]);
}

function fours(numbers) {
  return Array.from({ length: numbers.length / 4 }, (_, number) => Array.from(numbers.slice(4 * number, 4 * number + 4)));
}

// A move in short, as Python's `short_text` writes it; texts within others have quotes.
function written(value, isPart = false) {
  const inner = (values) => values.map((each) => written(each, true)).join(", ");
  if (Array.isArray(value)) return `(${inner(value)}${value.length === 1 ? "," : ""})`;
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value instanceof Named) return value.parts === null ? value.name : `${value.name}(${inner(value.parts)})`;
  return typeof value === "string" && isPart ? `'${value}'` : String(value);
}

// An object of a class, or a member of an Enum, for its text.
class Named {
  constructor(name, parts = null) {
    this.name = name;
    this.parts = parts;
  }
}

// The value of that layout from its words: arrays for sequences, sets and dicts, objects by field where they have names; for a text
// with the names of classes.
function rebuilt(layout, words, isText = false) {
  const made = new Map(); // what may be in several places, by its first place
  let place = -1;
  const word = () => {
    place += 1;
    return words.next().value;
  };
  const next = () => Number(word());
  function value([kind, items, names, path, count]) {
    const all = (length) => Array.from({ length }, () => value(items[0]));
    if (kind === "tuple" || kind === "object") {
      const found = items.map(value);
      if (isText && path) return new Named(path.split(/[:.]/).at(-1), found);
      return names.length ? Object.fromEntries(names.map((name, number) => [name, found[number]])) : found;
    }
    if (kind === "board" || kind === "array") return all(count);
    if (kind === "row") {
      const size = next();
      return all(count).slice(0, size);
    }
    if (kind === "set") {
      const size = next();
      next();
      return Array.from({ length: count }, () => (next(), value(items[0]))).slice(0, size);
    }
    if (kind === "chars") {
      const size = next();
      const letters = Array.from({ length: count }, next).slice(0, size);
      return letters.map((letter) => names[letter]).join("");
    }
    if (kind === "maybe" || kind === "union") {
      const which = next();
      const found = items.map(value);
      return kind === "union" ? found[which] : which ? found[0] : null;
    }
    if (kind === "shared") {
      const reference = next();
      const at = place;
      const found = value(items[0]);
      if (!made.has(reference ? reference - 1 : at)) made.set(reference ? reference - 1 : at, found);
      return made.get(reference ? reference - 1 : at);
    }
    if (kind === "none") return null;
    if (kind === "float") return new Float64Array(BigInt64Array.of(word()).buffer)[0];
    if (kind === "enum" && isText) return new Named(names[next()]);
    if (kind === "text" || kind === "enum") return names[next()];
    if (kind === "bool") return next() !== 0;
    const found = word();
    return Number.isSafeInteger(Number(found)) ? Number(found) : found;
  }
  return value(layout);
}
