// From clicks to moves. A move is made by clicking its areas one after the other; some moves share their first areas.

const key = (area) => area.join(" ");

const begins = (move, chosen) => chosen.every((each, place) => place < move.areas.length && key(move.areas[place]) === each);

/**
 * The places that can be clicked now.
 * @param moves The legal moves, each with `text` and `areas`.
 * @param chosen The keys of the areas that were clicked so far.
 * @returns For each place, row by row, its key, its area, the moves that go on there, and whether it begins anew.
 */
export function placesFor(moves, chosen) {
  const places = new Map();
  const add = (area, move, isAnew) => {
    const place = places.get(key(area)) ?? { key: key(area), area, moves: [], isAnew };
    if (place.isAnew === isAnew) place.moves.push(move);
    places.set(key(area), place);
  };
  for (const move of moves)
    if (begins(move, chosen) && move.areas.length > chosen.length) add(move.areas[chosen.length], move, false);
  if (chosen.length > 0)
    for (const move of moves) if (move.areas.length > 0 && key(move.areas[0]) !== chosen[0]) add(move.areas[0], move, true);
  return [...places.values()].sort((one, other) => one.area[1] - other.area[1] || one.area[0] - other.area[0]);
}

/** The moves that are complete after these clicks, and those that go on. */
export function reached(moves, chosen) {
  const open = moves.filter((move) => begins(move, chosen));
  return {
    complete: open.filter((move) => move.areas.length === chosen.length),
    longer: open.filter((move) => move.areas.length > chosen.length),
  };
}

/** What a place is called: its only move, or what the moves' texts have in common at their beginning. */
export function nameOf(place) {
  const texts = place.moves.map((move) => move.text);
  let common = texts[0];
  for (const text of texts) while (!text.startsWith(common)) common = common.slice(0, -1);
  return common || texts.join(", ");
}
