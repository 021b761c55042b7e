"""The doctor: games broken in one place each, and sound ones."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

import pytest

import minimaxer as mx
from minimaxer.base.progress import Progress
from minimaxer.testing import Finding, Report, case as cases, check_game
from minimaxer_games.higher_lower import HigherLower

from ..needs import HAS_LLVMLITE, needs_llvmlite
from . import broken as b


def without(game: Any, *names: str) -> Any:
    """The game without some of its methods."""
    kept = {name: getattr(game, name) for name in dir(game) if not name.startswith("_") and name not in names}
    return type(type(game).__name__, (), {name: staticmethod(value) for name, value in kept.items() if callable(value)})()


def usable(game: Any) -> Any:
    """The game without the methods that its class blots out with None."""
    missing = [name for name in dir(game) if not name.startswith("_") and getattr(game, name) is None]
    return without(game, *missing) if missing else game


BROKEN: list[tuple[Any, str, str, tuple[str, ...] | None]] = [
    (b.Changing(), "play-leaves-its-argument", r"play\(state, 3\) changes its argument from \[6, 0\] to \[3, 0\]", ()),
    (b.ChangingObject(), "play-leaves-its-argument", "changes its argument from {'left': 6, 'player': 0} to {'left': 5", ()),
    (b.NoMoves(), "there-is-a-move", r"moves\(\) is empty although outcome\(\) says that the game runs", None),
    (b.Twice(), "no-move-twice", r"moves\(\) offers 1 twice", ("1", "3")),
    (b.Counting(), "moves-stay-the-same", "when asked again; is there something that counts or remembers", ()),
    (b.Dreaming(), "evaluation-stays-the-same", r"evaluate\(\) gives 0\.\d+, and 0\.\d+ when asked again", ()),
    (b.TakingByObjects(), "moves-can-be-compared", r"gives Taking\(1\), which does not equal the same move when asked again", ()),
    (b.PlusAndMinus(), "player-is-counted-from-0", r"gives -1, which is mx.CHANCE: number two players 0 and 1, or give", None),
    (b.Shuffled(), "moves-stay-the-same", "the same moves in another order", ()),
    (b.Chance(), "play-is-a-function", "when asked again; chance and memory have no place in rules", ()),
    (b.Players12(), "player-is-counted-from-0", r"player\(\) gives 2; expected 0 or 1.*subtract 1", ("1",)),
    (b.TextOutcome(), "outcome-is-a-score", "must give a number for player 0.*got 'won'", ("3", "3", "3")),
    (b.InfiniteOutcome(), "outcome-is-a-score", r"outcome\(\) gave inf.*expected mx.WIN", ("3", "3", "3")),
    (b.AlmostAWin(), "outcome-is-a-score", r"outcome\(\) gave 999997", ("3", "3", "3")),
    (
        b.TightBounds(),
        "value-is-within-bounds",
        r"under best play is -99999., outside bounds\(\), which gives \(0, 1000000\)",
        None,
    ),
    (b.CrossedBounds(), "value-is-within-bounds", r"bounds\(\) gave \(1000000, -1000000\)", None),
    (b.ListKey(), "key-is-hashable", r"key\(\) gives \[9, 0\], which cannot be hashed", ()),
    (b.PoorKey(), "equal-keys-mean-equal-futures", "two states with different legal moves", None),
    (b.EndlessKey(), "equal-keys-mean-equal-futures", "two states with different outcomes", None),
    (b.ForgetfulFormat(), "positions-read-back", r"parse\(format\(state\)\) is another state: format\(\) gives '\d/0'", ("1",)),
    (b.SpacedFormat(), "positions-read-back", r"format\(\) gives '9/0\\n'; expected a text of one line", ()),
    (b.OffByOneMoves(), "moves-read-back", "1 is written '0', which is read as 0", ()),
    (b.SameText(), "moves-read-back", "2 is written '1', which is read as 1", ()),
    (b.PictureOfNothing(), "boards-are-text", r"render\(\) gives None; expected text", ()),
    (b.PictureInWords(), "pictures-are-svg", r"svg\(\) gives 'nine sticks .*\.\.\.; expected text that begins with <svg", ()),
    (b.TallyOfOne(), "tallies-are-numbers", r"tally\(\) gives \(.*\); expected a tuple of 2 numbers, one for each player", ()),
    (b.FeaturesInWords(), "features-are-numbers", r"features\(\) gives \(9, 'left'\); expected a tuple of finite numbers", ()),
    (
        b.GrowingFeatures(),
        "features-are-numbers",
        r"gives \d numbers, and 1 in the initial state; give as many everywhere",
        ("1",),
    ),
    (b.FeatureTooMany(), "features-are-numbers", r"gives 2 numbers, and the game has 1 weights; give each a weight", ()),
    (b.FlatAreas(), "areas-are-rectangles", r"areas\(state, 1\) gives .*10, 0, 10, 0.*; expected rectangles \(x, y, width", ()),
    (b.FewListedMoves(), "legal-moves-are-listed", r"moves\(\) gives 3, which is not in all_moves\(\); list every move", ()),
    (b.TwiceListedMoves(), "listed-moves-are-fixed", r"all_moves\(\) gives 2 twice; a move has one number", None),
    (b.TurningList(), "listed-moves-are-fixed", r"all_moves\(\) gives other moves, or another order, when asked again", None),
    (b.IllegalSearchMoves(), "searched-moves-are-legal", r"search_moves\(\) gives [23], which is not among moves", None),
    (b.EmptySearchMoves(), "searched-moves-are-legal", r"search_moves\(\) is empty although the game runs", ("1",)),
    (b.GreedySearchMoves(), "searched-moves-keep-the-value", r"with search_moves\(\) the value is .*, with moves\(\)", None),
    (b.IllegalNoise(), "noisy-moves-are-legal", r"noisy_moves\(\) gives 3, which is not among moves", None),
    (b.TooLegal(), "legality-agrees", r"is_legal\(state, 3\) is true, but moves\(\) does not give", None),
    (b.TooStrict(), "legality-agrees", r"is_legal\(state, 3\) is false, but moves\(\) gives that move", ()),
    (b.SamePlayerPasses(), "null-passes-the-turn", r"after null\(\) player 0 still moves", ()),
    (b.TurnedAround(), "canonical-keeps-the-position", r"canonical\(\) changes the mover from 1 to 0", ("1",)),
    (b.Shrunk(), "canonical-keeps-the-value", r"canonical\(\) changes the value from", None),
    (b.WildMap(), "canonical-keeps-the-position", r"map_move\(3, 0\) gives 4, which is not legal", ()),
    (b.MoversEvaluation(), "evaluation-is-for-player-0", "looks like it is for the player to move", None),
    (b.OtherEvaluation(), "evaluation-is-for-player-0", "looks like it is for the player who has just moved", None),
    (b.ReversedEvaluation(), "evaluation-is-for-player-0", "looks like it is for player 1", None),
    (b.ProudEvaluation(), "evaluation-is-below-wins", r"evaluate\(\) gave 2000000", ("2", "3")),
    (b.TextWeights(), "weights-are-numbers", r"order\(state, 1\) gives 'first'; expected a number", ()),
    (b.EndlessGain(), "gains-are-numbers", r"gain\(state, 1\) gives inf; expected a finite number", ()),
    (b.NegativePrior(), "priors-are-weights", r"prior\(state, 1\) gives -1; expected a finite number from 0", ()),
    (b.TextBank(), "banked-is-settled", r"banked\(\) gave 'much' in .*; expected a number", ()),
    (b.BankOfWins(), "banked-is-settled", r"banked\(\) gives 0 where the outcome is -?1000000; only margins are settled", None),
    (b.SharedNumbers(), "numbers-stand-for-positions", r"index\(\) gives \d for two positions with other movers", ("1",)),
    (b.GreatNumbers(), "numbers-stand-for-positions", r"index\(\) gives 9; expected a whole number from 0, below size", ()),
    (b.MissingNumbers(), "numbers-stand-for-positions", r"of which unindex\(\) says that it is no position's", ()),
    (b.RisingTier(), "tiers-never-rise", r"tier\(\) gives -9, but -\d after the move", ()),
    (b.FallingNumbers(), "tiers-never-rise", r"lowers the tier and raises index\(\); positions of lower tiers have lower", ()),
    (b.OtherNumbers(), "numbers-stand-for-positions", r"index\(\) gives 9, of which unindex\(\) gives .* has the index 0", ()),
    (
        b.WrongBank(),
        "equal-keys-mean-equal-futures",
        r"two states with different (outcomes|values).* without what is banked",
        None,
    ),
    (b.WrongBankAndGuess(), "equal-keys-mean-equal-futures", r"evaluations without what is banked, -?\d+ and -?\d+", None),
    (b.Raising(), "methods-do-not-raise", r"play\(\) raised ZeroDivisionError", None),
    (b.PlusOne(big=True), "evaluation-is-below-results", r"evaluate\(\) gives -?50, which is more than any result", None),
    (b.RoundAndRound(), "games-end", "not over after 60 plies: the moves 0 0 lead back to the same state", ("0",)),
    (b.InPlace(), "play-leaves-its-argument", r"play\(state, 1\) changes its argument from \[9, 0\] to \[8, 1\]", ()),
    (b.SharedStart(), "play-leaves-its-argument", r"play\(state, 1\) changes its argument", ()),
    (b.FickleOutcome(), "outcome-is-a-score", "when asked again; chance and memory have no place in rules", None),
    (b.OverAtOnce(), "games-begin", "the initial state is the end of the game", ()),
    (b.KeyRaises(), "methods-do-not-raise", r"key\(\) raised ZeroDivisionError", None),
    (b.PlayForgets(), "methods-do-not-raise", r"play\(\) raised TypeError: it gives None, which is no state", ()),
    (b.CanonicalForgets(), "canonical-keeps-the-position", r"canonical\(\) gives None; expected a state, and the symmetry", ()),
    (b.NullNumber(), "null-passes-the-turn", r"null\(\) gives 7; expected a state, or None", ()),
    (b.OddForce(), "must-move-is-a-truth-value", r"must_move\(\) gives 'no'; expected True or False", ()),
    (b.NegativeIds(), "ids-are-numbers", r"move_id\(1\) gives -1; expected a whole number from 0", ()),
    (b.OddParse(), "positions-read-back", r"format\(\) gives '9/0', of which parse\(\) raised ValueError: no", ()),
    (b.OddMoveParse(), "moves-read-back", r"format_move\(\) gives '1' for 1, of which parse_move\(\) raised ValueError: no", ()),
    (b.OnAndOn(), "games-end", "not over after 60 plies; no state was seen to come twice", ()),
]


@pytest.mark.parametrize(("game", "law", "diagnosis", "moves"), BROKEN, ids=[type(each[0]).__name__ for each in BROKEN])
def test_broken_games_are_told(game: Any, law: str, diagnosis: str, moves: tuple[str, ...] | None) -> None:
    """Each with the law it breaks, what is wrong, and the shortest list of moves where that is known."""
    report = check_game(usable(game), games=120, compiled=False, longest=60)
    assert not report.ok
    assert not report
    found = {finding.law: finding for finding in report.errors}
    assert law in found, str(report)
    assert re.search(diagnosis, found[law].diagnosis), found[law].diagnosis
    if moves is not None:
        assert found[law].moves is not None
        assert (len(found[law].moves or ()), found[law].is_shortest) == (len(moves), True), found[law]


def test_a_sound_game_breaks_no_law() -> None:
    """With every capability there is, and nothing to say but what each unlocks."""
    report = check_game(b.Sound(), games=300, compiled=False)
    assert report.findings == ()
    assert report.ok
    assert (report.games, report.plies > 900) == (300, True)
    assert report.capabilities["null"] == "compiled: null-move pruning"
    assert list(report.missing) == ["banked", "stuck", "move_id", "tally", "features"]
    first, *rest = str(report).splitlines()
    assert re.fullmatch(r"Sound\(size=9\): 300 random games, [\d,]+ plies, [\d.]+ s: no law is broken", first)
    assert rest == [
        f"has {', '.join(report.capabilities)}",
        "lacks banked, stuck, move_id, tally, features; print(mx.capabilities(game)) says what each unlocks",
    ]
    assert json.loads(json.dumps(report.to_dict()))["ok"] is True


@pytest.mark.parametrize("game", [b.Sentinels(), b.Objects(), b.Tenths()], ids=repr)
def test_odd_but_sound_games(game: Any) -> None:
    """Objects told by which they are, objects within objects, and floats that hold their numbers only nearly."""
    for seed in range(3):
        report = check_game(game, games=60, seed=seed, compiled=False)
        assert report.ok, str(report)


def test_findings_come_first() -> None:
    """Then what was not examined; then one line of what the game has, and one of what it lacks."""
    finding = Finding(law="games-end", severity="error", diagnosis="it goes on")
    report = Report(
        game="Mine()",
        findings=(finding,),
        games=2,
        plies=3,
        capabilities={"key": "a key"},
        missing={"order": "ordering", "bounds": "cut-offs"},
        notes=("time was up",),
    )
    assert str(report).splitlines() == [
        "Mine(): 2 random games, 3 plies, 0.0 s: 1 broken",
        "error: games-end: it goes on",
        "note: time was up",
        "has key",
        "lacks order, bounds; print(mx.capabilities(game)) says what each unlocks",
    ]


def test_the_same_seed_gives_the_same_report() -> None:
    """All play is seeded."""

    def findings() -> Any:
        return check_game(b.PoorKey(), games=30, seed=5, compiled=False).findings

    assert findings() == findings()


def hints(game: Any) -> dict[str, str]:
    """What is told without being broken."""
    report = check_game(usable(game), games=60, compiled=False)
    assert report.ok, str(report)
    return {finding.law: finding.diagnosis for finding in report.findings}


def test_hints() -> None:
    """What may be meant so is told, and breaks no law."""
    assert "the search adds the mover to every key" in hints(b.MoverlessKey())["keys-know-the-mover"]
    assert "give mx.WIN and mx.LOSS" in hints(b.PlusOne())["quick-wins-matter"]
    assert "AlphaBetaOptions(repetition=True)" in hints(b.WayBack())["positions-come-again"]


def test_other_signatures_are_told() -> None:
    """A game that lacks a method is not played."""
    report = check_game(without(b.Sound(), "play"), compiled=False)
    assert [finding.law for finding in report.findings] == ["methods-have-their-signatures"]
    assert "has no method play(state, move)" in str(report)


@needs_llvmlite
def test_tiers_are_compared() -> None:
    """What native code cannot see or hold is a warning, an error where the game must compile; a difference is an error."""
    refused = check_game(b.Hashes(), games=20)
    assert refused.ok
    assert [(each.law, each.severity) for each in refused.findings] == [("rules-compile", "warning")]
    assert "hash cannot be compiled" in refused.findings[0].diagnosis
    assert not check_game(b.Hashes(), games=20, compiled=True).ok
    wide = check_game(b.Wide(), games=20, compiled=True)
    assert "integers of compiled games have 64 bits" in wide.errors[0].diagnosis
    different = check_game(b.TwoFaced(), games=20)
    assert [(each.law, each.severity) for each in different.findings] == [("tiers-agree", "error")]
    assert "in Python but" in different.findings[0].diagnosis


@pytest.mark.thorough
@needs_llvmlite
def test_rules_that_come_back_in_python_only() -> None:
    """As of any other difference."""
    endless = check_game(b.Awaiting(), games=20)
    assert [(each.law, each.severity) for each in endless.findings] == [("tiers-agree", "error")]
    assert "Awaiting.order does not come back; does its loop end?" in endless.findings[0].diagnosis


@pytest.mark.thorough
@needs_llvmlite
def test_a_compiled_game_is_checked_in_full() -> None:
    """Of a compiled game the original is looked at, and both tiers are compared."""
    report = check_game(mx.compile(b.Sound()), games=20, compiled=True)
    assert report.findings == ()


@pytest.mark.skipif(HAS_LLVMLITE, reason="llvmlite is installed")
def test_without_llvmlite() -> None:
    """The doctor says that it did not look at the compiled tier, unless that was demanded."""
    assert (
        check_game(b.Sound(), games=5).notes[0].startswith("the compiled tier was not looked at, since llvmlite is not installed")
    )
    with pytest.raises(mx.MissingExtraError, match="compiled=True needs llvmlite, which is not installed"):
        check_game(b.Sound(), compiled=True)


@pytest.mark.parametrize(("name", "value"), [("games", 0), ("longest", 1.5)])
def test_bad_arguments(name: str, value: Any) -> None:
    """Numbers are whole and positive."""
    with pytest.raises(mx.OptionError, match=f"expected {name} to be a whole number from 1 to 1,000,000,000, got {value}"):
        check_game(b.Sound(), **{name: value})
    with pytest.raises(mx.OptionError, match="expected seed to be a whole number, got None"):
        check_game(b.Sound(), seed=None)  # type: ignore[arg-type]  # wrong on purpose


class Watch:
    """A clock that goes when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(cases, "perf_counter", lambda: self.now)


def test_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The report says how far the examination came."""
    watch = Watch(monkeypatch)

    def on_game(progress: Progress) -> None:
        watch.now = 10.0 if progress.done == 3 else 1.0

    report = check_game(b.Sound(), games=50, compiled=False, seconds=5, on_progress=on_game)
    assert report.notes == ("time was up after 5 s: 3 of 50 random games were examined",)
    assert (report.games, report.ok, report.seconds) == (3, True, 10.0)
    watch.now = 0.0
    nothing = check_game(b.OverAtOnce(), games=50, compiled=False, seconds=1e-9, on_progress=on_game)
    assert nothing.games == 1
    assert [finding.law for finding in nothing.errors] == ["games-begin"]


@needs_llvmlite
def test_time_is_up_before_all_states_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor are rules compiled when time is up."""
    watch = Watch(monkeypatch)

    def on_progress(progress: Progress) -> None:
        if (progress.unit, progress.done) == ("states", 1):
            watch.now = 10.0

    report = check_game(b.Sound(), games=20, seconds=5, on_progress=on_progress)
    assert report.notes == ("compiled rules were compared in 2 of 5 states only, since time was up",)
    watch.now = 0.0

    def on_game(progress: Progress) -> None:
        watch.now = 10.0 if progress.done == 20 else 1.0

    report = check_game(b.Sound(), games=20, seconds=5, on_progress=on_game)
    assert report.notes == ("the compiled tier was not looked at, since time was up",)


@needs_llvmlite
def test_time_is_left_to_compare_the_tiers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random games end before all of the time is gone."""
    watch = Watch(monkeypatch)

    def on_game(progress: Progress) -> None:
        watch.now += progress.unit == "games"

    report = check_game(b.Sound(), games=20, seconds=5, on_progress=on_game)
    assert report.notes == ("time was up after 3 s: 3 of 20 random games were examined",)


def test_phases_are_told() -> None:
    """What is done beside playing games."""
    told: list[str] = []

    def on_progress(progress: Progress) -> None:
        told.append(str(progress))

    check_game(b.Twice(), games=20, compiled=False, on_progress=on_progress)
    assert told[0] == "looking for the shortest way to no-move-twice"
    assert told[-1].startswith("playing random games: 20 of 20 games")
    if HAS_LLVMLITE:
        told.clear()
        check_game(b.Sound(), games=20, on_progress=on_progress)
        assert "compiled: 5 of 5 steps" in told
        compared = [text for text in told if text.startswith("comparing searches and counts")]
        assert compared == [f"comparing searches and counts: {number} of 5 states" for number in range(5)]


@pytest.mark.parametrize("seconds", [0, -1.0, float("inf"), True, "2"])
def test_bad_seconds(seconds: Any) -> None:
    """A time limit is a number above 0."""
    with pytest.raises(mx.OptionError, match=re.escape(f"expected seconds to be a number above 0, got {seconds!r}")):
        check_game(b.Sound(), seconds=seconds)


def bundled(name: str, games: int) -> Report:
    """The doctor's report on a bundled game."""
    return check_game(mx.find_game(name), games=games, compiled=False)


@pytest.mark.thorough
@pytest.mark.parametrize("name", mx.games())
def test_bundled_games_break_no_law(name: str) -> None:
    """A few random games of each."""
    report = bundled(name, 10)
    assert report.ok, str(report)
    assert not [finding for finding in report.findings if finding.severity == "warning"]


def test_a_report_is_shown_in_one_line_and_in_a_notebook_in_full() -> None:
    """And what it found is counted."""
    report = check_game(b.Sound(), games=5, compiled=False)
    assert re.fullmatch(r"<Report on .+: (\d+ \w+(, )?|no findings)+>", repr(report))
    assert report._repr_html_().startswith("<pre>")


@pytest.mark.parametrize("game", [b.Misspelt(), mx.from_state_class(b.MisspeltState)], ids=["rules", "class of states"])
def test_misspelt_methods_are_told(game: Any) -> None:
    """All that are near the name of an optional method, or that other programs call so; others are the game's own."""
    (hint,) = [each for each in check_game(game, games=3, compiled=False).findings if each.severity == "hint"]
    assert hint.diagnosis == "no search uses evalute(); did you mean evaluate()? no search uses get_key(); did you mean key()?"


class Indexed(NamedTuple):
    """Rules whose options are fields, as tuples have an `index` of their own."""

    size: int = 5

    def initial(self) -> tuple[int, int]:
        return self.size, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> range:
        return range(1, min(2, state[0]) + 1)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] - move, 1 - state[1]

    def outcome(self, state: tuple[int, int]) -> int | None:
        return None if state[0] else 0

    def indexx(self, state: tuple[int, int]) -> int:
        return state[0]


def test_a_method_of_a_builtin_type_hides_no_misspelt_one() -> None:
    """The `index` of tuples is not the game's."""
    (hint,) = [each for each in check_game(Indexed(), games=3, compiled=False).findings if each.severity == "hint"]
    assert hint.diagnosis == "no search uses indexx(); did you mean index()?"


@pytest.mark.parametrize("name", ["tic_tac_toe", "mancala", "chess_lite", "whist"])
def test_methods_of_bundled_games_are_known(name: str) -> None:
    """Helpers with names of their own are not taken for misspelt methods."""
    report = check_game(mx.find_game(name), games=2, compiled=False)
    assert "optional-methods-are-known" not in {each.law for each in report.findings}


@needs_llvmlite
def test_compiled_games_with_hidden_cards_are_compared() -> None:
    """By searches of the true cards, since deals are drawn."""
    report = check_game(HigherLower(), games=5, compiled=True)
    assert [(each.law, each.severity) for each in report.findings if each.severity == "error"] == []
