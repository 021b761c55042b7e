// The benchmark game of minimaxer_games.mancala.kalah_benchmark for the npm package `minimaxer`: one JSON line per depth and
// configuration. Usage: node kalah.mjs FOLDER_OF_THE_PACKAGE RUNS DEPTH...
import { pathToFileURL } from "node:url";
import path from "node:path";

const [folder, runs, ...depths] = process.argv.slice(2);
const library = await import(pathToFileURL(path.join(folder, "dist", "index.js")));
const { Node } = library;

const ROOT = 0, INNER = 1, LEAF = 2, MAX = 1, MIN = -1, DEPTH = 0, DEEPENING = 2, NONE = 0, ALPHA_BETA = 1;
const MOST_MS = 5000;
const HOUSES = 6, SEEDS = 4, STORE = [6, 13], FIRST = [0, 7];

function initial() {
    const pits = new Array(14).fill(SEEDS);
    pits[STORE[0]] = pits[STORE[1]] = 0;
    return { pits, player: 0 };
}

function moves(state) {
    const found = [];
    for (let house = 0; house < HOUSES; house++) {
        if (state.pits[FIRST[state.player] + house] > 0) found.push(house);
    }
    return found;
}

function play(state, house) {
    const pits = state.pits.slice();
    const player = state.player;
    const skipped = STORE[1 - player];
    let pit = FIRST[player] + house;
    let seeds = pits[pit];
    pits[pit] = 0;
    while (seeds > 0) {
        pit = pit === 13 ? 0 : pit + 1;
        if (pit !== skipped) {
            pits[pit]++;
            seeds--;
        }
    }
    const inside = pit >= FIRST[player] && pit < STORE[player];
    if (inside && pits[pit] === 1 && pits[12 - pit] > 0) {
        pits[STORE[player]] += pits[12 - pit] + 1;
        pits[pit] = pits[12 - pit] = 0;
    }
    return { pits, player: 1 - player };
}

function isOver(state) {
    let one = 0, other = 0;
    for (let house = 0; house < HOUSES; house++) {
        one += state.pits[house];
        other += state.pits[7 + house];
    }
    return one === 0 || other === 0;
}

function createChild(parent, move) {
    const state = play(parent.gamestate, move);
    const node = new Node(isOver(state) ? LEAF : INNER, state, move, 0, state.player === 0 ? MAX : MIN, []);
    node.value = state.pits[STORE[0]] - state.pits[STORE[1]];
    return node;
}

const CONFIGURATIONS = {
    "plain minimax": { method: DEPTH, pruning: NONE, deepest: 6 },
    "optimal function": { optimal: true },
    "generator, built-in sort": { genBased: true, presort: true, sortMethod: 0 },
    "generator, bubble": { genBased: true, presort: true, sortMethod: 1 },
    "generator, efficient bubble": { genBased: true, presort: true, sortMethod: 2 },
    "all children, built-in sort": { presort: true, sortMethod: 0 },
    "all children, efficient bubble": { presort: true, sortMethod: 2 },
};

function search(kind, depth, { deepest, ...settings }) {
    const options = Object.assign(new library[`${kind}Opts`](), { method: DEEPENING, depth, initialDepth: 1, pruning: ALPHA_BETA }, settings);
    const tree = new library[kind](new Node(ROOT, initial(), 0, 0, MAX, []), options);
    tree.GetMoves = (node) => moves(node.gamestate);
    tree.CreateChildNode = createChild;
    const began = performance.now();
    const { value, move, nodes } = tree.evaluate();
    return { seconds: (performance.now() - began) / 1000, value, move, nodes };
}

for (const kind of ["Minimax", "Negamax"]) {
    for (const [name, settings] of Object.entries(CONFIGURATIONS)) {
        if (kind === "Minimax" && settings.optimal) continue; // in that class it searches without pruning
        for (const depth of depths.map(Number)) {
            if (depth > (settings.deepest ?? depth)) continue; // it would take minutes
            const warm = search(kind, depth, settings);
            for (let run = 0; run < Number(runs) / 10; run++) search(kind, depth, settings); // Node compiles what runs often
            const spent = process.cpuUsage();
            const seconds = [];
            const began = performance.now();
            while (seconds.length < Number(runs) && (seconds.length < 5 || performance.now() - began < MOST_MS)) {
                seconds.push(search(kind, depth, settings).seconds);
            }
            const { user, system } = process.cpuUsage(spent);
            const cpu = (user + system) / 1e6 / seconds.length; // garbage collection included
            console.log(JSON.stringify({ kind, name, depth, value: warm.value, move: warm.move, nodes: warm.nodes, seconds, cpu }));
        }
    }
}
