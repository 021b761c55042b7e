"""Searches that are put aside and taken up: the same nodes as if nothing had been, and files that are not what they should be."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.cli import main
from minimaxer.cli.commands.solve import solve_on
from minimaxer.families.montecarlo.options import MonteCarloDetails

SMALL = "connect_four:width=5,height=4"
WHOLE = mx.AlphaBetaOptions(table="1MB")


@pytest.fixture(scope="module")
def game() -> Any:
    """Connect four on 5x4, drawn."""
    return mx.compile(mx.find_game(SMALL), check=False)


def twice(search: mx.Search[Any, Any], path: Path, game: Any) -> tuple[mx.Search[Any, Any], mx.Search[Any, Any]]:
    """A search, and the same from its file."""
    search.save(path)
    return search, mx.Search.restore(path, game)


def test_depths_visit_the_same_nodes(game: Any, tmp_path: Path) -> None:
    """After moves and searches, with what was learnt; the table matters: a new search visits other nodes."""
    search = mx.Search(game, mx.AlphaBetaOptions(table="1MB", history=True, killers=True, shuffle=True, seed=5))
    search.run(limits=mx.Limits(depth=8))
    search.advance(2)
    search.run(limits=mx.Limits(depth=8))
    search, restored = twice(search, tmp_path / "a", game)
    one, other = (each.run(limits=mx.Limits(depth=12)) for each in (search, restored))
    assert (one.nodes, one.pv, one.value) == (other.nodes, other.pv, other.value)
    state = game.play(game.initial(), 2)
    assert mx.Search(game, search.options).run(state, mx.Limits(depth=12)).nodes != one.nodes


def test_solving_goes_on(game: Any, tmp_path: Path) -> None:
    """What is left takes the same nodes here and from the file, and both together little more than all at once."""
    whole = mx.Search(game, WHOLE).solve()
    search = mx.Search(game, WHOLE)
    part = search.solve(limits=mx.Limits(nodes=whole.nodes // 2))
    assert not part.solved
    search, restored = twice(search, tmp_path / "a", game)
    rest, other = search.solve(), restored.solve()
    assert rest.solved
    assert rest.value == other.value == whole.value == 0
    assert rest.nodes == other.nodes < 0.7 * whole.nodes


def test_what_was_never_begun_is_saved_too(game: Any, tmp_path: Path) -> None:
    """Options and the moves played, without a table."""
    search = mx.Search(game, WHOLE)
    search.advance(0)
    _, restored = twice(search, tmp_path / "a", game)
    assert restored.options == search.options
    assert restored.run(limits=mx.Limits(depth=1)).pv[0] in range(5)
    assert restored.advance(1) == search.advance(1)


def test_two_threads_go_on(game: Any, tmp_path: Path) -> None:
    """The number of workers is kept."""
    search = mx.Search(game, WHOLE, threads=2)
    search.solve(limits=mx.Limits(nodes=30_000))
    _, restored = twice(search, tmp_path / "a", game)
    result = restored.solve()
    assert result.value == 0
    assert result.workers is not None
    assert result.workers.asked == 2


def visits(result: mx.SearchResult[Any]) -> int:
    """Simulations that the tree knows of."""
    assert isinstance(result.details, MonteCarloDetails)
    return result.details.visits


@pytest.mark.parametrize("threads", [1, 2])
def test_simulations_go_where_they_would_have_gone(game: Any, tmp_path: Path, threads: int) -> None:
    """After moves and searches; by two threads at least the visits are kept."""
    search = mx.Search(game, mx.MonteCarloOptions(seed=5, memory="4MB"), algorithm="montecarlo", threads=threads)
    search.run(limits=mx.Limits(simulations=2_000))
    search.advance(2)
    search.run(limits=mx.Limits(simulations=500))
    search, restored = twice(search, tmp_path / "a", game)
    one, other = (each.run(limits=mx.Limits(simulations=1_500)) for each in (search, restored))
    assert visits(one) == visits(other) > 2_000
    if threads == 1:
        assert (one.nodes, one.moves) == (other.nodes, other.moves)
        assert search.advance(one.move) == restored.advance(one.move)
        assert restored.run(limits=mx.Limits(simulations=50)).moves == search.run(limits=mx.Limits(simulations=50)).moves


def test_nodes_of_strangers(game: Any, tmp_path: Path) -> None:
    """Links that lead anywhere, moves that no rules give, and more nodes than there is room for are refused."""
    path = tmp_path / "a"
    search = mx.Search(game, mx.MonteCarloOptions(seed=5, memory="1MB"), algorithm="montecarlo")
    search.run(limits=mx.Limits(simulations=100))
    search.save(path)
    good = path.read_bytes()
    line = good.split(b"\n", 2)[1]
    facts = json.loads(line)
    first = len(good) - 32 - sum(facts["parts"].values())
    words = 4  # visits, link, total, move
    link = good[first + 8 : first + 16]
    for place, odd in (
        (1, struct.pack("<q", (1 << 40) << 20 | 5 << 4)),
        (1, struct.pack("<q", 0 << 20 | 5 << 4)),
        (1, struct.pack("<q", 1 << 20 | 3 << 4)),
        (words + 1, link),
        (words + 3, struct.pack("<q", 10**6)),
        (0, struct.pack("<q", -1)),
    ):
        at = first + 8 * place
        path.write_bytes(signed(good[:at] + odd + good[at + 8 :]))
        with pytest.raises(mx.errors.SavedSearchError, match="got something that it never does"):
            mx.Search.restore(path, game)
    path.write_bytes(signed(good, noted=[10**9, *facts["noted"][1:]]))
    with pytest.raises(mx.errors.SavedSearchError, match="got something that it never does"):
        mx.Search.restore(path, game)
    path.write_bytes(signed(good))
    assert visits(mx.Search.restore(path, game).run(limits=mx.Limits(simulations=10))) == 110


@pytest.mark.parametrize("algorithm", ["alphabeta", "montecarlo"])
@pytest.mark.parametrize("fact", ["state", "played"])
def test_states_of_strangers(algorithm: str, fact: str, tmp_path: Path) -> None:
    """Words that no state has are refused before the rules see them."""
    path, game = tmp_path / "a", mx.compile(mx.find_game("tic_tac_toe"), check=False)
    search = mx.Search(game, algorithm=algorithm)
    search.advance(0)
    search.run(limits=mx.Limits(nodes=50))
    search.save(path)
    good = path.read_bytes()
    words = json.loads(good.split(b"\n", 2)[1])["state"]
    for odd in (words[:-1], [*words, 0], [7.5, *words[1:]], ["a", *words[1:]], [10**30, *words[1:]], words[0], "text"):
        path.write_bytes(signed(good, **{fact: odd if fact == "state" else [odd]}))
        with pytest.raises(mx.errors.SavedSearchError, match="got something that it never does"):
            mx.Search.restore(path, game)
    path.write_bytes(signed(good, **{fact: words if fact == "state" else [words]}))
    mx.Search.restore(path, game)


def test_only_what_has_something_to_keep_is_kept(game: Any, tmp_path: Path) -> None:
    """The others say what to take instead; a search at work refuses."""
    told = (
        "expected a search that can be written to a file: of a game that is not compiled, by one worker and any algorithm but "
        "'sampled', 'paranoid' and 'brs'; of a compiled game, by alpha-beta, 'montecarlo' or 'unevaluated'; got "
    )
    seated = mx.find_game("chinese_checkers")
    for search in (mx.Search(game, algorithm="proof"), mx.Search(seated, algorithm="brs")):
        with pytest.raises(mx.OptionError) as refused:
            search.save(tmp_path / "a")
        assert str(refused.value) == f"{told}{search.game!r} searched by {search.algorithm!r}"
    busy = mx.Search(game, WHOLE)
    for _ in busy.iterate(limits=mx.Limits(depth=2)):
        with pytest.raises(mx.errors.SearchBusyError, match=r"no search to be running while it is saved; stop\(\) it first"):
            busy.save(tmp_path / "a")
    assert not list(tmp_path.iterdir())


def test_files_that_are_something_else(game: Any, tmp_path: Path) -> None:
    """Another file, one that was cut or changed, another game, a game that is not compiled."""
    path = tmp_path / "a"
    search = mx.Search(game, WHOLE)
    search.run(limits=mx.Limits(depth=3))
    search.save(path)
    good = path.read_bytes()

    def refusal(content: bytes, given: Any = game) -> str:
        path.write_bytes(content)
        with pytest.raises(mx.errors.SavedSearchError) as refused:
            mx.Search.restore(path, given)
        return str(refused.value).removeprefix(f"{path}: ")

    assert refusal(b"a book") == "expected a file that begins with 'minimaxer search 1', as Search.save writes it"
    changed = bytearray(good)
    changed[len(good) // 2] ^= 1
    for content in (good[:-1], good[:40], bytes(changed), good + b" "):
        assert refusal(content) == "expected a whole file as it was written, got one that was cut short or changed"
    other = mx.compile(mx.find_game("connect_four:width=4,height=4"), check=False)
    assert refusal(good, other).startswith(
        f"expected a search of {other.game!r} by the same rules and the same version of minimaxer, got one of {game!r}"
    )
    told = f"expected the compiled game that was searched, got {game.game!r}; compile it"
    assert refusal(good, game.game) == told
    mx.Search(game.game, WHOLE, algorithm="alphabeta").save(path)
    told = f"expected the game as it was searched, not compiled, got {game!r}; give its attribute game"
    assert refusal(path.read_bytes()) == told
    assert refusal(signed(good, algorithm="proof", kind="ProofOptions", options={})).startswith(
        "expected a search by an algorithm whose searches can be restored, got 'proof'"
    )
    assert refusal(signed(good, options={"nonsense": 5})) == "expected what Search.save writes, got something that it never does"
    assert refusal(signed(good, state=[1])) == "expected what Search.save writes, got something that it never does"
    assert refusal(signed(good, parts={"learnt": 8})) == "expected parts of as many bytes as the file has, got others"
    path.write_bytes(good)
    assert mx.Search.restore(path, game).run(limits=mx.Limits(depth=3)).depth == 3


def signed(content: bytes, **facts: Any) -> bytes:
    """The file of a stranger: other facts, and a digest that fits them."""
    import hashlib

    magic, line, parts = content[:-32].split(b"\n", 2)
    changed = b"\n".join((magic, json.dumps(json.loads(line) | facts).encode(), parts))
    return changed + hashlib.blake2b(changed, digest_size=32).digest()


def test_a_file_that_cannot_be_written_leaves_nothing(game: Any, tmp_path: Path) -> None:
    """Nor takes away what was there."""
    (tmp_path / "a").mkdir()
    with pytest.raises(mx.errors.SavedSearchError, match=r"^cannot write .*a: Is a directory$"):
        mx.Search(game, WHOLE).save(tmp_path / "a")
    assert [each.name for each in tmp_path.iterdir()] == ["a"]


def test_the_command_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Bit by bit, to the value, and again from the file at once."""
    path = tmp_path / "solve.save"
    command = ["solve", SMALL, "--resume", str(path), "--json"]
    seen = []
    for limits in (["--nodes", "10000"], ["--seconds", "60"], []):
        assert main([*command, *limits]) == 0
        out, err = capsys.readouterr()
        seen.append((json.loads(out), [line for line in err.splitlines() if "compil" not in line]))
    (first, told), (second, told_then), (third, _) = seen
    assert not first["solved"]
    assert told == [f"minimaxer: saved to {path}; the same command goes on from there"]
    assert (second["solved"], second["value"]) == (True, 0)
    assert told_then == [f"minimaxer: going on from {path}"]
    assert third["nodes"] < second["nodes"]


def test_the_command_goes_on_with_its_tables(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """They are read again, and must be given again."""
    table, path = str(tmp_path / "all.table"), str(tmp_path / "solve.save")
    assert main(["tabulate", "tic_tac_toe", "--out", table]) == 0
    command = ["solve", "tic_tac_toe", "--resume", path, "--json"]
    for _ in range(2):
        capsys.readouterr()
        assert main([*command, "--tables", table]) == 0
        assert json.loads(capsys.readouterr().out)["value"] == 0
    assert main(command) == 2
    assert "expected the 1 endgame tables that the search was given, got 0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--workers", "2"], "expected one position with --resume, got --workers too; leave one of them out"),
        (["--out", "rows"], "expected one position with --resume, got --out too; leave one of them out"),
        (["--file", "rows"], "expected one position with --resume, got --file too; leave one of them out"),
        (["--algorithm", "pvs"], "expected no --options and no --algorithm with {}, which goes on as it began; leave them out"),
    ],
)
def test_arguments_that_do_not_go_together(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, more: list[str], told: str
) -> None:
    """Are refused before anything is searched."""
    path = tmp_path / "there"
    path.write_text("not looked at")
    assert main(["solve", SMALL, "--resume", str(path), *more]) == 2
    assert told.format(path) in capsys.readouterr().err


def test_what_cannot_be_kept_is_told_first(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Before any time has gone into it."""
    assert main(["solve", SMALL, "--resume", str(tmp_path / "a"), "--algorithm", "proof"]) == 2
    assert "expected a search that can be written to a file: of a game" in capsys.readouterr().err


def test_a_folder_that_is_missing_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """As what it is, before anything is searched."""
    path = tmp_path / "missing" / "a"
    assert main(["solve", SMALL, "--resume", str(path)]) == 2
    assert f"cannot write {path}: No such file or directory" in capsys.readouterr().err


def test_the_file_is_written_now_and_then(game: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Solving is interrupted for it, and goes on."""
    path = tmp_path / "a"
    written: list[Path] = []
    search = mx.Search(game, WHOLE)
    save = search.save

    def noted(where: Path) -> None:
        written.append(where)
        save(where)

    monkeypatch.setattr(search, "save", noted)
    result = solve_on(path, search, game.initial(), mx.Limits(), every=0.01)
    assert result.solved
    assert set(written) == {path}
    assert result.nodes > 0
