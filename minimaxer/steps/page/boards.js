// Boards, put together from their pieces, with what the last move changed marked.
// A picture is shown as an image: nothing in it can run, load or reach the page.

const SHAPES = /^<(circle|ellipse|rect|path|polygon|polyline|line|use|image)\b/;
const MARK = "#d81b60";

class Boards {
  constructor(packed) {
    this.kind = packed.kind;
    this.pieces = packed.pieces;
    let last = [];
    this.rows = packed.rows.map(([same, tail, ...middle]) => {
      last = [...last.slice(0, same), ...middle, ...last.slice(last.length - tail)];
      return last;
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
    return texts.map((text, place) => (isNew[place] ? marked(text, hasShape) : text)).join("");
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

// A shape with a bright border; where no shape is new, a text in a bright colour.
function marked(text, hasShape) {
  const [tag] = text.split(">", 1);
  if (/\sstyle\s*=/.test(tag)) return text;
  if (SHAPES.test(text)) return text.replace(/^<[a-z]+/, (begin) => `${begin} style="stroke:${MARK};stroke-width:3px"`);
  if (!hasShape && /^<text\b/.test(text)) return text.replace(/^<text/, `<text style="fill:${MARK};font-weight:bold"`);
  return text;
}

// A new element of the page.
function made(tag, attributes, text) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}
