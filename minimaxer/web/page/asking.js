// Requests to the server. The address of the page holds the token, so that all addresses here are relative.

/** What is said where no answer comes. */
export const GONE = "The server does not answer; is `minimaxer web` still running?";

/** An answer that says what was wrong with the request. */
export class Refused extends Error {}

async function answer(response) {
  const given = await response.json();
  if (!response.ok) throw new Refused(given.error);
  return given;
}

/** What the server has at an address. */
export const ask = async (address) => answer(await fetch(address));

/** The table: at once, or as soon as it has another version than the one given. */
export async function look(version = null) {
  return ask(version === null ? "table" : `table?after=${version}`);
}

/** Does something at the table, and gives the table as it is then. */
export async function act(action, fields = {}) {
  const headers = { "content-type": "application/json" };
  return answer(await fetch(`do/${action}`, { method: "POST", headers, body: JSON.stringify(fields) }));
}

/** The address of the curve of a game that was reviewed. */
export async function curveAddress(number) {
  return `curve.svg?number=${number}`;
}

/** The picture of the board as text, now or after `at` moves; null if it must not be seen. */
export async function picture(at = null) {
  const response = await fetch(at === null ? "board.svg" : `board.svg?at=${at}`);
  return response.ok ? response.text() : null;
}
