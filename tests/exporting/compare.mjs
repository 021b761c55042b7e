// Compares what a module answers with what native code did: node compare.mjs ENGINE MODULE EXPECTED; prints each difference.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , engine, file, expected] = process.argv;
const { load } = await import(pathToFileURL(engine));
const game = await load(readFileSync(file));
const different = (what, got, wanted) => {
  if (JSON.stringify(got) !== JSON.stringify(wanted)) console.log(`${what}: got ${JSON.stringify(got)}, natively ${JSON.stringify(wanted)}`);
};
for (const [number, each] of JSON.parse(readFileSync(expected)).entries()) {
  const state = BigInt64Array.from(each.state, BigInt);
  const at = `position ${number}`;
  const look = game.look(state);
  different(`${at}, player`, look.player, each.player);
  different(`${at}, moves`, look.moves.map((move) => move.text), each.moves);
  different(`${at}, states after moves`, look.moves.map((move) => Array.from(move.next, String)), each.children);
  different(`${at}, board`, look.board, each.board);
  different(`${at}, picture`, look.picture, each.picture);
  different(`${at}, perft`, game.perft(state, each.plies), each.perft);
  if (each.search) {
    game.forget();
    const found = game.search(state, { depth: each.depth });
    different(`${at}, search`, [found.value, found.nodes, found.depth, found.line.join(" ")], each.search);
  }
  const sorted = (values) => Object.fromEntries(Object.entries(values).sort());
  for (const [kind, limits] of each.exact ? [["exact", { depth: Math.min(each.depth, 3) }], ["valued", { nodes: each.nodes }]] : []) {
    const found = game.search(state, { ...limits, exact: true, fresh: true });
    const rows = Object.fromEntries(found.rows.map((row) => [row.move, row.value]));
    const [value, depth, searched] = each[kind];
    different(`${at}, ${kind} search`, [found.value, found.depth, sorted(rows)], [value, depth, sorted(searched)]);
  }
  if (each.limited) {
    game.forget();
    const found = game.search(state, { nodes: each.nodes });
    different(`${at}, limited search`, [found.value, found.depth, found.nodes, found.move], each.limited);
  }
  const sampled = game.montecarlo(state, { simulations: each.simulations, seed: each.seed });
  different(`${at}, move sampled`, [sampled.move, sampled.payoffs], each.sampled);
  different(`${at}, simulations`, sampled.simulations, each.done);
  different(`${at}, visits`, Object.fromEntries(sampled.rows.map((row) => [row.move, row.visits]).sort()), each.visits);
}
console.log("compared");
