// Beside the board: the players and their clocks, what the AI thinks, advice, and the moves so far.

import { curveAddress } from "./asking.js";

const SEATS = { AI: "AI, strongest", adaptive: "adaptive level", "level 1": "level 1, easiest" };
const at = (id) => document.getElementById(id);
let clocks = { given: [], mover: null, since: 0, runs: false };
let curveOf = null;

const element = (name, words = "", kind = "") => {
  const made = document.createElement(name);
  made.textContent = words;
  if (kind) made.className = kind;
  return made;
};

/** The choices of who sits in a seat. */
export function seatChoice(seat, levels, label, isAdaptive = true) {
  const choice = document.createElement("select");
  choice.setAttribute("aria-label", label);
  const known = ["person", "AI", ...Array.from({ length: levels }, (_, number) => `level ${number + 1}`)];
  if (levels > 0 && isAdaptive) known.push("adaptive");
  if (!known.includes(seat)) known.push(seat);
  const words = { ...SEATS, ...(levels > 1 && { [`level ${levels}`]: `level ${levels}, hardest` }) };
  for (const each of known) choice.append(new Option(words[each] ?? each, each, false, each === seat));
  return choice;
}

/** Shows all that stands beside the board. */
export function showPanel(view, { sit, jump, play }) {
  at("title").textContent = view.title;
  at("leave").hidden = typeof view.lobby_number !== "number";
  document.title = `${at("title").textContent} · ${view.turn}`;
  at("said").textContent = view.said;
  at("turn").textContent = view.turn;
  at("failure").textContent = view.failure;
  at("failure").hidden = !view.failure;
  showWorth(view);
  showPlayers(view, sit);
  showTools(view);
  showJob(view);
  showEnd(view);
  showAdvice(view);
  showCurve(view, jump);
  showHistory(view, jump);
  showChoices(view, play);
}

const COLOURS = { white: "var(--white)", black: "var(--black)", orange: "var(--first)", blue: "var(--second)", green: "var(--third)" };
Object.assign(COLOURS, { purple: "var(--fourth)", red: "var(--fifth)", yellow: "var(--sixth)" });

const TOKENS = ["first", "second", "third", "fourth", "fifth", "sixth"];

// The colour of a side: that of its name, where this is a colour, or the one in which the pictures show it.
const colourOf = ({ name }, player) => COLOURS[name.toLowerCase()] ?? `var(--${TOKENS[player % TOKENS.length]})`;

// How far the first player is ahead, as far as a search has told.
function showWorth({ worth, players }) {
  at("worth").hidden = !worth;
  if (!worth) return;
  const bar = at("bar");
  const share = Math.round(100 * (worth.share ?? 0.5));
  bar.style.background = colourOf(players[1], 1);
  Object.assign(bar.firstElementChild.style, { width: `${share}%`, background: colourOf(players[0], 0) });
  const ended = worth.share === 0.5 ? "drawn" : `${players[worth.share > 0.5 ? 0 : 1].name} has won`;
  const told = worth.told || (worth.share === null ? "not looked at yet" : ended);
  bar.setAttribute("aria-valuenow", String(share));
  bar.setAttribute("aria-valuetext", told);
  at("worth-words").textContent = worth.told;
}

function showPlayers(view, sit) {
  const list = at("players");
  if (list.contains(document.activeElement)) list.dataset.focused = document.activeElement.dataset.player;
  list.replaceChildren(
    ...view.players.map((player, number) => {
      const row = element("li", "", number === view.mover ? "moves" : "");
      const choice = seatChoice(player.seat, view.levels, `Who plays ${player.name}`, !view.lacks);
      choice.dataset.player = String(number);
      choice.disabled = view.hides && !view.is_open;
      choice.addEventListener("change", () => sit(number, choice.value));
      const side = element("span", "", "side");
      side.style.background = colourOf(player, number);
      const beside = view.players.length > 1 ? [side] : [];
      row.append(...beside, element("span", player.name, "name"), element("span", player.has, "has"), choice, element("span", "", "clock"));
      return row;
    }),
  );
  if (list.dataset.focused !== undefined) list.querySelector(`[data-player="${list.dataset.focused}"]`)?.focus();
  delete list.dataset.focused;
  clocks = { given: view.players.map((player) => player.clock), mover: view.mover, since: performance.now(), runs: !view.held };
  tick();
}

/** Writes what the clocks show now; says whether the mover's has come to its end. */
export function tick() {
  let isOver = false;
  document.querySelectorAll("#players .clock").forEach((shown, number) => {
    const given = clocks.given[number] ?? null;
    if (given === null) return;
    const runs = clocks.runs && number === clocks.mover;
    const left = Math.max(0, runs ? given - (performance.now() - clocks.since) / 1000 : given);
    isOver ||= runs && left === 0;
    shown.textContent = left < 20 ? left.toFixed(1) : `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
  });
  return isOver;
}

function showTools(view) {
  const isTurn = view.asked && view.board.shown && view.mover >= 0;
  at("undo").disabled = !view.can_undo;
  at("redo").disabled = view.undone === 0;
  at("hint").disabled = at("values").disabled = !isTurn;
  at("review").disabled = !view.is_open || view.at === 0;
  at("save").hidden = !view.is_open;
  at("held").hidden = !view.held || view.over;
  at("curtain").hidden = view.board.shown;
  at("reveal").hidden = !view.board.waits;
  at("curtain-words").textContent = view.board.waits
    ? `${view.players[view.mover].name} is to move; everybody else looks away.`
    : "The board is not shown while somebody else is to move.";
  at("beside").hidden = !view.board.beside?.length;
  at("beside").textContent = (view.board.beside ?? []).join(" · ");
  at("text-board").textContent = view.board.size ? view.board.text : "";
  for (const id of view.lacks ?? []) (at(id).closest("label") ?? at(id)).hidden = true;
}

function showJob(view) {
  const job = view.job;
  at("job").hidden = job === null;
  if (job === null) return;
  const told = job.progress;
  const about = { move: "Thinking", hint: "Looking for a hint", values: "Valuing the moves", review: "Looking at the game" };
  let words = `${about[job.kind]}…`;
  if (!job.is_ready) words = "Making the rules fast, which is done once…";
  else if (told?.of) words = `Looking at the game: ${told.looked_at} of ${told.of} moves`;
  else if (told) words = `${about[job.kind]}${told.depth ? `, depth ${told.depth}` : ""}: ${told.told}. Expected: ${told.line.join(" ")}`;
  at("job-words").textContent = job.compiling ? `${words} (In Python; ${job.compiling}.)` : words;
  at("now").textContent = { move: "Move now", review: "Stop" }[job.kind] ?? "That will do";
  at("hold").hidden = job.kind !== "move" || view.players.some((player) => player.seat === "person");
}

function showEnd({ over, players, lacks, at: moves }) {
  at("end").hidden = !over;
  at("sides").hidden = new Set(players.map((player) => player.seat)).size < 2;
  at("look-back").hidden = moves === 0 || Boolean(lacks?.includes("review"));
}

function showAdvice(view) {
  const advice = view.advice;
  at("advice").hidden = advice === null;
  at("more").hidden = !view.explains;
  if (advice === null) return;
  const line = advice.line.length > 1 ? ` Expected: ${advice.line.join(" ")}.` : "";
  at("advice-words").textContent =
    advice.move === null ? "There is no advice." : `Best is ${advice.move}: ${advice.told}${advice.depth ? ` (depth ${advice.depth})` : ""}.${line}`;
  const table = at("values-table");
  table.hidden = advice.values.length === 0;
  table.tBodies[0].replaceChildren(
    ...advice.values.map((row) => {
      const made = element("tr", "", row.best ? "best" : "");
      made.append(element("td", row.text), element("td", row.short), element("td", row.told));
      return made;
    }),
  );
}

async function showCurve(view, jump) {
  at("curve").hidden = view.review === null;
  if (view.review === null) {
    curveOf = null;
    return;
  }
  showMoment(view);
  if (curveOf === view.review.number) return;
  curveOf = view.review.number;
  const number = curveOf;
  const picture = document.createElement("img");
  picture.src = await curveAddress(number);
  if (number !== curveOf) return;
  picture.alt = "The value of the position after each move";
  const { looked_at: seen, of, plot: [first, last] } = view.review;
  picture.addEventListener("click", ({ offsetX }) => {
    const share = (offsetX / picture.clientWidth - first) / (last - first);
    jump(Math.round(seen * Math.min(1, Math.max(0, share))));
  });
  const counts = view.players.map((player, number) => `${player.name}: ${view.review.mistakes[number]}`);
  const where = seen < of ? ` in the first ${seen} of ${of} moves` : "";
  const mistakes = view.history.map((row, number) => ({ ...row, number })).filter((row) => row.mark);
  const rows = mistakes.map(({ text, mark, told, better, player, number }) => {
    const words = `${number + 1}. ${view.players[player].name} played ${text}${mark}; better: ${better} (before the move: ${told})`;
    const button = element("button", words);
    button.type = "button";
    button.addEventListener("click", () => jump(number));
    const row = element("li");
    row.append(button);
    return row;
  });
  const list = element("ul", "", "mistakes");
  list.append(...rows);
  const plot = element("div", "", "plot");
  plot.append(picture, element("span", "", "now"));
  at("curve").replaceChildren(plot, element("p", `Mistakes found${where}: ${counts.join(", ")}.`), list);
  showMoment(view);
}

// Marks on the curve how far the game is shown.
function showMoment({ at: moves, review: { looked_at: seen, plot: [first, last] } }) {
  const now = document.querySelector("#curve .now");
  if (now) now.style.left = `${100 * (first + ((last - first) * Math.min(moves, seen)) / seen)}%`;
}

function showHistory(view, jump) {
  const list = at("history");
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.number : null;
  const rows = [{ text: "Start", player: null }, ...view.history];
  const movers = view.history.map((row) => row.player).filter((player) => player >= 0);
  let [round, before] = [0, null];
  list.replaceChildren(
    ...rows.map((row, number) => {
      const made = element("li", "", number > view.at ? "undone" : "");
      const button = element("button", row.text + (row.mark ?? ""), row.mark ? "mistake" : "");
      button.type = "button";
      button.dataset.number = String(number);
      const who = row.player === null ? "" : row.player < 0 ? "Chance: " : `${view.players[row.player].name}: `;
      button.setAttribute("aria-label", `${who}${row.text}${row.told ? `, ${row.told}` : ""}`);
      button.title = row.mark ? `${row.told}; better: ${row.better}` : (row.told ?? "");
      if (number === view.at) button.setAttribute("aria-current", "step");
      if (row.player !== null && row.player >= 0) {
        button.style.setProperty("--side", colourOf(view.players[row.player], row.player));
        if (row.player === movers[0] && row.player !== before && view.players.length > 1) made.dataset.round = `${(round += 1)}.`;
        before = row.player;
      }
      button.addEventListener("click", () => jump(number));
      made.append(button);
      return made;
    }),
  );
  if (focused !== null) list.querySelector(`[data-number="${focused}"]`)?.focus();
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

const MOST_BUTTONS = 12;
let opened = { number: null, words: [] };

const wordsOf = (text) => text.match(/[\p{L}\d]+/gu) ?? [text];

/** The moves by the first word in which their texts differ, behind those that were chosen already. */
export function groupsOf(moves, words) {
  const open = moves.filter(([move]) => words.every((word, at) => (wordsOf(move.text)[at] ?? "") === word));
  for (let at = words.length; at < 8; at++) {
    const groups = new Map();
    for (const each of open) {
      const word = wordsOf(each[0].text)[at] ?? "";
      groups.set(word, [...(groups.get(word) ?? []), each]);
    }
    if (groups.size > 1 && groups.size < open.length) return { open, groups, words: wordsOf(open[0][0].text).slice(0, at) };
  }
  return { open, groups: new Map(), words };
}

// Moves without a place on the picture have buttons below it, many of them by their first words; all are listed further down.
function showChoices(view, play) {
  const button = (text, act) => {
    const made = element("button", text);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  };
  const move = (each, number) => button(each.text, () => play(number));
  const placeless = view.moves.map((each, number) => [each, number]).filter(([each]) => each.areas.length === 0);
  if (opened.number !== view.at) opened = { number: view.at, words: [] };
  const { open, groups, words } = groupsOf(placeless, opened.words);
  const openWith = (next) => {
    opened = { number: view.at, words: next };
    showChoices(view, play);
  };
  const isLong = open.length > MOST_BUTTONS && groups.size > 0;
  const shown = isLong
    ? [...groups].map(([word, moves]) =>
        moves.length === 1 ? move(...moves[0]) : button(`${word} … (${moves.length})`, () => openWith([...words, word])),
      )
    : open.map((each) => move(...each));
  at("choices").replaceChildren(...(opened.words.length > 0 ? [button("All moves", () => openWith([]))] : []), ...shown);
  at("all").replaceChildren(...(placeless.length === view.moves.length && !isLong ? [] : view.moves.map(move)));
  at("others").hidden = !view.board.shown;
  at("typed").hidden = view.moves.length === 0;
}
