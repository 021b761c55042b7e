// The board: the game's picture as an image, in which nothing can run, and buttons over the places that can be clicked.

import { picture as askPicture } from "./asking.js";
import { animate, flipped, imageOf } from "./motion.js";
import { nameOf, placesFor, reached } from "./places.js";

const LONGEST_WAIT = 1000; // milliseconds for a picture, before its places are drawn without it
const MOST_STEPS = 8; // moves that are shown one after the other

const root = document.getElementById("board");
const frame = document.createElement("div");
const places = document.createElement("div");
const text = document.createElement("pre");
let picture = document.createElement("img");
let shown = { number: null };
let standing = null; // the position whose picture is shown
let wanted = null; // the position whose picture should be
let isWalking = false;
let isFlipped = false;
let played = { at: null, areas: [] }; // the person's last move
let chosen = [];
let view = null;
let play = () => {};

frame.id = "frame";
places.id = "places";
text.id = "plain-board";
text.tabIndex = 0;
frame.append(picture, places);
root.append(frame, text);

/** Says what to do with a move that was clicked. */
export function onMove(handler) {
  play = handler;
}

/** Lets go of what was clicked. */
export function letGo() {
  chosen = [];
  if (view) drawPlaces();
}

/** Shows the board from the other side. */
export function flip() {
  if (view === null || !view.board.shown) return;
  isFlipped = !isFlipped;
  wanted = standing = null; // not a move
  chosen = [];
  showPicture(view);
  drawPlaces();
}

const seen = (svg) => (isFlipped ? (flipped(svg) ?? svg) : svg);
const laid = ([left, top, width, height]) => (isFlipped ? [100 - left - width, 100 - top - height, width, height] : [left, top, width, height]);

/** Shows the board of a table. */
export async function showBoard(next) {
  const isOther = next.board.number !== shown.number || next.board.shown !== shown.shown;
  view = next;
  if (isOther) {
    chosen = [];
    shown = next.board;
    await showPicture(next);
    if (view !== next) return;
  }
  drawPlaces();
}

async function showPicture({ board, at, last, is_open: isOpen }) {
  if (!board.shown) {
    if (!board.keeps) picture.replaceWith((picture = document.createElement("img"))); // what the next one must not see
    wanted = standing = null;
    root.classList.toggle("hidden-board", !board.keeps);
    return;
  }
  root.classList.remove("hidden-board");
  frame.hidden = !board.size;
  text.hidden = Boolean(board.size);
  text.textContent = board.size ? "" : board.text;
  if (!board.size) {
    document.getElementById("flip").hidden = true;
    return;
  }
  const [width, height] = board.size;
  frame.style.aspectRatio = `${width} / ${height}`;
  frame.style.setProperty("--across", String(width / height));
  frame.style.maxWidth = `${Math.round(width * 1.9)}px`;
  const take = (svg) => {
    if (shown !== board || svg === null) return; // a later one may have come sooner
    const other = flipped(svg);
    document.getElementById("flip").hidden = view.players.length === 1 || other === null;
    wanted = { svg: isFlipped ? (other ?? svg) : svg, at, last: last.map(laid), isOpen, alt: `The board: ${board.text}` };
    if (!isWalking) walk();
  };
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT));
  await Promise.race([askPicture(isOpen ? at : null).then(take, () => {}), late]);
}

// Shows the way to the position that is wanted, move by move as far as it is short, until that is the one that stands.
async function walk() {
  isWalking = true;
  while (wanted !== standing) {
    const [from, to] = [standing, wanted];
    const steps = from === null ? 0 : to.at - from.at;
    let next = to;
    if (steps > 1 && steps <= MOST_STEPS && to.isOpen) {
      const at = from.at + 1;
      const svg = await askPicture(at).catch(() => null);
      if (svg !== null) next = { ...to, svg: seen(svg), at, last: at === played.at ? played.areas.map(laid) : [] };
    }
    const isNear = steps !== 0 && Math.abs(steps) <= MOST_STEPS;
    const stage = isNear && (await animate(picture, from.svg, next.svg, next.last, isChanceAt(next.at)).catch(() => undefined)); // whatever a game draws
    await showImage(next).catch(() => {});
    standing = wanted === null ? null : next;
    if (stage) stage.remove();
  }
  isWalking = false;
}

// Whether the move that led to a position was made by chance.
const isChanceAt = (at) => (view.history[at - 1]?.player ?? 0) < 0;

async function showImage({ svg, alt }) {
  const next = await imageOf(svg, alt);
  if (wanted === null) return; // the board is hidden by now
  picture.replaceWith(next);
  picture = next;
}

function drawPlaces() {
  const focused = places.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const hinted = view.advice?.number ?? null;
  const values = new Map((view.advice?.values ?? []).map((row) => [row.number, row]));
  places.replaceChildren();
  for (const area of view.last) places.append(mark(area, "last"));
  if (hinted !== null) for (const area of view.moves[hinted]?.areas ?? []) places.append(mark(area, "hinted"));
  if (hinted !== null) for (const area of view.advice.reply) places.append(mark(area, "expected"));
  const moves = view.moves.map((move, number) => ({ ...move, number }));
  for (const each of chosen) places.append(mark(each.split(" ").map(Number), "chosen"));
  for (const place of placesFor(moves, chosen)) places.append(button(place, values));
  if (focused !== null) (find(focused) ?? places.querySelector("button"))?.focus();
}

const find = (key) => [...places.querySelectorAll("button")].find((each) => each.dataset.key === key);

function put(element, area) {
  const [left, top, width, height] = laid(area);
  Object.assign(element.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
  return element;
}

function mark(area, kind) {
  const element = document.createElement("span");
  element.className = `mark ${kind}`;
  return put(element, area);
}

function button(place, values) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = place.isAnew ? "place anew" : "place";
  element.dataset.key = place.key;
  const known = place.moves.map((move) => values.get(move.number)).filter(Boolean);
  const best = known.find((row) => row.best);
  let label = nameOf(place) + (known.length === 1 ? `: ${known[0].told}` : "");
  if (known.length > 0) {
    const badge = document.createElement("span");
    badge.className = best ? "badge best" : "badge";
    badge.textContent = known.length === 1 ? known[0].short : best ? best.short : "";
    if (badge.textContent) element.append(badge);
    if (known.length > 1 && best) label += `: best ${best.short}`;
  }
  element.setAttribute("aria-label", label);
  const { number } = view.board;
  element.addEventListener("click", () => {
    if (number === view.board.number) click(place); // else the board has changed, and only its picture has not come yet
  });
  return put(element, place.area);
}

function click(place) {
  chosen = place.isAnew ? [place.key] : [...chosen, place.key];
  const moves = view.moves.map((move, number) => ({ ...move, number }));
  const { complete, longer } = reached(moves, chosen);
  if (complete.length === 0) {
    drawPlaces();
    return;
  }
  if (complete.length === 1 && longer.length === 0) {
    chosen = [];
    playMove(complete[0].number);
    return;
  }
  choose(complete, longer);
}

function playMove(number) {
  played = { at: view.at + 1, areas: view.moves[number].areas };
  play(number);
}

// Several moves are made by the same clicks, as when a pawn becomes another piece.
function choose(complete, longer) {
  const dialog = document.getElementById("which");
  const row = document.getElementById("which-moves");
  row.replaceChildren();
  for (const move of complete) {
    const element = document.createElement("button");
    element.value = String(move.number);
    element.textContent = move.text;
    row.append(element);
  }
  dialog.returnValue = "";
  dialog.onclose = () => {
    const number = dialog.returnValue;
    if (number !== "") playMove(Number(number));
    if (number !== "" || longer.length === 0) chosen = [];
    drawPlaces();
  };
  dialog.showModal();
}

places.addEventListener("keydown", (event) => {
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (event.key === "Escape") letGo();
  if (!(event.key in ways)) return;
  event.preventDefault();
  nearest(document.activeElement, ways[event.key])?.focus();
});

// The next place in a direction: the one whose middle lies nearest, distance aside counting double.
function nearest(from, [right, down]) {
  const middle = (element) => [
    parseFloat(element.style.left) + parseFloat(element.style.width) / 2,
    parseFloat(element.style.top) + parseFloat(element.style.height) / 2,
  ];
  const [x, y] = middle(from);
  let found = null;
  let least = Infinity;
  for (const each of places.querySelectorAll("button")) {
    const [otherX, otherY] = middle(each);
    const ahead = (otherX - x) * right + (otherY - y) * down;
    const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * right);
    if (each !== from && ahead > 0.1 && ahead + 2 * aside < least) {
      least = ahead + 2 * aside;
      found = each;
    }
  }
  return found;
}
