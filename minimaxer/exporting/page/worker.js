// Searches on a thread of its own, so that the page stays responsive. A search that is not wanted any longer ends with the worker.

import { load } from "./engine.js";

let game = null;

onmessage = async ({ data: { module, state, limits } }) => {
  try {
    game ??= await load(module);
    const tell = (result) => postMessage({ result, isLast: false });
    postMessage({ result: game.think(state, { ...limits, onDepth: tell, onRound: tell }), isLast: true });
  } catch (error) {
    postMessage({ error: String(error.message ?? error) });
  }
};
