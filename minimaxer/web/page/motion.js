// From one picture of a board to the next: pieces slide to where they went, what is gone fades, and what is dropped falls.
//
// All of it is read off the two pictures: shapes that are in both stay, and a shape that looks the same elsewhere has moved there.
// What moves is shown as images, like the board itself, in which nothing can run.

const lasting = (token) => parseFloat(getComputedStyle(document.documentElement).getPropertyValue(token)); // milliseconds
const [SLIDE, STAGGER] = [lasting("--slide"), lasting("--stagger")];
const LATEST = 400; // for the last piece to begin
const LARGEST = 0.2; // of the picture, for what may roll
const MOST_PIECES = 60; // that change; with more, the whole picture has
const NUMBERS = /-?\d*\.?\d+(?:e-?\d+)?/g;
const PLACES = { circle: ["cx", "cy"], ellipse: ["cx", "cy"], line: ["x1", "y1", "x2", "y2"], path: ["d"], polygon: ["points"], g: ["transform"] };
const BOXES = ["image", "rect", "svg", "use"];
const REACHES = { circle: ["r", "r"], ellipse: ["rx", "ry"] };
const KEPT = ["style", "defs", "symbol", "linearGradient", "radialGradient", "pattern", "clipPath", "mask", "filter", "marker"];
const IGNORED = ["title", "desc", ...KEPT]; // what is not drawn where it stands

// Elements of another namespace have no style, which the page's policy would refuse with a message for each.
const [SVG, BARE] = ["//www.w3.org/2000/svg", "//bare.invalid"];

/** A picture as a document, by which nothing is drawn. */
export const parse = (text) => new DOMParser().parseFromString(text.replaceAll(SVG, BARE), "text/xml").documentElement;
const write = (picture) => picture.outerHTML.replaceAll(BARE, SVG);
const numberOf = (element, name) => parseFloat(element.getAttribute(name) ?? 0);
const placesOf = (element) => PLACES[element.tagName] ?? ["x", "y"];
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

// The box of a picture: left, top, width and height.
function boxOf(picture) {
  const box = (picture.getAttribute("viewBox") ?? "").match(NUMBERS)?.map(Number);
  return box?.length === 4 ? box : [0, 0, numberOf(picture, "width"), numberOf(picture, "height")];
}

// A shape: what it looks like wherever it stands, its middle, and how far it reaches from there.
function shapeOf(element) {
  const names = placesOf(element);
  const numbers = names.flatMap((name) => (element.getAttribute(name) ?? "0").match(NUMBERS) ?? [0]).map(Number);
  const [across, down] = [0, 1].map((odd) => numbers.filter((_, place) => place % 2 === odd));
  const isBox = BOXES.includes(element.tagName);
  const [wide, high] = isBox ? [numberOf(element, "width"), numberOf(element, "height")] : [0, 0];
  const [left, right, top, bottom] = [Math.min(...across), Math.max(...across) + wide, Math.min(...down), Math.max(...down) + high];
  const bare = element.cloneNode(true);
  for (const name of names) bare.setAttribute(name, (bare.getAttribute(name) ?? "").replace(NUMBERS, ""));
  const form = numbers.map((number, place) => (number - (place % 2 ? top : left)).toFixed(1));
  const reach = (REACHES[element.tagName] ?? []).map((name) => numberOf(element, name));
  return {
    element,
    text: element.outerHTML,
    look: `${bare.outerHTML} ${form}`,
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    reach: Math.max(...reach, (right - left) / 2, (bottom - top) / 2),
    isNumber: element.tagName === "text" && /^[\d\s.:-]*$/.test(element.textContent),
  };
}

const shapesOf = (picture) => [...picture.children].filter(({ tagName }) => !IGNORED.includes(tagName)).map(shapeOf);

// The shapes that are not among others.
function without(shapes, others) {
  const counts = new Map();
  for (const { text } of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return shapes.filter(({ text }) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  });
}

// Shapes drawn one after the other at one place are one piece, such as a disc and the letter on it.
function piecesOf(shapes) {
  const pieces = [];
  for (const shape of shapes) {
    const piece = pieces.at(-1);
    const follows = piece?.shapes.at(-1).element.nextElementSibling === shape.element;
    if (follows && distance(shape, piece) <= piece.reach) {
      piece.shapes.push(shape);
      piece.look += shape.look;
      piece.isNumber &&= shape.isNumber;
    } else pieces.push({ ...shape, shapes: [shape] });
  }
  return pieces;
}

// Pieces that chance has changed, such as dice: whole ones, even where only a part of them is new.
function rolledOf(now, old, most) {
  const fresh = new Set(without(now, old).map(({ element }) => element));
  const pieces = piecesOf(now.filter(({ reach, isNumber }) => isNumber || (reach > 0 && reach <= most)));
  return pieces.filter(({ shapes, isNumber }) => !isNumber && shapes.some(({ element }) => fresh.has(element)));
}

/**
 * What has changed from one picture to the next.
 * @param areas The areas of the move between them, in percent of the picture: left, top, width and height.
 * @param isChance Whether chance made the move: then what is new rolls, and nothing slides.
 * @returns The pieces that are gone, and those that moved, each with the way back to where it came from; null if too much changed.
 */
export function changesOf(before, after, areas, isChance = false) {
  const [old, now] = [shapesOf(before), shapesOf(after)];
  const [left, top, width, height] = boxOf(after);
  const gone = piecesOf(without(old, now));
  const come = piecesOf(without(now, old));
  if (Math.max(gone.length, come.length) > MOST_PIECES || String(boxOf(before)) !== String(boxOf(after))) return null;
  if (isChance) {
    const rolled = rolledOf(now, old, LARGEST * Math.min(width, height));
    return { gone, moved: rolled.map((piece) => ({ ...piece, right: 0, down: 0, isRolled: true })) };
  }
  const moved = [];
  for (const piece of come) {
    if (piece.isNumber) continue;
    const from = gone.filter(({ look }) => look === piece.look).sort((one, other) => distance(one, piece) - distance(other, piece))[0];
    if (from !== undefined) {
      gone.splice(gone.indexOf(from), 1);
      moved.push({ ...piece, from, right: from.x - piece.x, down: from.y - piece.y });
      continue;
    }
    const column = areas
      .map(([x, y, across, down]) => [left + (x * width) / 100, top + (y * height) / 100, (across * width) / 100, (down * height) / 100])
      .find(([x, y, across, down]) => x <= piece.x && piece.x <= x + across && y <= piece.y && piece.y <= y + down && down > 5 * piece.reach);
    if (column !== undefined && piece.reach > 0) moved.push({ ...piece, right: 0, down: column[1] + piece.reach - piece.y });
  }
  const pieces = moved.filter((piece) => !moved.some((other) => isBehind(piece, other, [...old, ...now])));
  return { gone: [...gone, ...moved.filter((piece) => !pieces.includes(piece)).map(({ from }) => from)], moved: pieces };
}

// True if a piece and another change places, and there are more that look like it: holes do not move when pegs do.
function isBehind(piece, other, shapes) {
  if (piece.from === undefined || other.from === undefined || distance(piece.from, other) + distance(other.from, piece) > piece.reach) return false;
  const count = ({ shapes: [{ look }] }) => shapes.filter((shape) => shape.look === look).length;
  return piece !== other && count(piece) > count(other);
}

const FLIPPED = ["circle", "ellipse", "image", "line", "path", "polygon", "rect", "text", "use"];
const ANCHORS = { start: "end", middle: "middle", end: "start" };
const LETTER = 0.7; // of its size: twice the way from the base line of a letter to its middle

/** The picture as seen from the other side, with letters and pieces upright; null where it has shapes that cannot be moved so. */
export function flipped(text) {
  const picture = parse(text);
  const [left, top, width, height] = boxOf(picture);
  const ends = [2 * left + width, 2 * top + height];
  for (const element of picture.children) {
    const { tagName } = element;
    if (IGNORED.includes(tagName)) continue;
    const isMovable = FLIPPED.includes(tagName) && !element.hasAttribute("transform");
    if (!isMovable || /[a-yAHV]/.test(element.getAttribute("d") ?? "")) return null; // paths by other numbers than pairs of places
    const isBox = BOXES.includes(tagName);
    const sides = [isBox ? numberOf(element, "width") : 0, isBox ? numberOf(element, "height") : 0];
    if (tagName === "text") sides[1] = -LETTER * numberOf(element, "font-size");
    for (const name of placesOf(element)) {
      let axis = ["y", "cy", "y1", "y2"].includes(name) ? 1 : 0;
      const move = (number) => {
        const moved = ends[axis] - number - sides[axis];
        if (["d", "points"].includes(name)) axis = 1 - axis;
        return String(Number(moved.toFixed(3)));
      };
      element.setAttribute(name, (element.getAttribute(name) ?? "0").replace(NUMBERS, move));
    }
    if (tagName === "text") element.setAttribute("text-anchor", ANCHORS[element.getAttribute("text-anchor") ?? "start"]);
  }
  return write(picture);
}

// The picture with the shapes of these pieces alone.
function only(picture, pieces) {
  const kept = picture.cloneNode(false);
  for (const child of picture.children) if (KEPT.includes(child.tagName)) kept.append(child.cloneNode(true));
  for (const { shapes } of pieces) for (const { element } of shapes) kept.append(element.cloneNode(true));
  return kept;
}

/** A picture, given as text, as an image. */
export async function imageOf(text, alt = "") {
  const image = document.createElement("img");
  image.alt = alt;
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode().catch(() => {});
  return image;
}

/**
 * Shows the way from one picture to the next, over the image of the first.
 * @param picture The image of the first one.
 * @param before The first picture, as text.
 * @param after The next one.
 * @param areas The areas of the move between them, in percent.
 * @param isChance Whether chance made the move.
 * @returns What now covers the image, for the caller to remove once it shows the next picture; nothing if nothing moved.
 */
export async function animate(picture, before, after, areas, isChance) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return;
  const [old, now] = [parse(before), parse(after)];
  const changes = changesOf(old, now, areas, isChance);
  if (changes === null || changes.gone.length + changes.moved.length === 0) return;
  const [left, top, width, height] = boxOf(now);
  const movers = changes.moved.map((piece) => only(now, [piece]));
  const fading = only(old, changes.gone);
  for (const { shapes } of changes.moved) for (const { element } of shapes) element.remove();
  const images = await Promise.all([now, fading, ...movers].map((each) => imageOf(write(each))));
  const stage = document.createElement("div");
  stage.className = "stage";
  stage.append(...images);
  picture.after(stage);
  const gap = Math.min(STAGGER, LATEST / Math.max(1, movers.length - 1));
  const options = { duration: SLIDE, easing: "ease-in-out", fill: "both" };
  images[1].animate({ opacity: [1, 0] }, options);
  changes.moved.forEach(({ x, y, right, down, isRolled }, number) => {
    const image = images[number + 2];
    image.style.transformOrigin = `${(100 * (x - left)) / width}% ${(100 * (y - top)) / height}%`;
    const start = isRolled ? "rotate(-270deg) scale(0.4)" : `translate(${(100 * right) / width}%, ${(100 * down) / height}%)`;
    image.animate({ transform: [start, "none"] }, { ...options, delay: number * gap });
  });
  await new Promise((resolve) => setTimeout(resolve, SLIDE + Math.max(0, movers.length - 1) * gap));
  return stage;
}
