// The pages on which one plays: the editor for a game of the reader's own, and the choice of a bundled one.

import { engine, Stopped } from "./engine.js";
import { ended, follow } from "./telling.js";

const HERE = new URL("./", import.meta.url).href;
const KEPT = "minimaxer my game";
const MOST_ROWS = 60;
const BUTTONS = ["mx-play", "mx-search", "mx-script", "mx-reset"];
const at = (id) => document.getElementById(id);

// The page of the table finds the engine of this page here, and what it is to open.
window.minimaxerDemo = { engine: engine(), opening: null };

function isDark() {
  return document.body.dataset.mdColorScheme === "slate";
}

/** Shows a table, with this page's colours and as high as it needs to be. */
function showTable(opening, title) {
  window.minimaxerDemo.opening = opening;
  const place = document.querySelector(".mx-frame");
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.src = `${HERE}table/index.html`;
  frame.addEventListener("load", () => {
    const inside = frame.contentDocument;
    const colour = () => (inside.documentElement.style.colorScheme = isDark() ? "dark" : "light");
    new MutationObserver(colour).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
    colour();
    new ResizeObserver(() => (frame.style.height = `${Math.max(560, inside.body.offsetHeight + 4)}px`)).observe(inside.body);
  });
  place.replaceChildren(frame);
  place.hidden = false;
  return frame;
}

function say(words) {
  at("mx-status").textContent = words;
}

// --- bundled games -----------------------------------------------------------------------------------------------------------

function beginPlayer() {
  const asked = new URLSearchParams(location.search).get("game");
  if (asked && [...at("mx-game").options].some((each) => each.value === asked)) at("mx-game").value = asked;
  at("mx-open").addEventListener("click", () => {
    const chosen = at("mx-game").selectedOptions[0];
    showTable({ name: chosen.value }, chosen.textContent);
    say("The AI is the real one, in the slow tier: plain Python in your browser, on one thread. You begin.");
  });
  at("mx-open").disabled = false;
}

// --- a game of the reader's own ----------------------------------------------------------------------------------------------

function beginEditor() {
  const source = at("mx-source");
  const template = source.value;
  keep(source, template);
  source.addEventListener("keydown", indent);
  at("mx-play").addEventListener("click", () => {
    clear();
    showTable({ name: "your game", source: source.value }, "Your game");
    say("You begin. The AI is the real one, in the slow tier: plain Python in your browser, on one thread.");
  });
  at("mx-search").addEventListener("click", () => work((running) => search(source.value, running)));
  at("mx-script").addEventListener("click", () => work((running) => runProgram(source.value, running)));
  at("mx-reset").addEventListener("click", () => {
    source.value = template;
    source.dispatchEvent(new Event("input"));
    clear();
    say("The game that was there first is back.");
  });
  for (const each of BUTTONS) at(each).disabled = false;
}

// The text is kept from visit to visit, where the browser lets us.
function keep(source, template) {
  try {
    source.value = localStorage.getItem(KEPT) ?? template;
    source.addEventListener("input", () => localStorage.setItem(KEPT, source.value));
  } catch {
    source.value = template;
  }
}

let leaves = false;

// Tab indents, Enter keeps the indentation, Escape lets the next Tab leave.
function indent(event) {
  const insert = (text) => {
    event.preventDefault();
    document.execCommand("insertText", false, text);
  };
  if (event.key === "Tab" && !leaves && !event.shiftKey) insert("    ");
  if (event.key === "Enter") {
    const line = this.value.slice(0, this.selectionStart).split("\n").at(-1);
    insert(`\n${line.match(/^ */)[0]}${line.trimEnd().endsWith(":") ? "    " : ""}`);
  }
  leaves = event.key === "Escape";
}

function clear() {
  at("mx-output").hidden = at("mx-found").hidden = document.querySelector(".mx-frame").hidden = true;
  at("mx-output").replaceChildren();
  at("mx-found").querySelector("tbody").replaceChildren();
  document.querySelector(".mx-frame").replaceChildren();
}

/** Does something that takes long, with a button to stop it. */
async function work(what) {
  const buttons = BUTTONS.map(at);
  clear();
  for (const each of buttons) each.disabled = true;
  at("mx-stop").disabled = false;
  const running = follow(engine(), at("mx-status"));
  try {
    running.done(await what(running));
  } catch (error) {
    if (!(error instanceof Stopped)) print("error", `${error.message}\n`);
    running.done(error instanceof Stopped ? "Stopped" : "Python has ended by itself");
    engine().begin();
  }
  for (const each of buttons) each.disabled = false;
  at("mx-stop").disabled = true;
}

async function search(source, running) {
  const answer = engine().ask("search", { source, seconds: Number(at("mx-seconds").value) }, (kind, value) => {
    if (kind === "begun") running.begun();
    else if (kind !== "row") print(kind, value);
    else if (value.error !== undefined) print("error", value.error);
    else showRow(value);
  });
  let patience = null;
  at("mx-stop").onclick = () => {
    if (patience !== null) return engine().end(); // pressed again: rules that go on for ever let nobody have a turn
    engine().halt(answer.id);
    patience = setTimeout(() => engine().end(), 10_000);
  };
  const { wrong, stopped } = await answer.finally(() => clearTimeout(patience));
  if (wrong) print("error", wrong);
  return stopped ? "Stopped, with what was found," : "Done";
}

// One row for each depth, which grows until the search goes on to another one; the first ones go where there are many.
function showRow(found) {
  at("mx-found").hidden = false;
  const body = at("mx-found").querySelector("tbody");
  const last = body.rows[body.rows.length - 1];
  const made = last?.dataset.depth === String(found.depth) ? last : body.insertRow();
  made.dataset.depth = String(found.depth);
  if (body.rows.length > MOST_ROWS) body.deleteRow(0);
  const cells = [found.depth, found.move ?? "", found.told, found.nodes.toLocaleString("en"), found.seconds.toFixed(1), found.line.join(" ")];
  made.replaceChildren(
    ...cells.map((words) => {
      const cell = document.createElement("td");
      cell.textContent = words;
      return cell;
    }),
  );
}

async function runProgram(source, running) {
  at("mx-stop").onclick = () => engine().end();
  at("mx-output").hidden = false;
  const given = { files: [["my_game.py", source, false]], commands: [["python", "my_game.py"]] };
  const code = await engine().ask("run", { given }, (kind, value) => (kind === "begun" ? running.begun() : print(kind, value)));
  if (code === 0 && !at("mx-output").textContent) print("out", "(The program has printed nothing.)\n");
  return ended(code);
}

function print(kind, text) {
  const piece = document.createElement("span");
  piece.textContent = text;
  if (kind === "error") piece.className = "mx-error";
  at("mx-output").hidden = false;
  at("mx-output").append(piece);
}

if (at("mx-game")) beginPlayer();
if (at("mx-source")) beginEditor();
