"""Exported games against native code: `python -m tests.benchmarks.exported connect_four reversi mancala FILE:CLASS`.

For each game: the bytes of its page as a server sends them (compressed), when the page is ready, how late its timers are while it
thinks, and the nodes a second of alpha-beta to a depth, on one thread natively, in Node and in Chromium, by turns. Needs Node,
Chromium and playwright.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import subprocess
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import minimaxer as mx

from ..needs import CHROMIUM

DEPTHS: Final = {"connect_four": 18, "reversi": 14, "mancala": 16}
DEPTH: Final = 7
"""For a game that is not among them."""
SEARCHED: Final = """
const game = await load(source);
const rates = [];
for (let round = 0; round < 2; round++) { // the second time, all code is fast code
  game.forget();
  const began = performance.now();
  const { nodes } = game.search(game.initial(), { depth });
  rates.push((1000 * nodes) / (performance.now() - began));
}
"""
IN_NODE: Final = """
import { readFileSync } from "node:fs";
const [engine, file, depth] = process.argv.slice(1);
const { load } = await import(engine);
const source = readFileSync(file);
%s
console.log(rates[1]);
"""
IN_BROWSER: Final = """async (depth) => {
const { load } = await import("./page/engine.js");
const source = "game.wasm";
%s
return rates[1];
}"""
LATE: Final = """() => new Promise((resolve) => {
  let last = performance.now(), worst = 0;
  setInterval(() => { const now = performance.now(); worst = Math.max(worst, now - last - 10); last = now; }, 10);
  setTimeout(() => resolve(worst), 2500);
})"""
"""The milliseconds by which a timer of the page was late at most."""


class _Files(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Says nothing."""


def natively(game: Any, depth: int) -> float:
    """Nodes a second."""
    with closing(mx.Search(game, mx.AlphaBetaOptions(table="16MB"))) as search:
        search.ready()
        began = time.perf_counter()
        nodes = search.run(game.initial(), mx.Limits(depth=depth)).nodes
        return nodes / (time.perf_counter() - began)


def in_node(folder: Path, depth: int) -> float:
    """Nodes a second."""
    words = [(folder / "page" / "engine.js").as_uri(), str(folder / "game.wasm"), str(depth)]
    command = ["node", "--input-type=module", "-e", IN_NODE % SEARCHED, *words]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def measure(name: str, rounds: int) -> dict[str, Any]:
    """The row of a game."""
    from playwright import sync_api

    game, depth = mx.compile(mx.find_game(name)), DEPTHS.get(name, DEPTH)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        mx.export(game, folder)
        size = sum(len(gzip.compress(each.read_bytes(), 9)) for each in folder.rglob("*") if each.is_file())
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=made))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with sync_api.sync_playwright() as playwright, ThreadPoolExecutor(1) as threads:
            page = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"]).new_page()
            ready, late, rates = [], 0.0, dict[str, list[float]]()
            for _ in range(rounds):
                page.goto(f"http://127.0.0.1:{server.server_port}/")
                page.wait_for_selector("body:not(.waiting)")
                ready.append(page.evaluate("performance.now()"))
                rates.setdefault("native", []).append(threads.submit(natively, game, depth).result())
                rates.setdefault("node", []).append(in_node(folder, depth))
                rates.setdefault("chromium", []).append(page.evaluate(IN_BROWSER % SEARCHED, depth))
            page.goto(f"http://127.0.0.1:{server.server_port}/")
            page.wait_for_selector("body:not(.waiting)")
            page.click("#new")
            page.fill("#seconds", "2")
            page.click("#setup button[value=begin]")
            page.click("#hint")
            late = page.evaluate(LATE)
        server.shutdown()
        server.server_close()
    native = statistics.median(rates["native"])
    shares = {key: round(statistics.median(each) / native, 2) for key, each in rates.items() if key != "native"}
    figures = {
        "bytes": size,
        "ready_ms": round(statistics.median(ready)),
        "late_ms": round(late),
        "nodes_a_second": round(native),
    }
    return {"game": name, "depth": depth, **figures, **shares}


def main() -> None:
    """Measures what the command line names, and prints a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(DEPTHS))
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    for name in given.games:
        print(json.dumps(measure(name, given.rounds)), flush=True)


if __name__ == "__main__":
    main()
