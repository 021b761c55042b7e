// Runs Python: Pyodide with the real package, both from beside this file. It answers one request after another.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const HERE = new URL("./", import.meta.url).href;
const began = performance.now();
const stopped = new Set();
let asking = null;
let isGoingOn = false;
let driver = null;

const tell = (id, kind, value = null) => postMessage({ id, kind, value });
const rest = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

async function get(name, as) {
  const answer = await fetch(HERE + name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer[as]();
}

async function start() {
  const told = (stage) => tell(null, "stage", { stage, seconds: (performance.now() - began) / 1000 });
  const wheels = get("vendored.json", "json").then(({ wheels }) => Promise.all(wheels.map((name) => get(`wheels/${name}`, "arrayBuffer"))));
  const text = get("driver.py", "text");
  const python = await loadPyodide({ indexURL: `${HERE}pyodide/`, env: { PYTHONHASHSEED: "0" } });
  told("python");
  const extractDir = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  for (const wheel of await wheels) python.unpackArchive(wheel, "wheel", { extractDir });
  told("unpacked");
  python.setStdout(stream("out"));
  python.setStderr(stream("error"));
  python.FS.writeFile(`${extractDir}/driver.py`, await text);
  python.runPython("import sys\nfor each in (sys.stdout, sys.stderr): each.reconfigure(line_buffering=True)");
  driver = python.pyimport("driver");
  told("ready");
}

// What is printed goes out at once, as text; a letter of several bytes may come in two parts.
function stream(kind) {
  const decoder = new TextDecoder();
  return {
    write(bytes) {
      tell(asking, kind, decoder.decode(bytes, { stream: true }));
      return bytes.length;
    },
  };
}

const answers = {
  run({ given }) {
    return driver.run(JSON.stringify(given));
  },
  async search({ id, source, seconds }) {
    const wrong = driver.asked.search(source, seconds);
    if (wrong !== undefined) return { wrong };
    for (;;) {
      const row = driver.asked.row();
      if (row === undefined) return { stopped: false };
      tell(id, "row", JSON.parse(row));
      await rest(0);
      if (stopped.delete(id)) {
        driver.asked.stop();
        return { stopped: true };
      }
    }
  },
  open({ name, source }) {
    return { wrong: driver.asked.open(name, source ?? undefined) ?? null };
  },
  look() {
    return JSON.parse(driver.asked.table.look());
  },
  act({ action, fields }) {
    const answer = JSON.parse(driver.asked.table.ask(action, JSON.stringify(fields)));
    goOn();
    return answer;
  },
  text({ name, at }) {
    return driver.asked.table.text(name, at ?? undefined) ?? null;
  },
};

// What the AI at the table has to do, a slice at a time; the page is told whenever the table has changed.
async function goOn() {
  if (isGoingOn) return;
  isGoingOn = true;
  let version = null;
  while (driver.asked.table) {
    const wait = driver.asked.table.go_on();
    if (driver.asked.table.version !== version) tell(null, "table", JSON.parse(driver.asked.table.look()));
    version = driver.asked.table.version;
    if (wait === undefined) break;
    await rest(wait);
  }
  isGoingOn = false;
}

const started = start();
onmessage = async ({ data }) => {
  if (data.kind === "stop") {
    stopped.add(data.id);
    return;
  }
  try {
    await started;
    asking = data.id;
    tell(data.id, "begun");
    tell(data.id, "done", await answers[data.kind](data));
  } catch (error) {
    tell(data.id, "failed", String(error.message ?? error));
  }
};
