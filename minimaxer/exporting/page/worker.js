// Searches on a thread of its own, so that the page stays responsive. A search that is not wanted any longer ends with the worker.

import { load } from "./engine.js";

let game = null;

onmessage = async ({ data: { module, kind, state, limits } }) => {
  try {
    game ??= await load(module);
    const tell = (result) => postMessage({ result, isLast: false });
    const found = kind === "search" ? game.search(state, { ...limits, onDepth: tell }) : game.montecarlo(state, { ...limits, onRound: tell });
    postMessage({ result: found, isLast: true });
  } catch (error) {
    postMessage({ error: String(error.message ?? error) });
  }
};
