"""One sound game, and many that are broken in one place each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, NamedTuple

from attrs import frozen

import minimaxer as mx


class Heap(NamedTuple):
    """What is left, and who moves."""

    left: int
    player: int


@frozen
class Sound:
    """Take one, two or three; who takes the last wins. With every capability, and all of them right."""

    size: int = 9

    def initial(self) -> Any:
        return Heap(self.size, 0)

    def player(self, state: Any) -> Any:
        return state.player

    def moves(self, state: Any) -> Iterable[Any]:
        return range(1, min(3, state.left) + 1)

    def play(self, state: Any, move: Any) -> Any:
        return Heap(state.left - move, 1 - state.player)

    def outcome(self, state: Any) -> Any:
        if state.left > 0:
            return None
        return mx.LOSS if state.player == 0 else mx.WIN

    def evaluate(self, state: Any) -> Any:
        """Who cannot leave a multiple of four is behind."""
        good = 10 if state.left % 4 else -10
        return good if state.player == 0 else -good

    def key(self, state: Any) -> Any:
        return 2 * state.left + state.player

    def order(self, state: Any, move: Any) -> Any:
        return 1 if (state.left - move) % 4 == 0 else 0

    def prior(self, state: Any, move: Any) -> Any:
        return 0.9 if (state.left - move) % 4 == 0 else 0

    def search_moves(self, state: Any) -> Iterable[Any]:
        good = state.left % 4
        return range(good, good + 1) if good else range(1, 2)

    def is_legal(self, state: Any, move: Any) -> Any:
        return 1 <= move <= min(3, state.left)

    def noisy_moves(self, state: Any) -> Iterable[Any]:
        return range(state.left, min(3, state.left) + 1)

    def must_move(self, state: Any) -> Any:
        return False

    def gain(self, state: Any, move: Any) -> Any:
        return 0

    def bounds(self, state: Any) -> Any:
        low, high = mx.LOSS + 2, mx.WIN - 2
        if state.left <= 3:
            low = high = mx.WIN - 1
        return (low, high) if state.left <= 3 and state.player == 0 else (-high, -low) if state.left <= 3 else (mx.LOSS, mx.WIN)

    def null(self, state: Any) -> Any:
        return None if state.left < 4 else Heap(state.left, 1 - state.player)

    def canonical(self, state: Any) -> Any:
        return state, 0

    def map_move(self, move: Any, symmetry: Any) -> Any:
        return move

    def parse(self, text: str) -> Any:
        left, _, player = text.partition("/")
        return Heap(int(left), int(player))

    def format(self, state: Any) -> Any:
        return f"{state.left}/{state.player}"

    def parse_move(self, state: Any, text: str) -> Any:
        return int(text)

    def format_move(self, state: Any, move: Any) -> Any:
        return str(move)

    def render(self, state: Any) -> Any:
        return "|" * state.left + f" {state.player}"

    def svg(self, state: Any) -> Any:
        return f"<svg xmlns='http://www.w3.org/2000/svg'><title>{state.left}</title></svg>"

    def areas(self, state: Any, move: Any) -> Any:
        return ((10 * move, 0, 10, 10),)

    def all_moves(self) -> Any:
        return (1, 2, 3)


class Cell:
    """A state that is an object, told from others by which object it is."""

    def __init__(self, left: int, player: int) -> None:
        self.left = left
        self.player = player


@frozen
class Changing:
    """`play` changes its argument, a list."""

    def initial(self) -> list[int]:
        return [6, 0]

    def player(self, state: list[int]) -> int:
        return state[1]

    def moves(self, state: list[int]) -> Iterable[int]:
        return range(1, min(3, state[0]) + 1)

    def play(self, state: list[int], move: int) -> list[int]:
        if move == 3:
            state[0] -= move
            return [state[0], 1 - state[1]]
        return [state[0] - move, 1 - state[1]]

    def outcome(self, state: list[int]) -> float | None:
        return None if state[0] else mx.LOSS if state[1] == 0 else mx.WIN


@frozen
class ChangingObject:
    """The same with an object, which has no equality of its own."""

    def initial(self) -> Cell:
        return Cell(6, 0)

    def player(self, state: Cell) -> int:
        return state.player

    def moves(self, state: Cell) -> Iterable[int]:
        return range(1, min(3, state.left) + 1)

    def play(self, state: Cell, move: int) -> Cell:
        following = Cell(state.left - move, 1 - state.player)
        if following.left == 3:
            state.left -= 1
        return following

    def outcome(self, state: Cell) -> float | None:
        return None if state.left else mx.LOSS if state.player == 0 else mx.WIN


@frozen
class NoMoves(Sound):
    def moves(self, state: Any) -> Iterable[Any]:
        return [move for move in (1, 2, 3) if move < state.left]

    search_moves = is_legal = bounds = null = noisy_moves = must_move = gain = None  # type: ignore[assignment]


@frozen
class Twice(Sound):
    def moves(self, state: Any) -> Iterable[Any]:
        return [1, 1] if state.left == 5 else range(1, min(3, state.left) + 1)


@frozen
class Counting(Sound):
    """A counter on the class gives other moves every time."""

    calls: ClassVar[list[int]] = []

    def moves(self, state: Any) -> Iterable[Any]:
        self.calls.append(1)
        return range(1, min(2 + len(self.calls) % 2, state.left) + 1)


@frozen
class Dreaming(Sound):
    """An evaluation that is drawn."""

    calls: ClassVar[list[int]] = []

    def evaluate(self, state: Any) -> float:
        self.calls.append(1)
        return len(self.calls) / 1000


class Taking:
    """A move that equals itself alone."""

    def __init__(self, count: int) -> None:
        self.count = count

    def __repr__(self) -> str:
        return f"Taking({self.count})"


class TakingByObjects:
    """Moves are objects that cannot be compared."""

    def initial(self) -> tuple[int, int]:
        return 9, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> list[Taking]:
        return [Taking(count) for count in range(1, min(3, state[0]) + 1)]

    def play(self, state: tuple[int, int], move: Taking) -> tuple[int, int]:
        return state[0] - move.count, 1 - state[1]

    def outcome(self, state: tuple[int, int]) -> int | None:
        return None if state[0] else mx.WIN if state[1] else mx.LOSS


class Misspelt(TakingByObjects):
    """Methods that no search knows."""

    def evalute(self, state: tuple[int, int]) -> int:
        return state[0]

    def get_key(self, state: tuple[int, int]) -> tuple[int, int]:
        return state

    def moves_left(self, state: tuple[int, int]) -> int:
        return state[0]


class MisspeltState(NamedTuple):
    """A class of states with methods that no search knows."""

    left: int = 9
    player: int = 0

    def moves(self) -> Iterable[int]:
        return range(1, min(3, self.left) + 1)

    def play(self, move: int) -> MisspeltState:
        return MisspeltState(self.left - move, 1 - self.player)

    def outcome(self) -> int | None:
        return None if self.left else (mx.LOSS if self.player == 0 else mx.WIN)

    def evalute(self) -> int:
        return self.left

    def get_key(self) -> tuple[int, int]:
        return self.left, self.player

    def moves_left(self) -> int:
        return self.left


class PlusAndMinus(TakingByObjects):
    """Players are 1 and -1."""

    def player(self, state: tuple[int, int]) -> int:
        return -1 if state[1] else 1


@frozen
class Shuffled(Sound):
    """A set of texts has another order in every process; here it is turned round by a counter."""

    calls: ClassVar[list[int]] = []

    def moves(self, state: Any) -> Iterable[Any]:
        self.calls.append(1)
        moves = list(range(1, min(3, state.left) + 1))
        return moves if len(self.calls) % 2 else moves[::-1]


@frozen
class Chance(Sound):
    calls: ClassVar[list[int]] = []

    def play(self, state: Any, move: Any) -> Any:
        self.calls.append(1)
        return Heap(max(0, state.left - move - len(self.calls) % 2), 1 - state.player)


@frozen
class Players12(Sound):
    def player(self, state: Any) -> Any:
        return state.player + 1


@frozen
class TextOutcome(Sound):
    def outcome(self, state: Any) -> Any:
        return None if state.left else "won"


@frozen
class InfiniteOutcome(Sound):
    def outcome(self, state: Any) -> Any:
        return None if state.left else float("inf")


@frozen
class AlmostAWin(Sound):
    """The author subtracts plies himself."""

    def outcome(self, state: Any) -> Any:
        return None if state.left else mx.WIN - 3


@frozen
class TightBounds(Sound):
    def bounds(self, state: Any) -> Any:
        return mx.DRAW, mx.WIN


@frozen
class CrossedBounds(Sound):
    def bounds(self, state: Any) -> Any:
        return (mx.WIN, mx.LOSS) if state.left == 2 else (mx.LOSS, mx.WIN)


@frozen
class ListKey(Sound):
    def key(self, state: Any) -> Any:
        return [state.left, state.player]


@frozen
class PoorKey(Sound):
    """Running positions that are four apart share a key."""

    def key(self, state: Any) -> Any:
        return 2 * (state.left % 4) + state.player if state.left else -1 - state.player


@frozen
class MoverlessKey(Sound):
    def key(self, state: Any) -> Any:
        return state.left


@frozen
class EndlessKey(Sound):
    """Finished games share the key of running ones."""

    def key(self, state: Any) -> Any:
        return max(1, state.left)


@frozen
class ForgetfulFormat(Sound):
    def format(self, state: Any) -> Any:
        return f"{state.left}/0"


@frozen
class SpacedFormat(Sound):
    def format(self, state: Any) -> Any:
        return f"{state.left}/{state.player}\n"


@frozen
class OffByOneMoves(Sound):
    def format_move(self, state: Any, move: Any) -> Any:
        return str(move - 1)


@frozen
class SameText(Sound):
    def format_move(self, state: Any, move: Any) -> Any:
        return "1" if move < 3 else "3"


@frozen
class PictureOfNothing(Sound):
    def render(self, state: Any) -> Any:
        return None


@frozen
class FlatAreas(Sound):
    def areas(self, state: Any, move: Any) -> Any:
        return ((10 * move, 0, 10, 0),)


@frozen
class TallyOfOne(Sound):
    def tally(self, state: Any) -> Any:
        return (state,)


@frozen
class FeaturesInWords(Sound):
    def features(self, state: Any) -> Any:
        return state.left, "left"


@frozen
class GrowingFeatures(Sound):
    def features(self, state: Any) -> Any:
        return (1,) * (10 - state.left)


@frozen
class FeatureTooMany(Sound):
    weights: ClassVar = mx.Weights(left=1)

    def features(self, state: Any) -> Any:
        return state.left, state.player


@frozen
class PictureInWords(Sound):
    def svg(self, state: Any) -> Any:
        return "nine sticks " * 9


@frozen
class FewListedMoves(Sound):
    def all_moves(self) -> Any:
        return [1, 2]


@frozen
class TwiceListedMoves(Sound):
    def all_moves(self) -> Any:
        return [1, 2, 3, 2]


class TurningList(Sound):
    """The order of its moves is another one each time."""

    turned = False

    def all_moves(self) -> Any:
        TurningList.turned = not TurningList.turned
        return [3, 2, 1] if TurningList.turned else [1, 2, 3]


@frozen
class IllegalSearchMoves(Sound):
    def search_moves(self, state: Any) -> Iterable[Any]:
        return range(1, 4)


@frozen
class EmptySearchMoves(Sound):
    def search_moves(self, state: Any) -> Iterable[Any]:
        return range(state.left % 4, state.left % 4 + (1 if state.left % 4 else 0))


@frozen
class GreedySearchMoves(Sound):
    """Leaves out the moves that matter."""

    def search_moves(self, state: Any) -> Iterable[Any]:
        return range(1, 2)


@frozen
class IllegalNoise(Sound):
    def noisy_moves(self, state: Any) -> Iterable[Any]:
        return range(3, 4)


@frozen
class TooLegal(Sound):
    def is_legal(self, state: Any, move: Any) -> Any:
        return True

    def moves(self, state: Any) -> Iterable[Any]:
        return range(1, min(3, state.left) + 1) if state.left != 4 else range(1, 3)

    search_moves = bounds = noisy_moves = must_move = gain = None  # type: ignore[assignment]


@frozen
class TooStrict(Sound):
    def is_legal(self, state: Any, move: Any) -> Any:
        return move < 3


@frozen
class SamePlayerPasses(Sound):
    def null(self, state: Any) -> Any:
        return None if state.left < 4 else state


@frozen
class TurnedAround(Sound):
    """`canonical` swaps the players."""

    def canonical(self, state: Any) -> Any:
        return Heap(state.left, 0), state.player


@frozen
class Shrunk(Sound):
    """`canonical` takes a position for another with as many moves."""

    def canonical(self, state: Any) -> Any:
        return Heap(min(state.left, 4), state.player), 0


@frozen
class WildMap(Sound):
    def map_move(self, move: Any, symmetry: Any) -> Any:
        return move + 1


@frozen
class MoversEvaluation(Sound):
    """For the player to move."""

    def evaluate(self, state: Any) -> Any:
        return 10 if state.left % 4 else -10


@frozen
class OtherEvaluation(Sound):
    """For the player who has just moved."""

    def evaluate(self, state: Any) -> Any:
        return -10 if state.left % 4 else 10


@frozen
class ReversedEvaluation(Sound):
    def evaluate(self, state: Any) -> Any:
        good = 10 if state.left % 4 else -10
        return -good if state.player == 0 else good


@frozen
class ProudEvaluation(Sound):
    def evaluate(self, state: Any) -> Any:
        return 2_000_000 if state.left == 4 else 0


@frozen
class TextWeights(Sound):
    def order(self, state: Any, move: Any) -> Any:
        return "first" if move == 1 else 0


@frozen
class EndlessGain(Sound):
    def gain(self, state: Any, move: Any) -> Any:
        return math.inf if move == 1 else 0


@frozen
class NegativePrior(Sound):
    def prior(self, state: Any, move: Any) -> Any:
        return -1 if move == 1 else 1


@frozen
class TextBank(Sound):
    def banked(self, state: Any) -> Any:
        return "much"


@frozen
class BankOfWins(Sound):
    def banked(self, state: Any) -> Any:
        return 0


class Coins(NamedTuple):
    left: int
    lead: int
    mover: int


@frozen
class WrongBank:
    """Take one or two coins, which are yours; the bank holds too little of them, and the key none."""

    bank: int = 1

    def initial(self) -> Coins:
        return Coins(9, 0, 0)

    def player(self, state: Coins) -> int:
        return state.mover

    def moves(self, state: Coins) -> Iterable[int]:
        return range(1, min(2, state.left) + 1)

    def play(self, state: Coins, move: int) -> Coins:
        return Coins(state.left - move, state.lead + (move if state.mover == 0 else -move), 1 - state.mover)

    def outcome(self, state: Coins) -> int | None:
        return None if state.left else 2 * state.lead

    def key(self, state: Coins) -> int:
        return state.left

    def banked(self, state: Coins) -> int:
        return self.bank * state.lead


@frozen
class SharedNumbers(WrongBank):
    """The number of a position does not tell who moves."""

    size: int = 10

    def index(self, state: Coins) -> int:
        return state.left

    def unindex(self, number: int) -> Coins | None:
        return Coins(number, 0, 0)


@frozen
class GreatNumbers(SharedNumbers):
    size: int = 9


@frozen
class MissingNumbers(SharedNumbers):
    def unindex(self, number: int) -> Coins | None:
        return None if number == 9 else Coins(number, 0, 0)


@frozen
class OtherNumbers(SharedNumbers):
    def unindex(self, number: int) -> Coins | None:
        return Coins(9 - number, 0, 0)


@frozen
class RisingTier(SharedNumbers):
    """The fewer coins are left, the higher the tier."""

    size: int = 20

    def index(self, state: Coins) -> int:
        return 2 * state.left + state.mover

    def unindex(self, number: int) -> Coins | None:
        return Coins(number // 2, number % 2, 0)

    def tier(self, state: Coins) -> int:
        return -state.left


@frozen
class FallingNumbers(RisingTier):
    """Positions of lower tiers have higher numbers."""

    def index(self, state: Coins) -> int:
        return 19 - super().index(state)

    def unindex(self, number: int) -> Coins | None:
        return super().unindex(19 - number)

    def tier(self, state: Coins) -> int:
        return state.left


@frozen
class WrongBankAndGuess(WrongBank):
    """The bank is right, and what is expected of the rest hangs on it."""

    bank: int = 2

    def evaluate(self, state: Coins) -> int:
        return 3 * state.lead


@frozen
class Raising(Sound):
    def play(self, state: Any, move: Any) -> Any:
        return Heap(state.left - move, 1 // (state.left - 6 - move + 3) * 0 + 1 - state.player)


@frozen
class PlusOne:
    """Wins and losses are 1 and -1, and an evaluation is worth more."""

    big: bool = False

    def initial(self) -> Heap:
        return Heap(6, 0)

    def player(self, state: Heap) -> int:
        return state.player

    def moves(self, state: Heap) -> Iterator[int]:
        yield from range(1, min(3, state.left) + 1)

    def play(self, state: Heap, move: int) -> Heap:
        return Heap(state.left - move, 1 - state.player)

    def outcome(self, state: Heap) -> float | None:
        return None if state.left else -1 if state.player == 0 else 1

    def evaluate(self, state: Heap) -> float:
        return (50 if self.big else 0.5) * (1 if (state.left % 4 != 0) == (state.player == 0) else -1)


@frozen
class RoundAndRound:
    """Two rooms, and no way out."""

    def initial(self) -> Heap:
        return Heap(0, 0)

    def player(self, state: Heap) -> int:
        return state.player

    def moves(self, state: Heap) -> Iterable[int]:
        return range(1)

    def play(self, state: Heap, move: int) -> Heap:
        return Heap(min(2, state.left + 1) if state.left < 2 else 1, 1 - state.player)

    def outcome(self, state: Heap) -> float | None:
        return None


@frozen
class OnAndOn(RoundAndRound):
    def play(self, state: Heap, move: int) -> Heap:
        return Heap(state.left + 1, 1 - state.player)


@frozen
class WayBack(Sound):
    """One may put something back."""

    def moves(self, state: Any) -> Iterable[Any]:
        return range(-1 if state.left == 5 else 1, min(3, state.left) + 1, 2)

    all_moves = search_moves = is_legal = bounds = noisy_moves = must_move = gain = evaluate = order = null = None  # type: ignore[assignment]


@frozen
class Hashes(Sound):
    """Asks for what native code does not have."""

    def order(self, state: Any, move: Any) -> Any:
        return hash(move) % 3


@frozen
class Wide(Sound):
    """Integers beyond 64 bits."""

    def order(self, state: Any, move: Any) -> Any:
        return (state.left << 61) >> 61


@frozen(eq=False)
class TwoFaced(Sound):
    """A number that is one thing when the game is compiled and another later."""

    faces: ClassVar[list[int]] = [0]

    @property
    def face(self) -> int:
        self.faces.append(1)
        return len(self.faces)

    def order(self, state: Any, move: Any) -> Any:
        return self.face


class Awaiting(TwoFaced):
    """A loop that waits for a number, which stays what it was when the game was compiled."""

    def order(self, state: Any, move: Any) -> Any:
        left = 60
        while left:
            left = self.face % 50
        return left


@frozen
class InPlace:
    """`play` changes the list it was given, and gives it back."""

    def initial(self) -> list[int]:
        return [9, 0]

    def player(self, state: list[int]) -> int:
        return state[1]

    def moves(self, state: list[int]) -> Iterable[int]:
        return range(1, min(3, state[0]) + 1)

    def play(self, state: list[int], move: int) -> list[int]:
        state[0] -= move
        state[1] = 1 - state[1]
        return state

    def outcome(self, state: list[int]) -> float | None:
        return None if state[0] > 0 else mx.LOSS if state[1] == 0 else mx.WIN


SHARED = [9, 0]


@frozen
class SharedStart(InPlace):
    """All games begin with the same list."""

    def initial(self) -> list[int]:
        return SHARED


@frozen
class FickleOutcome(Sound):
    calls: ClassVar[list[int]] = []

    def outcome(self, state: Any) -> Any:
        self.calls.append(1)
        return mx.WIN if state.left < 5 and len(self.calls) % 3 == 0 else Sound.outcome(self, state)


@frozen
class OverAtOnce(Sound):
    def outcome(self, state: Any) -> Any:
        return mx.DRAW


@frozen
class KeyRaises(Sound):
    def key(self, state: Any) -> Any:
        return 7 // (state.left - 4)


@frozen
class PlayForgets(Sound):
    def play(self, state: Any, move: Any) -> Any:
        Heap(state.left - move, 1 - state.player)


@frozen
class CanonicalForgets(Sound):
    def canonical(self, state: Any) -> Any:
        return None


@frozen
class NullNumber(Sound):
    def null(self, state: Any) -> Any:
        return 7


@frozen
class OddForce(Sound):
    def must_move(self, state: Any) -> Any:
        return "no"


@frozen
class NegativeIds(Sound):
    def move_id(self, move: Any) -> Any:
        return -move


@frozen
class OddParse(Sound):
    def parse(self, text: str) -> Any:
        raise ValueError("no")


@frozen
class OddMoveParse(Sound):
    def parse_move(self, state: Any, text: str) -> Any:
        raise ValueError("no")


# --- sound games that look odd ------------------------------------------------------------------------------------------------

EMPTY = object()


@frozen
class Sentinels:
    """States hold an object that is told by which it is."""

    def initial(self) -> tuple[Any, ...]:
        return (EMPTY,) * 5, 0

    def player(self, state: tuple[Any, ...]) -> int:
        return int(state[1])

    def moves(self, state: tuple[Any, ...]) -> Iterator[int]:
        return (place for place, each in enumerate(state[0]) if each is EMPTY)

    def play(self, state: tuple[Any, ...], move: int) -> tuple[Any, ...]:
        return (*state[0][:move], state[1], *state[0][move + 1 :]), 1 - state[1]

    def outcome(self, state: tuple[Any, ...]) -> float | None:
        return None if EMPTY in state[0] else state[0][0] - state[0][4] + 0.0


class Board:
    """A state of objects within objects, none with an equality of its own, and something worked out once."""

    def __init__(self, cells: list[Cell], player: int) -> None:
        self.cells = cells
        self.player = player
        self._seen: list[int] | None = None

    def free(self) -> list[int]:
        if self._seen is None:
            self._seen = [place for place, cell in enumerate(self.cells) if cell.left]
        return self._seen


@frozen
class Objects:
    """Empty the cells in turn; who empties the last wins."""

    def initial(self) -> Board:
        return Board([Cell(1, 0) for _ in range(4)], 0)

    def player(self, state: Board) -> int:
        return state.player

    def moves(self, state: Board) -> Iterable[int]:
        return state.free()

    def play(self, state: Board, move: int) -> Board:
        return Board([Cell(0 if place == move else cell.left, 0) for place, cell in enumerate(state.cells)], 1 - state.player)

    def outcome(self, state: Board) -> float | None:
        return None if state.free() else mx.LOSS if state.player == 0 else mx.WIN


@frozen
class Tenths:
    """Scores are sums of tenths, which floats hold only nearly; keys are rounded."""

    steps: ClassVar[tuple[float, ...]] = (0.1, 0.2, 0.7, 0.3)

    def initial(self) -> tuple[float, tuple[int, ...], int]:
        return 0.0, (), 0

    def player(self, state: tuple[float, tuple[int, ...], int]) -> int:
        return state[2]

    def moves(self, state: tuple[float, tuple[int, ...], int]) -> Iterator[int]:
        return (step for step in range(4) if step not in state[1])

    def play(self, state: tuple[float, tuple[int, ...], int], move: int) -> tuple[float, tuple[int, ...], int]:
        gain = self.steps[move]
        return state[0] + (gain if state[2] == 0 else -gain), (*state[1], move), 1 - state[2]

    def outcome(self, state: tuple[float, tuple[int, ...], int]) -> float | None:
        return state[0] if len(state[1]) == 4 else None

    def key(self, state: tuple[float, tuple[int, ...], int]) -> tuple[float, tuple[int, ...], int]:
        return round(state[0], 6), tuple(sorted(state[1])), state[2]

    def bounds(self, state: tuple[float, tuple[int, ...], int]) -> tuple[float, float]:
        rest = sum(self.steps[step] for step in range(4) if step not in state[1])
        return state[0] - rest, state[0] + rest
