// One game at one table, played in the page itself: what the person asks for, and the searches of the AI in a worker.
//
// The views that it gives are those of `minimaxer web`, whose page it is; what only a server has is missing from them.

import { boardOf } from "./shape.js";
import { same, weighted } from "./engine.js";

const PERSON = "person";
const AI = "AI";
const SECONDS = 1; // of the AI's searches, at first
const PAUSE = 600; // milliseconds between moves where nobody plays
const MOST_NEWS = 6;

/** An answer that says what was wrong with the request. */
export class Refused extends Error {}

const levelOf = (seat) => (seat.startsWith("level ") ? Number(seat.slice("level ".length)) : NaN);

const begun = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

export class Table {
  constructor(game, module, title) {
    this.game = game;
    this.module = String(module);
    this.title = title;
    this.names = game.facts.names.map(begun);
    this.levels = game.levels;
    this.shape = boardOf(game);
    this.version = 0;
    this.waiting = [];
    this.failure = "";
    this.job = null; // what the AI does now
    this.idle = null; // the worker of the last search, which has loaded the game
    this.setting = { seconds: SECONDS, entersDice: false };
    const opponent = this.levels > 0 ? "level 1" : AI;
    this.seats = this.names.map((_, player) => (player === 0 ? PERSON : opponent));
    this.begin();
    this.goOn();
  }

  // --- what the page asks -----------------------------------------------------------------------------------------------------

  /** The view, as soon as the table has another version than the one given. */
  async look(version) {
    if (version === this.version) await new Promise((resolve) => this.waiting.push(resolve));
    return this.view();
  }

  /** Does one of the actions below; gives the view then. */
  act(action, fields) {
    this.failure = "";
    try {
      this.actions[action].call(this, fields);
    } catch (error) {
      this.failure = error.message; // rules may raise anything
      this.held = this.job === null && !this.isAsked && this.mover !== null;
      this.changed();
      throw error instanceof Refused ? error : new Refused(error.message);
    }
    this.changed();
    return this.view();
  }

  actions = {
    play({ move, at }) {
      this.check(at);
      this.interrupt();
      this.play(move);
      this.goOn();
    },
    type({ text, at }) {
      this.check(at);
      const bare = text.replaceAll(" ", "").toLowerCase();
      const number = this.legal.findIndex((move) => move.text.replaceAll(" ", "").toLowerCase() === bare);
      if (number < 0) throw new Refused(`expected one of ${this.legal.slice(0, 40).map((move) => move.text).join(", ")}, got ${text}`);
      this.actions.play.call(this, { move: number, at });
    },
    jump({ to }) {
      this.goTo(to);
    },
    undo() {
      const turns = this.turns();
      if (turns.length === 0) throw new Refused("there is no move to take back");
      this.goTo(turns.at(-1));
    },
    redo() {
      let to = this.at + 1;
      while (to < this.steps.length && this.seats[this.steps[to].player] !== PERSON) to += 1;
      this.goTo(Math.min(to, this.steps.length));
    },
    new({ seats, seconds, enters_dice: entersDice }) {
      this.checkSeats(seats);
      this.interrupt();
      this.seats = seats;
      this.setting = { seconds: seconds || SECONDS, entersDice };
      this.begin();
      this.goOn();
    },
    again({ turned }) {
      const [first, ...others] = this.seats;
      const { seconds, entersDice } = this.setting;
      this.actions.new.call(this, { seats: turned ? [...others, first] : this.seats, seconds, enters_dice: entersDice });
    },
    sit({ seats }) {
      this.checkSeats(seats);
      this.interrupt();
      this.seats = seats;
      this.held &&= !this.isAsked;
      this.goOn();
    },
    hold() {
      this.interrupt();
      this.held = !this.isAsked;
    },
    go() {
      this.held = false;
      this.goOn();
    },
    now() {
      if (this.job === null) return;
      this.job.isHurried = true;
      if (this.job.best !== null) this.finish(this.job.best);
    },
    hint() {
      this.check(this.at);
      this.think("hint", { seconds: this.setting.seconds });
    },
    values() {
      this.check(this.at);
      this.think("values", { seconds: this.setting.seconds, exact: true });
    },
  };

  /** The picture of the board, now or after `at` moves; null if there is none. */
  picture(at) {
    const { before } = this.steps[at] ?? {};
    return before === undefined ? this.drawn : (this.game.look(before).picture ?? this.shape?.draw(before) ?? null);
  }

  // --- the game ---------------------------------------------------------------------------------------------------------------

  begin() {
    this.steps = []; // each with the state before, its player, the text of the move, and the areas
    this.at = 0;
    this.last = this.game.initial();
    this.worth = null; // what the last search has found out
    this.takeIn();
  }

  get state() {
    return this.at < this.steps.length ? this.steps[this.at].before : this.last;
  }

  // Takes in the current position.
  takeIn() {
    const seen = this.game.look(this.state);
    this.mover = seen.player;
    this.payoffs = seen.payoffs;
    this.legal = seen.moves;
    this.text = seen.board;
    this.drawn = seen.picture;
    if (this.shape !== null && this.drawn === null) {
      this.drawn = this.shape.draw(this.state);
      if (this.drawn !== null && seen.player >= 0) this.legal.forEach((move) => (move.areas = this.shape.areas(this.state, move, seen.player)));
    }
    this.text ??= this.shape?.text(this.state) ?? plain(this.game.value(this.state));
    this.size = this.drawn === null ? null : boxOf(this.drawn);
    this.advice = null;
    this.held = false;
    this.positions = (this.positions ?? 0) + 1;
  }

  get isAsked() {
    return this.mover !== null && (this.mover < 0 ? this.setting.entersDice : this.seats[this.mover] === PERSON);
  }

  // The numbers of moves before the turns of people, or before all where nobody plays.
  turns() {
    const isPlayed = this.seats.includes(PERSON);
    return this.steps.slice(0, this.at).flatMap(({ player }, number) => (!isPlayed || this.seats[player] === PERSON ? [number] : []));
  }

  checkSeats(seats) {
    const isLevel = (level) => Number.isInteger(level) && 1 <= level && level <= this.levels;
    const isKnown = (seat) => [PERSON, AI].includes(seat) || isLevel(levelOf(seat));
    const wrong = seats.find((seat) => !isKnown(seat));
    if (wrong !== undefined) throw new Refused(`expected ${PERSON}, ${AI} or one of ${this.levels} levels, got ${wrong}`);
  }

  check(at) {
    if (at !== this.at || !this.isAsked) throw new Refused("the board has changed; look at it again");
  }

  play(number) {
    const move = this.legal[number];
    const [steps, last] = [this.steps, this.last];
    const step = { before: this.state, player: this.mover, text: move.text, areas: this.shares(move.areas) };
    this.steps = [...steps.slice(0, this.at), step];
    this.last = move.next;
    this.at += 1;
    try {
      this.takeIn();
    } catch (error) {
      [this.steps, this.last] = [steps, last];
      this.at -= 1;
      this.takeIn();
      throw error;
    }
  }

  goTo(number) {
    if (!(number >= 0 && number <= this.steps.length)) throw new Refused(`expected a number of moves up to ${this.steps.length}, got ${number}`);
    this.interrupt();
    this.at = number;
    this.worth = null;
    this.takeIn();
    this.held = !this.isAsked && this.mover !== null;
  }

  // Rolls the dice, and has the AI think where it is to move.
  goOn() {
    while (this.mover !== null && this.mover < 0 && !this.setting.entersDice && !this.held) {
      let rest = Math.random();
      const number = this.legal.findIndex((move) => (rest -= move.chance) < 0);
      this.play(number < 0 ? this.legal.length - 1 : number);
    }
    if (this.mover === null || this.held || this.isAsked) return;
    const seat = this.seats[this.mover];
    const step = seat === AI ? { limits: { seconds: this.setting.seconds }, strength: null } : this.game.step(levelOf(seat));
    this.think("move", step.limits, step.strength);
  }

  // --- the AI -------------------------------------------------------------------------------------------------------------------

  think(kind, limits, strength = null) {
    this.interrupt();
    const job = { kind, best: null, strength, isHurried: false, began: performance.now() };
    this.job = job;
    const pause = () => (this.seats.includes(PERSON) || kind !== "move" ? 0 : Math.max(0, PAUSE - (performance.now() - job.began)));
    if (limits === null) {
      const move = this.legal[Math.floor(Math.random() * this.legal.length)];
      job.timer = setTimeout(() => this.finish({ words: move.words }), pause());
      return;
    }
    job.worker = this.idle ?? new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.idle = null;
    job.worker.onerror = (event) => this.fail(event.message);
    job.worker.onmessage = ({ data }) => {
      if (this.job !== job) return;
      if (data.error !== undefined) return this.fail(data.error);
      job.best = data.result;
      if ((data.result.value ?? data.result.payoffs ?? null) !== null) this.worth = { ...data.result, turns: this.playerMoves };
      if (data.isLast) {
        this.idle = job.worker;
        job.worker = null;
        job.timer = setTimeout(() => this.finish(data.result), pause());
      } else if (job.isHurried) this.finish(data.result);
      else this.changed();
    };
    job.worker.postMessage({ module: this.module, state: this.state, limits });
  }

  interrupt() {
    clearTimeout(this.job?.timer);
    this.job?.worker?.terminate();
    this.job = null;
  }

  fail(words) {
    this.interrupt();
    this.failure = words;
    this.held = !this.isAsked;
    this.changed();
  }

  // Takes what a search has found.
  finish(found) {
    const { kind, strength } = this.job;
    this.interrupt();
    if (kind === "move") {
      const words = strength !== null && found.rows?.length > 1 ? weighted(found.rows, this.mover, strength) : found.words;
      try {
        this.play(this.legal.findIndex((move) => same(move.words, words)));
        this.goOn();
      } catch (error) {
        this.fail(error.message);
      }
    } else this.advice = { kind, found };
    this.changed();
  }

  // --- the view -----------------------------------------------------------------------------------------------------------------

  changed() {
    this.version += 1;
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  shares(areas) {
    if (this.size === null) return [];
    const [left, top, width, height] = this.size;
    return areas.map(([x, y, across, down]) => [(x - left) / width, (y - top) / height, across / width, down / height].map((each) => 100 * each));
  }

  view() {
    const players = this.names.map((name, player) => ({ name, seat: this.seats[player], clock: null, has: "" }));
    const last = this.steps.slice(0, this.at).findLast((step) => step.player >= 0);
    return {
      version: this.version,
      title: this.title,
      levels: this.levels,
      has_book: false,
      uses_book: false,
      hides: false,
      has_chance: this.game.facts.hasChances,
      has_positions: false,
      players,
      mover: this.mover,
      asked: this.isAsked,
      over: this.mover === null,
      held: this.held,
      turn: this.turn(),
      said: this.said(),
      failure: this.failure,
      board: { shown: true, number: this.positions, text: this.text, size: this.size?.slice(2) ?? null, beside: [] },
      moves: this.isAsked ? this.legal.map((move) => ({ text: move.text, areas: this.shares(move.areas) })) : [],
      last: last?.areas ?? [],
      at: this.at,
      history: this.steps.map(({ text, player }) => ({ text, player })),
      undone: this.steps.length - this.at,
      can_undo: this.turns().length > 0,
      job: this.job && { kind: this.job.kind, is_ready: true, compiling: null, progress: this.progress() },
      advice: this.advised(),
      worth: this.names.length === 2 ? { share: this.share(), told: this.payoffs === null && this.isValued ? this.told(this.worth) : "" } : null,
      review: null,
      is_open: true,
      explains: false,
      seconds: this.setting.seconds,
      lacks: ["review", "save", "load", "clock", "increment"],
    };
  }

  progress() {
    const best = this.job.best;
    return best && { depth: best.depth, told: this.told(best), line: best.line };
  }

  turn() {
    if (this.mover === null) return `The game is over: ${this.result()}.`;
    if (this.mover < 0) return this.held ? "Chance decides next." : "Enter what the dice show.";
    const [name, seat] = [this.names[this.mover], this.seats[this.mover]];
    if (seat === PERSON) return `${name} to move.`;
    return this.held ? `${name} (${seat}) is next.` : `${name} (${seat}) thinks.`;
  }

  said() {
    const turns = this.turns();
    const first = Math.max(Math.min((turns.at(-1) ?? -1) + 1, this.at - 1), this.at - MOST_NEWS, 0);
    return this.steps.slice(first, this.at).map((step, number) => `${this.moved(step, first + number + 1)}.`).join(" ");
  }

  // A move in words, with who is next where that is unusual.
  moved({ player, text }, after) {
    if (player < 0) return `Chance brings ${text}`;
    const what = text.toLowerCase() === "pass" ? "passes" : `plays ${text}`;
    const next = after < this.at ? this.steps[after].player : this.mover;
    const isUsual = next === null || next < 0 || this.names.length === 1 || next === (player + 1) % this.names.length;
    return `${this.names[player]} ${what}${isUsual ? "" : next === player ? " and moves again" : `; ${this.names[next]} is next`}`;
  }

  result() {
    const { WIN } = this.game.facts;
    const payoffs = this.payoffs.map(rounded);
    const most = Math.max(...payoffs);
    const first = this.names.filter((_, player) => payoffs[player] === most);
    if (payoffs.length === 1) return Math.abs(most) === WIN ? `${this.names[0]} ${most > 0 ? "wins" : "loses"}` : `${most} points`;
    if (payoffs.length === 2 && most === 0) return "a draw";
    const won = first.length === 1 ? `${first[0]} wins` : `${first.join(", ")} share the first place`;
    if (payoffs.length > 2) return `${won}, with payoffs (${payoffs.join(", ")})`;
    return most === WIN ? won : `${won} by ${most}`;
  }

  advised() {
    if (this.advice === null || !this.isAsked) return null;
    const { kind, found } = this.advice;
    const place = (row) => this.legal.findIndex((move) => same(move.words, row.words));
    const worth = (row) => row.payoffs?.[this.mover] ?? (row.value === undefined ? -Infinity : this.mover === 1 ? -row.value : row.value);
    const rows = kind === "values" ? found.rows.toSorted((one, other) => worth(other) - worth(one)) : [];
    const values = rows.map((row) => {
      const told = this.told({ value: null, payoffs: null, ...row, meaning: found.meaning });
      const short = row.value === undefined && row.payoffs === null ? "?" : this.short(worth(row), found.meaning);
      return { number: place(row), text: this.legal[place(row)].text, told, short, best: worth(row) === worth(rows[0]) };
    });
    const { move, depth, line } = found;
    return { kind, move, number: place(found), told: this.told(found), depth, line, reply: this.reply(place(found), line[1]), values };
  }

  // The areas of the reply to a move, given as text; none where chance decides what comes.
  reply(number, text) {
    const state = this.legal[number]?.next;
    const seen = state === undefined ? null : this.game.look(state);
    const move = seen === null || seen.player < 0 ? undefined : seen.moves.find((each) => each.text === text);
    if (move === undefined) return [];
    return this.shares(this.drawn === null || move.areas.length ? move.areas : this.shape.areas(state, move, seen.player));
  }

  get playerMoves() {
    return this.steps.slice(0, this.at).filter((step) => step.player >= 0).length;
  }

  // What a search has found out counts for the position searched and the one after the next move of a player.
  get isValued() {
    return this.worth !== null && this.playerMoves <= this.worth.turns + 1;
  }

  // What the position is worth for the first player: 1 for a win, 0 for a loss; null where nothing was searched.
  share() {
    const { DECISIVE, WIN, typical } = this.game.facts;
    if (this.mover === null) return (1 + Math.sign(this.payoffs[0] - this.payoffs[1])) / 2;
    if (!this.isValued) return null;
    const { value: found, payoffs, meaning, solved } = this.worth;
    const value = found ?? payoffs[0];
    if (meaning === "chances") return (1 + value / WIN) / 2;
    return (1 + (solved || Math.abs(value) >= DECISIVE ? Math.sign(value) : Math.tanh(value / typical))) / 2;
  }

  // A value in words.
  told({ value, payoffs, meaning }) {
    const { DECISIVE, WIN } = this.game.facts;
    if (this.names.length > 2) return payoffs ? payoffs.map(rounded).join(" : ") : "not known";
    value ??= payoffs?.[0] ?? null;
    if (value === null) return "not known";
    if (meaning === "chances") return `${this.names[0]} wins with ${(50 + (50 * value) / WIN).toFixed(2)} %`;
    if (meaning === "plies" && Math.abs(value) >= DECISIVE) {
      const plies = WIN - Math.abs(value);
      const won = value > 0 || this.names.length > 1 ? `${this.names[value > 0 ? 0 : 1]} wins` : `${this.names[0]} loses`;
      return plies > 0 ? `${won} in ${plies} ${plies === 1 ? "ply" : "plies"}` : won;
    }
    const text = `${value > 0 ? "+" : ""}${rounded(value)}`;
    return value === 0 || this.names.length === 1 ? text : `${text} for ${this.names[0]}`;
  }

  // A value for the mover, in a few characters.
  short(value, meaning) {
    const { DECISIVE, WIN } = this.game.facts;
    if (meaning === "chances" && this.names.length <= 2) return `${Math.round(50 + (50 * value) / WIN)} %`;
    if (meaning === "plies" && Math.abs(value) >= DECISIVE) return `${value > 0 ? "win" : "loss"} ${WIN - Math.abs(value)}`;
    return `${value > 0 ? "+" : ""}${Number(value.toPrecision(3))}`;
  }
}

const rounded = (number) => Number(number.toPrecision(6)) + 0;

// The box of a picture: left, top, width and height.
function boxOf(svg) {
  const element = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const box = (element.getAttribute("viewBox") ?? "").split(/[ ,]+/).map(Number);
  if (box.length === 4 && box.every(Number.isFinite)) return box;
  return [0, 0, parseFloat(element.getAttribute("width")) || 100, parseFloat(element.getAttribute("height")) || 100];
}

// A state as text, a line for each of its parts.
function plain(value) {
  const text = (each) => JSON.stringify(each, (_, inner) => (typeof inner === "bigint" ? String(inner) : inner));
  if (value === null || typeof value !== "object") return text(value);
  return Object.entries(value).map(([name, each]) => (Array.isArray(value) ? text(each) : `${name}: ${text(each)}`)).join("\n");
}
