// Requests to the table that Python has in this page, in place of those to the server of `minimaxer web`.

import { engine } from "../../engine.js";

/** What is said where no answer comes. */
export const GONE = "Python does not answer; load this page again.";

/** An answer that says what was wrong with the request. */
export class Refused extends Error {}

const shared = window.parent !== window ? window.parent.minimaxerDemo : undefined;
const python = shared?.engine ?? engine();
const addresses = new Map();
let latest = null;
let waiting = [];

function take(view) {
  if (view.error !== undefined) throw new Refused(view.error);
  if (latest === null || view.version >= latest.version) latest = view;
  for (const each of waiting) each();
  waiting = [];
  return latest;
}

async function open() {
  const opening = shared?.opening ?? { name: new URLSearchParams(location.search).get("game") ?? "tic_tac_toe" };
  const turn = document.getElementById("turn");
  turn.textContent = "Loading Python…";
  const { wrong } = await python.ask("open", opening);
  if (wrong) {
    turn.textContent = "The game cannot be opened.";
    throw new Refused(wrong);
  }
  python.watch((kind, view) => kind === "table" && view.error === undefined && take(view));
  return take(await python.ask("act", { action: "go", fields: {} }));
}

const opened = open();

/** The table: at once, or as soon as it has another version than the one given. */
export async function look(version = null) {
  await opened;
  while (version !== null && latest.version <= version) await new Promise((resolve) => waiting.push(resolve));
  return version === null && latest !== null ? take(await python.ask("look")) : latest;
}

/** There is no server to ask here. */
export const post = async () => {};

/** Does something at the table, and gives the table as it is then. */
export async function act(action, fields = {}) {
  await opened;
  return take(await python.ask("act", { action, fields }));
}

const KINDS = { "curve.svg": "image/svg+xml", record: "text/plain", "steps.html": "text/html" };

/** The picture of the board as text, now or after `at` moves; null if it must not be seen. */
export async function picture(at = null) {
  return python.ask("text", { name: "board.svg", at });
}

/** The address of the curve of a game that was reviewed. */
export const curveAddress = () => addressOf("curve.svg");

async function addressOf(name) {
  const text = await python.ask("text", { name });
  URL.revokeObjectURL(addresses.get(name));
  addresses.set(name, URL.createObjectURL(new Blob([text ?? ""], { type: `${KINDS[name]};charset=utf-8` })));
  return addresses.get(name);
}

// The links to files of the server lead to what Python writes here.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href='record'], a[href='steps.html']");
  if (!link) return;
  event.preventDefault();
  const made = document.createElement("a");
  made.href = await addressOf(link.getAttribute("href"));
  if (link.target) made.target = link.target;
  else made.download = "game.txt";
  made.click();
});
