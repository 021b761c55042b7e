// The page: one replay at a step, shown by its parts.

const byId = (id) => document.getElementById(id);
const DATA = JSON.parse(byId("data").textContent);
const REPLAYS = DATA.searches.map((search) => new Replay(search, DATA));
const BOARDS = new Boards(DATA.boards);
const tree = new TreeView(byId("tree"), () => tree.show());
const line = new WindowView(byId("line"));
const bars = new PayoffView(byId("payoffs"));
const quiz = new Quiz(DATA, (verdict) => { go(replay.position + 1); byId("sentence").prepend(made("b", {}, verdict)); });
let replay = REPLAYS[0];
let timer = 0, saving = 0;

function choose(place, position) {
  replay = REPLAYS[place];
  byId("variant").value = String(place);
  byId("about").textContent = replay.search.about + (replay.search.complete ? "" : " The recording is full before the search ends.");
  byId("code").replaceChildren(...replay.search.code.map((text) => made("li", {}, text)));
  byId("slider").max = String(replay.last);
  const has = (kind) => replay.search.steps.some((step) => replay.kinds[step[STEP.kind]] === kind);
  byId("next-cut").disabled = !has("cut");
  byId("next-depth").disabled = !has("depth");
  byId("key-beyond").hidden = !replay.search.nodes.some((_, node) => replay.isBeyond(node));
  byId("window").hidden = replay.search.payoffs;
  byId("payoffs").hidden = !replay.search.payoffs;
  byId("meaning").textContent = replay.search.values.some(([text]) => /^[WL]\d/.test(text)) ? "W3, L3: player 0 wins, loses in 3 plies" : "";
  tree.load(replay);
  go(position);
}

// Shows a step.
function go(position) {
  replay.to(Math.max(0, Math.min(replay.last, position)));
  byId("sentence").textContent = replay.sentence(replay.position);
  byId("slider").value = String(replay.position);
  byId("slider").setAttribute("aria-valuetext", `step ${replay.position} of ${replay.last}`);
  byId("previous").disabled = byId("first").disabled = replay.position === 0;
  byId("next").disabled = replay.position === replay.last;
  byId("mode").setAttribute("aria-pressed", String(tree.whole));
  tree.held = false;
  tree.show();
  if (replay.search.payoffs) bars.show(replay, replay.position === replay.last ? "the result" : nameOf(shownNode()));
  else line.show(replay);
  quiz.show(replay);
  showBoard();
  showCode();
  showCounts();
  remember();
}

function showBoard() {
  const node = shownNode(), path = replay.path(node), row = replay.search.nodes[node];
  const before = row[NODE.parent] < 0 ? -1 : replay.search.nodes[row[NODE.parent]][NODE.board];
  const moves = path.slice(1).map((each) => replay.move(each));
  const words = moves.length ? `after ${moves.join(" ")}` : "at the root";
  byId("board").replaceChildren(BOARDS.element(row[NODE.board], before, `The board ${words}`));
  const mover = replay.isOver(node) ? "over" : row[NODE.player] === CHANCE ? "chance decides" : `player ${row[NODE.player]} to move`;
  byId("path").textContent = `${words}: ${mover}`;
}

// A node as sentences name it.
function nameOf(node) { return replay.search.nodes[node][NODE.parent] < 0 ? "the root" : `move ${replay.move(node)}`; }

// The node whose board is shown: the child whose value comes up, or the node of the step.
function shownNode() { return replay.step[STEP.child] >= 0 ? replay.step[STEP.child] : replay.step[STEP.node]; }

function showCode() {
  const running = replay.step[STEP.line], { beyond } = replay.search;
  [...byId("code").children].forEach((item, place) => {
    item.hidden = place > 0 && place !== beyond && (place < beyond) === (running >= beyond);  // of the function that rests, its name
    item.classList.toggle("running", place === running);
    if (place === running) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  });
}

function showCounts() {
  const counts = replay.counts, there = replay.search.nodes.filter((_, node) => replay.exists(node) && !replay.isBeyond(node)).length;
  const rows = counts.simulations || replay.search.code[0].startsWith("repeat")
    ? [["simulations", counts.simulations], ["nodes made", there]]
    : [["nodes visited", counts.entered], ["nodes made", there], ["leaves judged", counts.judged + counts.pat], ["cut-offs", counts.cut]];
  if (!byId("key-beyond").hidden) rows.splice(1, 0, ["beyond the limit", counts.noisy]);
  if (counts.again) rows.push(["searched again", counts.again]);
  if (counts.table) rows.push(["table answers", counts.table]);
  if (DATA.plain && rows[0][0] === "nodes visited") rows.push(["plain minimax visits", (DATA.plain[1] ? "" : "more than ") + DATA.plain[0].toLocaleString("en")]);
  byId("counts").replaceChildren(...rows.flatMap(([name, count]) => [made("dt", {}, name), made("dd", {}, count.toLocaleString("en"))]));
}

// --- where one is ---

function remember() {
  const hash = `#${replay.search.name}/${replay.position}`;
  byId("link").href = hash;
  byId("link").textContent = `step ${replay.position} of ${replay.last}`;
  clearTimeout(saving);
  saving = setTimeout(() => { if (location.hash !== hash && location.protocol !== "about:") history.replaceState(null, "", hash); }, 300);
}

function follow() {
  const [name, position] = location.hash.slice(1).split("/");
  const place = DATA.searches.findIndex((search) => search.name === name);
  choose(Math.max(0, place), Number.parseInt(position, 10) || 0);
}

// --- moving ---

function jump(kind) {
  for (let position = replay.position + 1; position <= replay.last; position++) {
    if (replay.kind(position) === kind) return go(position);
  }
  return go(replay.last);
}

function play() {
  stop(!timer);
  if (!timer) return;
  if (replay.position === replay.last) go(0);
  tick();
}

function tick() {
  timer = setTimeout(() => {
    go(replay.position + 1);
    if (replay.position === replay.last) stop(false);
    else tick();
  }, 1000 / Number(byId("speed").value));
}

// Stops what is played, or says that it begins.
function stop(begins) {
  clearTimeout(timer);
  timer = begins ? 1 : 0;
  byId("play").textContent = begins ? "Pause" : "Play";
  byId("sentence").setAttribute("aria-live", begins ? "off" : "polite");
}

function step(count) { stop(false); go(replay.position + count); }
function ask() { quiz.isOn = !quiz.isOn; byId("ask").setAttribute("aria-pressed", String(quiz.isOn)); stop(false); quiz.show(replay); }
function turnMode() { tree.whole = !tree.whole; tree.own.clear(); byId("mode").setAttribute("aria-pressed", String(tree.whole)); tree.show(); }

const KEYS = {
  ArrowRight: () => step(1), ArrowLeft: () => step(-1), Home: () => step(-Infinity), End: () => step(Infinity),
  " ": play, c: () => { stop(false); jump("cut"); }, d: () => { stop(false); jump("depth"); }, q: ask, w: turnMode,
  "+": () => tree.change(1.25), "=": () => tree.change(1.25), "-": () => tree.change(0.8), 0: () => tree.fit(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select")) return;
  if (event.key === " " && event.target.closest("button, a")) return;
  const answer = byId("answers").children[Number(event.key) - 1];
  if (!byId("quiz").hidden && answer) answer.click();
  else if (KEYS[event.key]) KEYS[event.key]();
  else return;
  event.preventDefault();
});

byId("legend").prepend(...Array.from({ length: DATA.players }, (_, player) => {
  const words = made("span", {}, `player ${player} moves`);
  words.prepend(made("i", { class: `key player-${player}` }));
  return words;
}));
byId("variant").append(...DATA.searches.map((search, place) => made("option", { value: String(place) }, search.label)));
byId("variant").addEventListener("change", (event) => { stop(false); choose(Number(event.target.value), 0); });
byId("slider").addEventListener("input", (event) => { stop(false); go(Number(event.target.value)); });
for (const [id, act] of Object.entries({
  first: KEYS.Home, previous: KEYS.ArrowLeft, next: KEYS.ArrowRight, play, "next-cut": KEYS.c, "next-depth": KEYS.d, ask, mode: turnMode,
  "zoom-in": KEYS["+"], "zoom-out": KEYS["-"], fit: KEYS[0],
})) byId(id).addEventListener("click", act);
window.addEventListener("hashchange", follow);
follow();
document.body.classList.remove("waiting");
new ResizeObserver(() => { tree.measure(); tree.look(); }).observe(byId("tree"));
