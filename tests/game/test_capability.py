"""Capabilities, and the protocol's checks when a search is set up."""

from __future__ import annotations

import html
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.game.capability import CATALOGUE, NAMES
from minimaxer_games.connect_four import ConnectFour


class Least:
    """The five methods and nothing else."""

    def initial(self) -> int:
        return 3

    def player(self, state: int) -> int:
        return state % 2

    def moves(self, state: int) -> range:
        return range(1, 3)

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> int | None:
        return None if state > 0 else (mx.WIN if state % 2 else mx.LOSS)


def test_five_methods_give_an_ai() -> None:
    """Nothing else is needed, and nothing need be inherited."""
    assert len(mx.capabilities(Least())) == 0
    assert mx.solve(Least()).solved


def test_capabilities_are_found_by_name() -> None:
    """Those of a bundled game are listed, each with what it unlocks, and can be left out."""
    found = mx.capabilities(ConnectFour())
    names = {
        "evaluate",
        "key",
        "order",
        "search_moves",
        "bounds",
        "canonical",
        "map_move",
        "parse",
        "format",
        "parse_move",
        "format_move",
        "render",
        "svg",
        "areas",
        "all_moves",
    }
    assert {capability.name for capability in found} == names
    assert "evaluate" in found
    assert found.null is None
    assert found.evaluate is not None
    assert found.evaluate(ConnectFour().initial()) == 0
    without = mx.capabilities(ConnectFour(), ignore={"evaluate"})
    assert "evaluate" not in without
    assert without.evaluate is None


def test_the_catalogue_prints_as_a_table() -> None:
    """`str` shows every capability, found or not, with its signature and use."""
    rows = str(mx.capabilities(ConnectFour())).splitlines()
    assert len(rows) == len(CATALOGUE) == len(NAMES)
    assert rows[0] == "yes evaluate(state)            static evaluation at the depth limit (else 0)"
    assert rows[11].startswith("yes bounds(state)")
    assert rows[13].startswith("-   null(state)")


@pytest.mark.parametrize("name", ["initial", "player", "moves", "play", "outcome"])
def test_a_missing_method_is_named(name: str) -> None:
    """The error says which of the five is missing and what it is for."""
    methods = {key: value for key, value in vars(Least).items() if key != name and not key.startswith("__")}
    kind = type("Lacking", (), methods)
    with pytest.raises(
        mx.GameError, match=rf"Lacking has no method {name}\(.*\) \(.+\); a game needs initial, player, moves, play, outcome"
    ):
        mx.Search(kind())


@pytest.mark.parametrize(
    ("name", "method", "message"),
    [
        (
            "evaluate",
            lambda self: 0,
            "Wrong has evaluate(), but the protocol's method is evaluate(state); change it, rename it or ignore",
        ),
        (
            "evaluate",
            lambda self, state, depth: 0,
            "Wrong has evaluate(state, depth), but the protocol's method is evaluate(state)",
        ),
        ("order", lambda self, state: 0, "Wrong has order(state), but the protocol's method is order(state, move)"),
        (
            "key",
            "a field",
            "Wrong.key is 'a field', but that name is taken by the method key(state); rename yours or ignore 'key'",
        ),
        (
            "bounds",
            lambda self, state, *, strict: (0, 0),
            "Wrong has bounds(state, *, strict), but the protocol's method is bounds(state)",
        ),
        ("play", lambda self, state: 0, "Wrong has play(state), but the protocol's method is play(state, move); change it"),
        (
            "gain",
            lambda self, state, move: 0,
            ") but no noisy_moves; add noisy_moves, ignore 'gain' in the options, or give a helper of your own another name",
        ),
        ("must_move", lambda self, state: True, ") but no noisy_moves; add noisy_moves, ignore 'must_move' in the options, or"),
    ],
)
def test_a_name_taken_by_something_else_is_refused(name: str, method: Any, message: str) -> None:
    """A method that merely bears a capability's name is an error at set-up, never a silent call."""
    game = type("Wrong", (Least,), {name: method})()
    with pytest.raises(mx.GameError) as caught:
        mx.Search(game)
    assert message in str(caught.value)
    assert isinstance(caught.value, TypeError)
    if name != "play":
        assert mx.search(game, depth=2, options=mx.AlphaBetaOptions(ignore={name})).move is not None


def test_a_class_in_the_place_of_a_rules_object() -> None:
    """The error says to make one."""
    with pytest.raises(mx.GameError, match=r"expected a rules object, got the class Least; make one, as in Least\(\)"):
        mx.search(Least)  # type: ignore[arg-type]  # wrong on purpose


def test_methods_may_have_more_parameters_with_defaults() -> None:
    """What matters is whether the call of the protocol works."""

    class Generous(Least):
        def evaluate(self, state: int, weight: int = 2) -> int:
            return weight * state

    assert mx.search(Generous(), depth=1, options=mx.AlphaBetaOptions(exact_moves=True)).moves[0].value == 2
    assert mx.search(Generous(), depth=1).value == 2


def test_ignoring_something_unknown_is_refused() -> None:
    """A typing error in a name is not passed over."""
    with pytest.raises(
        mx.OptionError, match="expected names of capabilities to ignore, got evaluat; known: all_moves, areas, banked, bounds"
    ):
        mx.capabilities(Least(), ignore={"evaluat"})


def test_capabilities_are_shown_in_one_line() -> None:
    """By name; the table is for print and for notebooks."""
    found = mx.capabilities(mx.find_game("nim"), ignore={"render", "svg", "areas"})
    assert repr(found).startswith("<Capabilities: evaluate, key, order")
    assert found._repr_html_() == f"<pre>{html.escape(str(found))}</pre>"


def held_by(base: type) -> Any:
    """`Least` as a subclass of a built-in type, as a rules object whose options are the fields of a NamedTuple is one."""
    return type("Held", (Least, base), {})()


def as_state(base: type) -> Any:
    """A class of states, of the same kind."""

    def play(state: Any, move: int) -> Any:
        after = type(state)()
        after.left, after.player = state.left - move, 1 - state.player
        return after

    methods = {
        "moves": lambda state: range(1, min(3, state.left) + 1),
        "outcome": lambda state: None if state.left else (mx.LOSS if state.player == 0 else mx.WIN),
    }
    return mx.from_state_class(type("State", (base,), {"left": 9, "player": 0, "play": play, **methods}))


@pytest.mark.parametrize("base", [tuple, list, str, bytes, dict, set, int])
@pytest.mark.parametrize("make", [held_by, as_state])
def test_methods_of_builtin_types_are_no_capabilities(make: Any, base: type) -> None:
    """All tuples have an `index` and all texts a `format`; neither is the game's, nor is it once the game is wrapped."""

    class Wrapped:
        def __init__(self, game: Any) -> None:
            self.game = game

        def __getattr__(self, name: str) -> Any:
            return getattr(self.game, name)

    game = make(base)
    assert [each.name for each in mx.capabilities(game)] == [each.name for each in mx.capabilities(Wrapped(game))] == []
    assert mx.search(game, depth=1).move in game.moves(game.initial())


def test_tables_leave_no_methods_of_builtin_types_out() -> None:
    """What a table leaves out is written into its file."""
    assert mx.tabulate(held_by(tuple)).ignored == []


def test_methods_of_builtin_objects_are_capabilities_where_the_game_names_them() -> None:
    """A method taken from another object, or one of another name, was given on purpose."""

    class Numbered(Least):
        index = [*range(-2, 4)].index
        unindex = [*range(-2, 4)].__getitem__
        key = staticmethod(int.bit_length)

    assert {each.name for each in mx.capabilities(Numbered())} == {"index", "unindex", "key"}
