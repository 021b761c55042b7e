"""The tree tier in Pyodide, under Node: another machine gives the same values."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .parts import part

vendored = part("scripts/vendored.py")
NODE = shutil.which("node")
PROGRAM = """
import json, sys
import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.pig import Pig

def told(result):
    return [result.value, result.move, list(result.pv), result.nodes, result.engine]

print(json.dumps({
    "tic-tac-toe": told(mx.solve(mx.find_game("tic_tac_toe"))),
    "connect four": told(mx.search(ConnectFour(), depth=4)),
    "dice": told(mx.search(Pig(goal=20), depth=4)),
    "system": sys.platform,
}))
"""
RUN = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [folder, program, ...wheels] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: folder, env: { PYTHONHASHSEED: "0" } });
const extractDir = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
for (const wheel of wheels) python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel", { extractDir });
python.runPython(readFileSync(program, "utf8"));
"""


@pytest.mark.thorough
@pytest.mark.skipif(NODE is None, reason="Pyodide runs under Node, which is not there")
def test_values_are_those_of_this_python(tmp_path: Path) -> None:
    """A solved game, a search to a depth and one over dice: values, lines and node counts, with the wheels of the pages."""
    try:
        folder = vendored.pyodide()
    except vendored.Missing as missing:
        pytest.skip(f"there is no Pyodide: {missing}")
    wheels = []
    for name, content in vendored.wheels():
        wheels.append(tmp_path / name)
        wheels[-1].write_bytes(content)
    (tmp_path / "run.mjs").write_text(RUN, encoding="utf-8")
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    own = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, wheels))}
    command = [str(NODE), str(tmp_path / "run.mjs"), str(folder), str(tmp_path / "program.py"), *map(str, wheels)]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stderr[-1_000:]
    here = subprocess.run([sys.executable, "program.py"], capture_output=True, text=True, check=True, cwd=tmp_path, env=own)
    there, expected = json.loads(run.stdout), json.loads(here.stdout)
    assert (there.pop("system"), expected.pop("system")) == ("emscripten", sys.platform)
    assert there == expected
    assert there["tic-tac-toe"][0] == 0
