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

/** Asks for something to be done at an address. */
export async function post(address, fields = {}) {
  const headers = { "content-type": "application/json" };
  return answer(await fetch(address, { method: "POST", headers, body: JSON.stringify(fields) }));
}

/** Does something at the table, and gives the table as it is then. */
export const act = (action, fields) => post(`do/${action}`, fields);

/** The address of the curve of a game that was reviewed. */
export async function curveAddress(number) {
  return `curve.svg?number=${number}`;
}

/** The picture of the board as text, now or after `at` moves; null if it must not be seen. */
export async function picture(at = null) {
  const response = await fetch(at === null ? "board.svg" : `board.svg?at=${at}`);
  return response.ok ? response.text() : null;
}
