"""Games with hidden information, as game authors write them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import minimaxer as mx


class Doors(NamedTuple):
    car: int
    chosen: int
    opened: int
    over: bool


class MontyHall:
    """A car behind one of three doors; after the choice, the host opens another one without it. Who switches wins 2 of 3 times."""

    players = 1
    value_range = (0, 1)

    def initial(self) -> Doors:
        return Doors(2, -1, -1, False)

    def player(self, state: Doors) -> int:
        return mx.CHANCE if state.chosen >= 0 and state.opened < 0 else 0

    def moves(self, state: Doors) -> Iterator[int]:
        for door in range(3):
            if door != state.opened:
                yield door

    def chances(self, state: Doors) -> Iterator[tuple[int, float]]:
        doors = [door for door in range(3) if door not in (state.car, state.chosen)]
        for door in doors:
            yield door, 1 / len(doors)

    def play(self, state: Doors, move: int) -> Doors:
        if state.chosen < 0:
            return state._replace(chosen=move)
        if state.opened < 0:
            return state._replace(opened=move)
        return state._replace(chosen=move, over=True)

    def outcome(self, state: Doors) -> float | None:
        return float(state.car == state.chosen) if state.over else None

    def deal(self, state: Doors, player: int, rng: Random) -> Doors:
        if state.opened < 0:
            return state._replace(car=rng.randrange(3))
        # the host had one door to open where the car is behind another than the chosen one, else two to choose from
        other = 3 - state.chosen - state.opened
        return state._replace(car=rng.choices((state.chosen, other), (0.5, 1.0))[0])


class Table(NamedTuple):
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    led: int
    mover: int
    margin: int
    played: int = 0


class Tricks:
    """Two hold some of the cards 0 to n - 1, which have no suits; the higher card takes the trick, and its owner leads."""

    def __init__(self, cards: int = 8, held: int = 3, seed: int = 0) -> None:
        self.cards, self.held, self.seed = cards, held, seed

    def initial(self) -> Table:
        cards = Random(self.seed).sample(range(self.cards), 2 * self.held)
        return Table((tuple(sorted(cards[: self.held])), tuple(sorted(cards[self.held :]))), -1, 0, 0)

    def player(self, state: Table) -> int:
        return state.mover

    def moves(self, state: Table) -> tuple[int, ...]:
        return state.hands[state.mover]

    def play(self, state: Table, move: int) -> Table:
        mine = tuple(card for card in state.hands[state.mover] if card != move)
        hands = (mine, state.hands[1]) if state.mover == 0 else (state.hands[0], mine)
        played = state.played | 1 << move
        if state.led < 0:
            return Table(hands, move, 1 - state.mover, state.margin, played)
        winner = state.mover if move > state.led else 1 - state.mover
        return Table(hands, -1, winner, state.margin + (1 if winner == 0 else -1), played)

    def outcome(self, state: Table) -> float | None:
        return None if state.hands[0] or state.hands[1] else state.margin

    def deal(self, state: Table, player: int, rng: Random) -> Table:
        mine, theirs = state.hands[player], state.hands[1 - player]
        unseen = [card for card in range(self.cards) if card not in mine and not state.played >> card & 1]
        other = tuple(sorted(rng.sample(unseen, len(theirs))))
        return state._replace(hands=(mine, other) if player == 0 else (other, mine))


class Sealed:
    """A hand that must not be looked at."""

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError(f"somebody looked at a hidden hand: {name}")

    def __iter__(self) -> Any:
        raise AssertionError("somebody looked at a hidden hand")

    __len__ = __bool__ = __getitem__ = __contains__ = __eq__ = __hash__ = __iter__  # type: ignore[assignment]


class Held(NamedTuple):
    hands: tuple[tuple[str, ...], ...]
    shown: tuple[str, ...] = ()
    mover: int = 0
    is_drawing: bool = False


CARDS = ("Aa", "Bb", "Cc", "Dd", "Ee", "Ff", "Gg", "Hh", "Ii")


class Draws:
    """Two hold three cards and show one in turn, of which the higher wins; for the first two of them chance brings another, unseen.

    What is drawn, written and told names the cards.

    Args:
        other: What player 1 holds, which player 0 cannot know.
    """

    def __init__(self, other: str = "Dd Ee Ff") -> None:
        self.other = tuple(other.split())

    def initial(self) -> Held:
        return Held((CARDS[:3], self.other))

    def player(self, state: Held) -> int:
        return mx.CHANCE if state.is_drawing else state.mover

    def moves(self, state: Held) -> tuple[str, ...]:
        return state.hands[state.mover]

    def _unseen(self, state: Held, hands: tuple[tuple[str, ...], ...]) -> list[str]:
        return [card for card in CARDS if card not in state.shown and not any(card in hand for hand in hands)]

    def chances(self, state: Held) -> list[tuple[str, float]]:
        left = self._unseen(state, state.hands)
        return [(card, 1 / len(left)) for card in left]

    def play(self, state: Held, move: str) -> Held:
        hand = state.hands[state.mover]
        hand = (*hand, move) if state.is_drawing else tuple(card for card in hand if card != move)
        hands = (hand, state.hands[1]) if state.mover == 0 else (state.hands[0], hand)
        if state.is_drawing:
            return Held(hands, state.shown, 1 - state.mover)
        shown = (*state.shown, move)
        return Held(hands, shown, state.mover, is_drawing=True) if len(shown) < 3 else Held(hands, shown, 1 - state.mover)

    def outcome(self, state: Held) -> int | None:
        if len(state.shown) < 6 or state.is_drawing:
            return None
        return sum(1 if state.shown[trick] > state.shown[trick + 1] else -1 for trick in (0, 2, 4))

    def deal(self, state: Held, player: int, rng: Random) -> Held:
        mine, theirs = state.hands[player], state.hands[1 - player]
        other = tuple(sorted(rng.sample(self._unseen(state, (mine,)), len(theirs))))
        return state._replace(hands=(mine, other) if player == 0 else (other, mine))

    def format(self, state: Held) -> str:
        return "/".join((*map(" ".join, state.hands), " ".join(state.shown), str(state.mover), str(int(state.is_drawing))))

    def parse(self, text: str) -> Held:
        mine, theirs, shown, mover, is_drawing = text.split("/")
        return Held((tuple(mine.split()), tuple(theirs.split())), tuple(shown.split()), int(mover), is_drawing == "1")


class Drawn(Draws):
    """The same with a board to show."""

    def render(self, state: Held) -> str:
        return f"cards: {' '.join(self.moves(state))}, shown: {' '.join(state.shown)}"

    def svg(self, state: Held) -> str:
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>{self.render(state)}</text></svg>'
