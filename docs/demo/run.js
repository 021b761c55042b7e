// The buttons below blocks that can run in the page. Python is loaded when one is pressed, and not before.

const HERE = new URL("./", import.meta.url).href;
const SITE = new URL("../", import.meta.url).href;
const pages = new Map();

// Names of parts of the page that the theme leaves without one.
addEventListener("load", () => {
  document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
  document.querySelectorAll(".md-code__nav").forEach((each, number) => each.setAttribute("aria-label", `Code ${number + 1}`));
});

// Tables that are wider than the page can be scrolled by keys.
for (const event of ["load", "resize"]) {
  addEventListener(event, () => {
    for (const each of document.querySelectorAll(".md-typeset__scrollwrap")) {
      if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
      else each.removeAttribute("tabindex");
    }
  });
}

for (const root of document.querySelectorAll(".mx-run")) {
  const go = root.querySelector("button");
  go.addEventListener("click", () => run(root, go));
}
if (document.querySelector(".mx-try, .mx-player")) import(`${HERE}try.js`);

function parts(root) {
  let shown = root.querySelector(".mx-output");
  if (shown) return { stop: root.querySelector(".mx-stop"), status: root.querySelector(".mx-status"), shown };
  const stop = document.createElement("button");
  const status = document.createElement("span");
  shown = document.createElement("pre");
  Object.assign(stop, { type: "button", className: "mx-stop", textContent: "Stop", hidden: true });
  status.className = "mx-status";
  status.setAttribute("role", "status");
  shown.className = "mx-output";
  shown.tabIndex = 0;
  shown.setAttribute("role", "region");
  shown.setAttribute("aria-label", "Output");
  root.append(stop, status, shown);
  return { stop, status, shown };
}

async function run(root, go) {
  const { stop, status, shown } = parts(root);
  const { engine, Stopped } = await import(`${HERE}engine.js`);
  const { ended, follow } = await import(`${HERE}telling.js`);
  const running = follow(engine(), status);
  go.disabled = true;
  stop.hidden = false;
  stop.onclick = () => engine().end();
  shown.textContent = "";
  try {
    const given = await asked(root.dataset.page, root.dataset.run);
    const answer = engine().ask("run", { given }, (kind, value) => {
      if (kind === "begun") running.begun();
      else print(shown, kind, value);
    });
    running.done(ended(await answer));
  } catch (error) {
    if (!(error instanceof Stopped)) print(shown, "error", `${error.message}\n`);
    running.done(error instanceof Stopped ? "Stopped" : "Python has ended by itself");
    if (error instanceof Stopped) engine().begin();
  }
  const hadFocus = document.activeElement === stop;
  go.disabled = false;
  stop.hidden = true;
  if (hadFocus) go.focus();
}

// The files and the commands of a block.
async function asked(page, number) {
  if (!pages.has(page)) pages.set(page, fetch(SITE + page).then((answer) => answer.json()));
  const { writes, runs } = await pages.get(page);
  return { files: writes.slice(0, runs[number].files), commands: runs[number].commands };
}

function print(shown, kind, text) {
  const atEnd = shown.scrollTop + shown.clientHeight >= shown.scrollHeight - 4;
  const piece = document.createElement("span");
  piece.textContent = text;
  if (kind === "error") piece.className = "mx-error";
  shown.append(piece);
  if (atEnd) shown.scrollTop = shown.scrollHeight;
}
