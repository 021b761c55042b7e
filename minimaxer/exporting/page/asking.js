// What the page asks: a table in this page, where `minimaxer web` asks its server.

import { load } from "./engine.js";
import { Refused, Table } from "./table.js";

export { Refused };

/** What is said where no answer comes. */
export const GONE = "The game could not be loaded.";

const address = new URL("../game.wasm", import.meta.url);
const opened = load(address)
  .then((game) => new Table(game, address, document.title))
  .catch((error) => {
    throw new Refused(`The game cannot be played here: ${error.message}`);
  });

/** The table: at once, or as soon as it has another version than the one given. */
export async function look(version = null) {
  return (await opened).look(version);
}

/** There is no server to ask here. */
export const post = async () => {};

/** Does something at the table, and gives the table as it is then. */
export async function act(action, fields = {}) {
  return (await opened).act(action, fields);
}

/** The picture of the board as text, now or after `at` moves. */
export async function picture(at = null) {
  return (await opened).picture(at);
}

/** The address of the curve of a game: no game is reviewed here. */
export async function curveAddress() {
  return "";
}
