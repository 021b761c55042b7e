// The board that was found in a game's states, drawn and clicked by its data alone.

const SIDE = 40; // of a square, and the margin around the board, in pixels of the picture
const MARGIN = 14;

/** The board of a game; null where none was found. */
export function boardOf(game) {
  return game.facts.board === null ? null : new Board(game.facts.board);
}

class Board {
  constructor(data) {
    this.data = data;
    this.pieces = []; // the pictures of contents, which stand in the picture of the empty board
    this.empty = data.picture.replace(/<defs><g id="content(\d+)">([\s\S]*?)<\/g><\/defs>/g, (_, number, drawn) => {
      this.pieces[number] = drawn;
      return "";
    });
    this.cells = data.cells.map(([column, row, sources, table]) => {
      const places = sources.map(([word, bit]) => (bit < 0 ? [word, 0n, -1n] : [word, BigInt(bit), 1n]));
      return { column, row, places, table: data.tables[table] };
    });
  }

  // The number of what stands on each cell, -1 for nothing; null where words have values that the data say nothing of.
  read(state) {
    if (this.data.constant.some(([word, value]) => state[word] !== BigInt(value))) return null;
    const found = this.cells.map(({ places, table }) => table[places.map(([word, bit, mask]) => (state[word] >> bit) & mask).join()]);
    return found.includes(undefined) ? null : found;
  }

  /** The picture of a state; null where it is not sure. */
  draw(state) {
    const found = this.read(state);
    if (found === null) return null;
    const drawn = found.map((content, number) => {
      const { column, row } = this.cells[number];
      return content < 0 ? "" : `<g transform="translate(${SIDE * column} ${SIDE * row})">${this.pieces[content]}</g>`;
    });
    return this.empty.replace(/<\/svg>\s*$/, `${drawn.join("")}</svg>`);
  }

  /** A state as lines of signs; null where it is not sure. */
  text(state) {
    const found = this.read(state);
    if (found === null) return null;
    const rows = Array.from({ length: this.data.rows }, () => Array(this.data.columns).fill(""));
    found.forEach((content, number) => {
      const { column, row } = this.cells[number];
      rows[row][column] = content < 0 ? "." : this.data.contents[content][2];
    });
    const wide = Math.max(...rows.flat().map((sign) => sign.length));
    return rows.map((row) => row.map((sign) => sign.padStart(wide)).join(" ")).join("\n");
  }

  /** The areas that a person clicks one after the other for a move of that player; none where it shows on no cell. */
  areas(state, move, mover) {
    const pit = this.data.sown[`${mover}:${move.words.join()}`];
    const cells = pit === undefined ? this.touched(this.read(state), this.read(move.next), mover) : [pit];
    return cells.map(([column, row]) => [MARGIN + SIDE * column, MARGIN + SIDE * row, SIDE, SIDE]);
  }

  // As `Board.touched` in Python: where a man leaves, then where it comes to, or the cell that is filled.
  touched(before, after, mover) {
    if (before === null || after === null || this.data.contents.every(([player]) => player === null)) return [];
    const owner = (content) => (content < 0 ? null : this.data.contents[content][0]);
    const amount = (content) => this.data.contents[content][1];
    const changed = this.cells.map((_, number) => number).filter((number) => before[number] !== after[number]);
    const isMine = (contents, cell) => contents[cell] >= 0 && owner(contents[cell]) === mover;
    const has = (contents, cell) => contents[cell] >= 0;
    const mine = changed.filter((cell) => isMine(before, cell));
    const left = mine.filter((cell) => !isMine(after, cell) || amount(after[cell]) < amount(before[cell]));
    const placed = changed.filter((cell) => !has(before, cell) && isMine(after, cell));
    const taken = changed.filter((cell) => has(before, cell) && !mine.includes(cell) && isMine(after, cell));
    const isNeutral = (cell) => (!has(before, cell) || left.includes(cell)) && has(after, cell) && owner(after[cell]) === null;
    const neutral = changed.filter(isNeutral);
    const gone = changed.filter((cell) => has(before, cell) && !has(after, cell) && !left.includes(cell));
    const stayed = mine.filter((cell) => !left.includes(cell));
    const others = left.length === 1 && neutral.length === 0 ? (gone.length ? gone : stayed) : stayed;
    let ends = placed.length ? placed : taken.length ? taken : others;
    const isPair = ends.length + neutral.length === 0 && left.length === 1 && changed.length === 2;
    if (left.length > 0 && (this.data.stacked || isPair)) ends = changed.filter((cell) => !left.includes(cell));
    const told = (cells) => cells.map((cell) => [this.cells[cell].column, this.cells[cell].row]);
    if (left.length === 0 && ends.length === 0) {
      if (gone.length === 1 && neutral.length === 1) return told([...gone, ...neutral]);
      return changed.length === 1 ? told(changed) : [];
    }
    if (left.length > 1 || (ends.length > 2 && left.length === 0)) return [];
    if (ends.length > 1 && left.length > 0) {
      const from = this.cells[left[0]];
      const far = (cell) => Math.abs(this.cells[cell].column - from.column) + Math.abs(this.cells[cell].row - from.row);
      ends.sort((one, other) => far(one) - far(other));
    }
    return told([...left, ...ends, ...neutral]);
  }
}
