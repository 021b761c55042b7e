// Python for a page: one worker, begun when something is first asked of it, and anew after it was stopped.

/** What a request gives that was stopped. */
export class Stopped extends Error {}

class Engine {
  #worker = null;
  #asked = new Map();
  #next = 1;
  #watching = new Set();

  /** How far the start has come: the stages so far, each with its seconds. */
  stages = [];

  /** Whether Python is there, or on its way. */
  get isBegun() {
    return this.#worker !== null;
  }

  /** Begins; asking does so too. */
  begin() {
    if (this.#worker !== null) return;
    this.stages = [];
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#take(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.end(new Error(event.message || "the files of Python cannot be loaded"));
    };
  }

  /** Has a function told what nobody asked for: `stage` while Python begins, and `table` when a table has changed. */
  watch(told) {
    this.#watching.add(told);
  }

  /**
   * Asks for something.
   * @param kind What for.
   * @param fields What the request holds.
   * @param told Is called with the kind and the value of what comes before the answer.
   * @returns The answer; `id` is set on the promise, for `hint`.
   */
  ask(kind, fields = {}, told = () => {}) {
    this.begin();
    const id = this.#next++;
    const answer = new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject, told }));
    this.#worker.postMessage({ ...fields, id, kind });
    answer.id = id;
    return answer;
  }

  /** Asks a search to end with what it has found. */
  halt(id) {
    this.#worker?.postMessage({ id, kind: "stop" });
  }

  /** Ends Python, whatever it is at; what was asked of it fails with the reason. */
  end(reason = new Stopped()) {
    this.#worker?.terminate();
    this.#worker = null;
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    for (const each of asked) each.reject(reason);
  }

  #take({ id, kind, value }) {
    if (kind === "stage") this.stages.push(value);
    if (id === null) {
      for (const told of this.#watching) told(kind, value);
      return;
    }
    const asked = this.#asked.get(id);
    if (!asked) return;
    if (kind !== "done" && kind !== "failed") {
      asked.told(kind, value);
      return;
    }
    this.#asked.delete(id);
    if (kind === "done") asked.resolve(value);
    else asked.reject(new Error(value));
  }
}

let only = null;

/** The one of this page. */
export function engine() {
  only ??= new Engine();
  return only;
}
