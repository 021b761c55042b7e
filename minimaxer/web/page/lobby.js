// The games to choose from: a card for each, and the records of this folder.

import { ask, GONE, post, Refused } from "./asking.js";
import { onFile } from "./files.js";

const at = (id) => document.getElementById(id);

function made(name, fields, ...children) {
  const element = Object.assign(document.createElement(name), fields);
  element.append(...children);
  return element;
}

async function choose(kind, value) {
  try {
    document.body.classList.add("busy");
    await post(`lobby/${kind}`, { [kind]: value });
    location.reload();
  } catch (error) {
    document.body.classList.remove("busy");
    complain(error);
  }
}

function complain(error) {
  at("failure").textContent = error instanceof Refused ? error.message : GONE;
  at("failure").hidden = false;
  at("failure").scrollIntoView();
}

function card({ name, title, own }) {
  const words = made("span", { textContent: own ? name : title });
  const button = made("button", { type: "button", onclick: () => choose("game", name) }, words);
  if (!own) {
    const picture = made("img", { src: `lobby.svg?game=${encodeURIComponent(name)}`, alt: "", loading: "lazy" });
    picture.onerror = () => picture.remove();
    button.prepend(picture);
  }
  return made("li", {}, button);
}

const recordRow = ({ file, game, names, moves }) =>
  made("li", {}, made("button", { type: "button", textContent: `${file}: ${game}, ${names.join(" – ")}, ${moves} moves`, onclick: () => choose("file", file) }));

onFile((text) => choose("text", text));

const { games, records } = await ask("lobby").catch((error) => (complain(error), { games: [], records: [] }));
at("games").replaceChildren(...games.filter(({ own }) => !own).map(card));
at("own").replaceChildren(...games.filter(({ own }) => own).map(card));
at("records").replaceChildren(...records.map(recordRow));
at("own-part").hidden = at("own").children.length + at("records").children.length === 0;
