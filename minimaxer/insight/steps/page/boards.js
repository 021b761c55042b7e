// Boards, put together from their pieces, with what the last move changed marked.
// A picture is shown as an image: nothing in it can run, load or reach the page.

const SHAPES = /^<(circle|ellipse|rect|path|polygon|polyline|line|use|image)\b/;
const MARKS = `<style>[data-new-shape]{stroke:#d81b60!important;stroke-width:3px!important}[data-new-text]{fill:#d81b60!important;font-weight:bold}
@media (prefers-color-scheme:dark){[data-new-shape]{stroke:#ff80ab!important}[data-new-text]{fill:#ff80ab!important}}</style>`;

class Boards {
  constructor(packed) {
    this.kind = packed.kind;
    this.pieces = packed.pieces;
    const board = [];
    this.rows = packed.rows.map((edits) => {
      for (const [place, gone, ...pieces] of edits) board.splice(place, gone, ...pieces);
      return [...board];
    });
  }

  // An element that shows a board; what differs from the board before is marked.
  element(board, before, words) {
    if (board < 0) return made("p", { class: "none" }, "This board is too long to be kept.");
    if (this.kind === "svg") {
      const source = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(this.picture(board, before));
      return made("img", { src: source, alt: words });
    }
    return this.written(board, before, words);
  }

  picture(board, before) {
    const old = new Map();
    if (before >= 0) for (const piece of this.rows[before]) old.set(piece, (old.get(piece) || 0) + 1);
    const isNew = this.rows[board].map((piece) => {
      const count = old.get(piece) || 0;
      if (count) old.set(piece, count - 1);
      return before >= 0 && !count;
    });
    const texts = this.rows[board].map((piece) => this.pieces[piece]);
    const hasShape = texts.some((text, place) => isNew[place] && SHAPES.test(text));
    const picture = texts.map((text, place) => (isNew[place] ? marked(text, hasShape) : text)).join("");
    const end = picture.lastIndexOf("</svg");
    return picture.slice(0, end) + MARKS + picture.slice(end);
  }

  written(board, before, words) {
    const lines = this.rows[board].map((piece) => this.pieces[piece]);
    const old = before < 0 ? lines : this.rows[before].map((piece) => this.pieces[piece]);
    const element = made("pre", { role: "img", "aria-label": words });
    lines.forEach((line, place) => [...line].forEach((sign, column) => {
      const changed = sign.trim() && sign !== [...(old[place] || "")][column];
      const last = element.lastChild;
      if (last && (last.nodeName === "MARK") === Boolean(changed)) last.textContent += sign;
      else element.append(changed ? made("mark", {}, sign) : made("span", {}, sign));
    }));
    return element;
  }
}

// The tag of a shape that is new; where no shape is, that of a text.
function marked(text, hasShape) {
  if (SHAPES.test(text)) return text.replace(/^<[a-z]+/, (begin) => `${begin} data-new-shape=""`);
  return hasShape ? text : text.replace(/^<text\b/, '<text data-new-text=""');
}

// A new element of the page.
function made(tag, attributes, text) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}
