// The page: shows the table whenever it changes, and passes on what the person does.

import { act, GONE, look, post, Refused } from "./asking.js";
import { flip, letGo, onMove, showBoard } from "./board.js";
import { onFile } from "./files.js";
import { seatChoice, showPanel, tick } from "./panel.js";

const at = (id) => document.getElementById(id);
let view = null;

function show(next) {
  if (view !== null && view.lobby_number !== next.lobby_number) return location.reload(); // another game was chosen elsewhere
  if (view !== null && next.version < view.version) return;
  view = next;
  showPanel(view, { sit, jump: (to) => go("jump", { to }), play });
  if (complaint.words && complaint.number === view.board.number && !view.failure) complain(complaint.words);
  showBoard(view);
  if (view.moves.length > 0) at("board").classList.toggle("swiped", Object.values(directions).some((each) => numberOf(each) >= 0));
  document.body.classList.remove("waiting");
}

let complaint = { words: "", number: null }; // stays until something else is done or the board changes

function complain(words) {
  complaint = { words, number: view?.board.number ?? null };
  at("failure").textContent = words;
  at("failure").hidden = words === "";
}

async function go(action, fields = {}) {
  try {
    const next = await act(action, fields);
    complain("");
    show(next);
    return true;
  } catch (error) {
    complain(error instanceof Refused ? error.message : GONE);
    return false;
  }
}

let isPlaying = false;
async function play(move) {
  if (isPlaying) return; // the second of two quick clicks
  isPlaying = true;
  await go("play", { move, at: view.at });
  isPlaying = false;
}

const seats = () => view.players.map((player) => player.seat);

async function sit(player, seat) {
  if (await go("sit", { seats: seats().with(player, seat) })) return;
  const words = at("failure").textContent;
  show(view); // the choice is as before
  complain(words);
}

async function follow() {
  for (;;) {
    try {
      show(await look(view?.version ?? null));
    } catch (error) {
      if (error instanceof Refused && typeof view?.lobby_number === "number") location.reload(); // it was left elsewhere
      complain(error instanceof Refused ? error.message : GONE);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

onMove(play);
for (const action of ["undo", "redo", "hint", "values", "review", "now", "hold", "go", "reveal"])
  at(action).addEventListener("click", () => go(action));

at("again").addEventListener("click", () => go("again", { turned: false }));
at("sides").addEventListener("click", () => go("again", { turned: true }));
at("look-back").addEventListener("click", () => at("review").click());

at("typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await go("type", { text: at("text").value.trim(), at: view.at })) at("text").value = "";
});

at("leave").addEventListener("click", async () => {
  await post("lobby/leave").catch(() => {});
  location.reload();
});

onFile((text) => view && !view.lacks && go("load", { text }));

at("new").addEventListener("click", () => {
  at("setup-seats").replaceChildren(
    ...view.players.map((player) => {
      const label = document.createElement("label");
      label.append(`${player.name} `, seatChoice(player.seat, view.levels, player.name, !view.lacks));
      return label;
    }),
  );
  at("seconds").value = String(view.seconds ?? 0);
  at("seconds").min = view.seconds === null ? "0" : "0.05";
  at("dice-label").hidden = !view.has_chance;
  at("position-label").hidden = !view.has_positions;
  at("book-label").hidden = !view.has_book;
  at("book").checked = view.uses_book;
  at("setup").returnValue = "cancel";
  at("setup").showModal();
});

at("setup").addEventListener("close", () => {
  if (at("setup").returnValue !== "begin") return;
  go("new", {
    seats: [...at("setup-seats").querySelectorAll("select")].map((choice) => choice.value),
    seconds: Number(at("seconds").value),
    clock: Number(at("clock").value),
    increment: Number(at("increment").value),
    enters_dice: at("dice").checked,
    position: at("position").value,
    uses_book: at("book").checked,
  });
});

// Moves that are called by directions are made by the arrow keys, and by swiping over the board.
const directions = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const numberOf = (direction) => view?.moves.findIndex((move) => move.text.toLowerCase() === direction) ?? -1;

function playDirection(direction) {
  const number = numberOf(direction);
  if (number >= 0) play(number);
  return number >= 0;
}

let touched = null;
at("board").addEventListener("pointerdown", ({ clientX, clientY, isPrimary }) => (touched = isPrimary ? [clientX, clientY] : null));
document.addEventListener("pointerup", ({ clientX, clientY }) => {
  if (touched === null) return;
  const [right, down] = [clientX - touched[0], clientY - touched[1]];
  touched = null;
  if (Math.hypot(right, down) < 30) return;
  const isAcross = Math.abs(right) > Math.abs(down);
  playDirection(isAcross ? (right > 0 ? "right" : "left") : down > 0 ? "down" : "up");
});

at("flip").addEventListener("click", flip);

const keys = { u: "undo", r: "redo", h: "hint", f: "flip", v: "values", m: "now" };
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") letGo();
  const isWriting = event.target.matches?.("input, select, textarea") || document.querySelector("dialog[open]");
  if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
  const isFree = event.target === document.body || at("board").contains(event.target);
  if (event.key in directions && isFree && !event.repeat && !event.defaultPrevented && playDirection(directions[event.key])) event.preventDefault();
  if (!(event.key in keys)) return;
  const button = at(keys[event.key]);
  if (!button.disabled && button.checkVisibility()) button.click();
});

let isAsking = false;
setInterval(async () => {
  if (!tick() || isAsking) return;
  isAsking = true;
  show(await look().catch(() => view));
  isAsking = false;
}, 100);

follow();
