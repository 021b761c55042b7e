"""`CompiledGame`: a game whose searches run as native code, and the names, lines of play and errors of its original rules."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn, cast
from weakref import WeakValueDictionary

from attrs import field, frozen

from ..base.progress import OnProgress, ignored
from ..base.scores import checked_bounds
from ..compiler import requirement
from ..compiler.runtime import header as h
from ..errors import OptionError, RulesError
from ..game.capability import Capabilities, capabilities
from ..game.following import chances_of, checked_player, is_chance, no_moves, outcomes_of, priors, static_value, steps
from ..game.protocol import Game, M, S, Score, players_of
from ..searching.setup import with_evaluation

if TYPE_CHECKING:
    from ..compiler.runtime.layout import Layout, Words
    from ..searching.options import TierName
    from .report import CompileReport
    from .variant import Variant


class Wrapped(Generic[S, M]):
    """A game whose methods are those of another one, in Python; it can be used wherever a game can."""

    game: Game[S, M]
    _evaluate: Callable[[S], Score] | None

    @property
    def evaluation(self) -> Callable[[S], Score] | None:
        """The static evaluation that was given to `compile`; None where the game's own is used."""
        return self._evaluate

    def initial(self) -> S:
        """The original's `initial`."""
        return self.game.initial()

    def player(self, state: S) -> int:
        """The original's `player`."""
        return self.game.player(state)

    def moves(self, state: S) -> Iterable[M]:
        """The original's `moves`."""
        return self.game.moves(state)

    def play(self, state: S, move: M) -> S:
        """The original's `play`."""
        return self.game.play(state, move)

    def outcome(self, state: S) -> Score | None:
        """The original's `outcome`."""
        return self.game.outcome(state)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._evaluate if name == "evaluate" and self._evaluate is not None else getattr(self.game, name)


@frozen(eq=False, repr=False)
class CompiledGame(Wrapped[S, M]):
    """A game whose searches run as native code; `compile` makes one.

    It is a game itself: its methods are the original's, in Python, and it can be used wherever a game can.

    Attributes:
        game: The original rules object.
        check: Whether compiled rules are compared with Python's when they are first compiled.
        on_progress: Called as each part of the work begins.
    """

    game: Game[S, M]
    check: bool = True
    _evaluate: Callable[[S], Score] | None = None
    on_progress: OnProgress = ignored
    _hurries: bool = False
    _variants: dict[Any, Variant] = field(factory=dict, init=False)
    _views: dict[Hashable, CompiledGame[Any, Any]] = field(factory=dict, init=False)
    _states: list[Any] = field(factory=list, init=False)

    @property
    def compile_seconds(self) -> float:
        """Wall-clock time spent compiling so far; 0 where the code was on disk."""
        mine = sum(variant.compile_seconds for variant in self._variants.values())
        return mine + sum(view.compile_seconds for view in self._views.values())

    @property
    def report(self) -> CompileReport:
        """The coverage of the comparison with Python: the states compared, and the lines of the rules that never were."""
        return self.variant().report

    def __repr__(self) -> str:
        return f"compile({self.game!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return compile_game, (self.game, self._evaluate, self.check)

    def variant(self, ignore: Iterable[str] = (), evaluate: Callable[[S], Score] | None = None) -> Variant:
        """The game's code without the capabilities to ignore, and with another evaluation if one is given.

        Raises:
            CompileError: It cannot be compiled.
        """
        evaluate = evaluate if evaluate is not None else self._evaluate
        key = frozenset(ignore), evaluate
        variant = self._variants.get(key)
        if variant is None:
            found = with_evaluation(capabilities(self.game, ignore=key[0]), evaluate)
            from .variant import Variant

            whole = self._variants.get((frozenset(), evaluate))  # the same methods and more were compared there
            check, varying = self.check and whole is None, whole is not None and whole.varying
            variant = self._variants[key] = Variant(
                self.game,
                found,
                check=check,
                states=self._states,
                varying=varying,
                on_progress=self.on_progress,
                hurries=self._hurries,
            )
        return variant

    def seen(self, how: Hashable, view: Game[Any, M]) -> CompiledGame[Any, M]:
        """A compiled view of the game, made once for each key `how`."""
        if how not in self._views:
            self._views[how] = compile_game(view, check=self.check, on_progress=self.on_progress, hurries=self._hurries)
        return self._views[how]


def compile_game(
    game: Game[S, M],
    evaluate: Callable[[S], Score] | None = None,
    check: bool = True,
    *,
    on_progress: OnProgress = ignored,
    hurries: bool = False,
) -> CompiledGame[S, M]:
    """`compile` for one game: see there. The kernels of searches are compiled on first use; `hurries` to make code quickly at
    first, and fast code on another thread meanwhile, which then takes its place.
    """
    game = check_compilable(game, check)
    compiled = CompiledGame(game, check, evaluate, on_progress, hurries)
    compiled.variant()
    if evaluate is None:
        _COMPILED[id(compiled)] = compiled
    return compiled


def check_compilable(game: Game[S, M], check: bool) -> Game[S, M]:
    """Python's rules; raises OptionError if `check` is no bool, GameError for no game, MissingExtraError without llvmlite."""
    if not isinstance(check, bool):
        raise OptionError(f"expected check to be True or False, got {check!r}")
    requirement.check_available()
    game = cast("Game[S, M]", rules_of(game))
    capabilities(game)
    return game


_COMPILED: Final[WeakValueDictionary[int, CompiledGame[Any, Any]]] = WeakValueDictionary()
"""The compiled games that were given no evaluation, by identity."""


def twin_of(game: Any) -> CompiledGame[Any, Any] | None:
    """The game itself if it is compiled, or one that was compiled of it and is still there: both evaluate alike."""
    found = (each for ref in _COMPILED.valuerefs() if (each := ref()) is not None and each.game is game)
    return game if isinstance(game, CompiledGame) else next(found, None)


def rules_of(game: Any) -> Any:
    """The rules in Python of a game, compiled or not."""
    return game.game if isinstance(game, Wrapped) else game


def tier_of(game: Any) -> TierName:
    """The tier that searches a game."""
    return "compiled" if isinstance(game, CompiledGame) else "tree"


def described(game: Any) -> str:
    """A text for the rules that is the same in every process."""
    if isinstance(game, Wrapped):
        judged = "" if game.evaluation is None else f", evaluate={named(game.evaluation)}"
        return f"compile({described(game.game)}{judged})"
    plain: Any = object.__repr__
    return named(type(game)) if type(game).__repr__ is plain else repr(game)


def named(thing: Any) -> str:
    """The name of a class, a function, or the class of an object, with its module, and an object's digest if it has one."""
    if hasattr(thing, "__qualname__"):
        return f"{thing.__module__}.{thing.__qualname__}"
    digest = getattr(thing, "digest", None)
    return named(type(thing)) + (f" {digest}" if isinstance(digest, str) else "")


def played(game: Any, layout: Layout, state: Any, lines: Sequence[Words]) -> list[Any]:
    """Converts the words of a line of play from a state to moves; raises RulesError if Python's rules have no such move."""
    moves = []
    for words in lines:
        move = _match(layout, steps(game, state), state, words)
        moves.append(move)
        state = game.play(state, move)
    return moves


def _match(layout: Layout, legal: Any, state: Any, words: Words) -> Any:
    single = words[0] if layout.kind == "int" else None
    for move in legal:
        if (single is not None and move == single) or tuple(layout.flatten(move)) == words:
            return move
    raise RulesError(
        f"the compiled rules play {layout.rebuild(words)!r} in {state!r}, which Python's rules do not; please report it"
    )


def raise_fault(game: Any, found: Capabilities[Any, Any], fault: int, state: Any) -> NoReturn:
    """Raises the error of a rule, as `compiler.runtime.header` numbers it, that was broken in a state."""
    scale = outcomes_of(game)
    if fault == h.OUTCOME:
        scale.outcome(game.outcome(state), state)
    elif fault == h.EVALUATION:
        static_value(found, scale, state)
    elif fault == h.PLAYER:
        checked_player(game.player(state), state, players=players_of(game), chance=found.chances is not None)
    elif fault == h.BOUNDS and found.bounds is not None:
        checked_bounds(found.bounds(state), state)
    elif fault == h.STUCK and found.stuck is not None:
        scale.outcome(found.stuck(state), state, "stuck")
    elif fault == h.PRIOR and found.prior is not None:
        priors(found, state, list((found.search_moves or game.moves)(state)))
    elif fault == h.CHANCES:
        deque(chances_of(game, state), maxlen=0)
    elif fault == h.MANY_MOVES:
        method = "chances" if is_chance(game, state) else "moves"
        raise RulesError(
            f"{method}({state!r}) gave more than {h.MOST_MOVES} moves, the limit of compiled games; search the original"
        )
    elif fault == h.NO_MOVES:
        raise no_moves("moves" if found.search_moves is None else "search_moves", state)
    raise RulesError(f"the compiled rules gave something in {state!r} that Python's rules do not; please report it")
