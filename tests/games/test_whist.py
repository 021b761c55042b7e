"""Whist: its rules, what a search knows of them against plain minimax, deals that fit what was seen, and notation."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer_games.whist import OpenWhist, Table, Whist

from ..needs import needs_llvmlite

SMALL = [
    pytest.param({"ranks": 3, "trumps": "N"}, id="four, no trumps"),
    pytest.param({"ranks": 3, "trumps": "H"}, id="four, hearts"),
    pytest.param({"ranks": 4, "cards": 3, "trumps": "S"}, id="four, cards undealt"),
    pytest.param({"seats": 2, "ranks": 5, "cards": 4, "trumps": "N"}, id="two, no trumps"),
    pytest.param({"seats": 2, "ranks": 4, "cards": 5, "trumps": "C"}, id="two, clubs"),
]


def played_from(game: OpenWhist, table: Table, *cards: str) -> Table:
    for card in cards:
        table = game.play(table, game.parse_move(table, card))
    return table


@cache
def compiled(seats: int) -> mx.CompiledGame[Table, int]:
    """A table knows its cards and its trumps, so that the defaults will do for all."""
    return mx.compile(OpenWhist(seats=seats))


def value(game: OpenWhist, table: Table, known: dict[Table, int]) -> int:
    """Plain minimax, each state once."""
    outcome = game.outcome(table)
    if outcome is not None:
        return outcome
    if table not in known:
        values = [value(game, game.play(table, card), known) for card in game.moves(table)]
        known[table] = max(values) if game.player(table) == 0 else min(values)
    return known[table]


def positions(game: OpenWhist, rng: Random) -> Iterator[Table]:
    """The tables of one random game, but for the last."""
    table = game.initial()
    while game.outcome(table) is None:
        yield table
        table = game.play(table, rng.choice(list(game.moves(table))))


def test_following_suit() -> None:
    """Who has a card of the suit led must play one; who has none may play any, and all see that."""
    game = OpenWhist()
    table = game.parse("N:A2.3.. K.4.5. Q3.6.. .7.8.4 N N - 0-0")
    table = played_from(game, table, "S2")
    assert [game.format_move(table, card) for card in game.moves(table)] == ["SK"]
    table = played_from(game, table, "SK", "S3")
    assert [game.format_move(table, card) for card in game.moves(table)] == ["H7", "D8", "C4"]
    assert not table.voids
    table = played_from(game, table, "D8")
    assert table.voids == 1 << 4 * 3
    assert (table.seat, table.first, table.second) == (1, 0, 1)


@pytest.mark.parametrize(("trumps", "winner"), [("N", 2), ("S", 2), ("H", 3), ("D", 1), ("C", 2)])
def test_who_takes_the_trick(trumps: str, winner: int) -> None:
    """The highest trump, or else the highest card of the suit led; it leads to the next trick."""
    game = OpenWhist()
    table = game.parse(f"N:2...2 ..2.3 A...4 .A..5 N {trumps} - 0-0")
    table = played_from(game, table, "S2", "D2", "SA", "HA")
    assert table.seat == winner
    assert (table.first, table.second) == ((1, 0) if winner == 2 else (0, 1))


def test_deals() -> None:
    """Another number, another deal; the highest cards, so many a suit, and what is not dealt stays out of play."""
    game = OpenWhist(ranks=5, cards=4, seed=2)
    table = game.initial()
    assert table == OpenWhist(ranks=5, cards=4, seed=2).initial() != OpenWhist(ranks=5, cards=4, seed=3).initial()
    assert [hand.bit_count() for hand in table.hands] == [4] * 4
    assert game.deck.bit_count() == 20
    assert all(hand & ~game.deck == 0 for hand in table.hands)
    assert [hand.bit_count() for hand in OpenWhist().initial().hands] == [13] * 4
    assert [hand.bit_count() for hand in OpenWhist(seats=2).initial().hands] == [13, 13, 0, 0]


@pytest.mark.parametrize("fields", SMALL)
def test_solved_as_plain_minimax(fields: dict[str, Any]) -> None:
    """With all that the game knows, in the table and pruned, in Python."""
    for seed in range(12):
        game = OpenWhist(**fields, seed=seed)
        assert mx.solve(game).value == value(game, game.initial(), {})


@pytest.mark.thorough
@needs_llvmlite
@pytest.mark.parametrize("fields", [SMALL[1], SMALL[4]])
def test_solved_natively_as_plain_minimax(fields: dict[str, Any]) -> None:
    """At every table of random games, tricks that have begun among them."""
    rng = Random(1)
    for seed in range(6):
        game = OpenWhist(**fields, seed=seed)
        known: dict[Table, int] = {}
        for table in positions(game, rng):
            assert mx.solve(compiled(game.seats), table).value == value(game, table, known), game.format(table)


@pytest.mark.parametrize("fields", SMALL)
def test_what_the_search_is_told(fields: dict[str, Any]) -> None:
    """Bounds hold, tables of the same key have the same value, and the best of the moves searched is as good as of all."""
    by_key: dict[Any, int] = {}
    for seed in range(8):
        game = OpenWhist(**fields, seed=seed)
        known: dict[Table, int] = {}
        value(game, game.initial(), known)
        for table, found in known.items():
            low, high = game.bounds(table)
            assert low <= found <= high, game.format(table)
            assert by_key.setdefault(game.key(table), found) == found, game.format(table)
            values = [known.get(after, game.outcome(after)) for after in afters(game, table)]
            assert found in values, game.format(table)


def afters(game: OpenWhist, table: Table) -> list[Table]:
    return [game.play(table, card) for card in game.search_moves(table)]


@pytest.mark.thorough
def test_bounds_of_longer_hands() -> None:
    """Hold too where hands are long enough to cash, to draw trumps and to cross: four and five cards, every suit as trumps."""
    rng = Random(11)
    for number in range(60):
        seats = (4, 4, 2)[number % 3]
        game = OpenWhist(
            seats=seats, ranks=13 - number % 9, cards=4 if seats == 4 else 5, trumps="NSHDC"[number % 5], seed=number
        )
        known: dict[Any, int] = {}
        table = game.initial()
        while game.outcome(table) is None:
            low, high = game.bounds(table)
            assert low <= keyed_value(game, table, known) <= high, game.format(table)
            assert game.evaluate(table) == (low + high) / 2
            table = game.play(table, rng.choice(list(game.moves(table))))


def keyed_value(game: OpenWhist, table: Table, known: dict[Any, int]) -> int:
    """Minimax of the moves searched, each key once; bounds are looked at wherever it comes."""
    outcome = game.outcome(table)
    if outcome is not None:
        return outcome
    key = game.key(table)
    if key not in known:
        values = [keyed_value(game, game.play(table, card), known) for card in game.search_moves(table)]
        known[key] = max(values) if game.player(table) == 0 else min(values)
        low, high = game.bounds(table)
        assert low <= known[key] <= high, game.format(table)
    return known[key]


@pytest.mark.parametrize(
    ("position", "bounds"),
    [
        ("N:AK.A.. .KQ.K. .2.A2. ..QJ.2 N N - 0-0", (3, 3)),  # cashes three
        ("N:AK2... .KQ.K. 43..2. QJ..Q. N N - 0-0", (3, 3)),  # the third spade is high after two rounds
        ("N:A.2.. ..K3. .A..2 ..QJ. N N - 0-0", (2, 2)),  # crosses to the ace of hearts
        ("N:A.2.. ..K3. .A..2 ..QJ. E N - 0-0", (-2, 0)),  # not on lead; the king of diamonds is
        ("N:2.A.. 3..2. 4.2.. 5..3. N D - 0-0", (-2, 0)),  # a heart may be ruffed; the higher trump takes a trick
        ("N:A.A.. 3.2.. 4.3.. 5.4.. N S - 0-0", (2, 2)),
        ("N:A.A.. 3..2. 4.3.. 5.4.. N S - 0-0", (2, 2)),  # draws trumps first
        ("N:2.A.. A.2.. 4.3.. 5.4.. N S - 0-0", (0, 0)),  # the ace of trumps takes a trick, whoever leads
    ],
)
def test_sure_tricks(position: str, bounds: tuple[int, int]) -> None:
    """Tricks that are counted, and those that are not."""
    game = OpenWhist()
    assert game.bounds(game.parse(position)) == bounds


def test_order() -> None:
    """The lowest card that takes the trick comes first; a lead from the top of a suit before one to partner's."""
    game = OpenWhist()

    def ordered(text: str) -> list[str]:
        table = game.parse(text)
        moves = sorted(game.moves(table), key=lambda card: -game.order(table, card))
        return [game.format_move(table, card) for card in moves]

    assert ordered("N:32... AJ9... .32..4 8..65. E N ST 0-0") == ["SJ", "SA", "S9"]
    assert ordered("N:A.2.5. 3.K.6. 4.A.7. 5.Q.8. N N - 0-0") == ["SA", "H2", "D5"]
    assert ordered("N:2.A.5. 3..87. ..64.2 4..9.A N S - 0-0") == ["S2", "D5", "HA"]  # east ruffs hearts
    assert ordered("N:2.K.5. .A2.8. 3..64. 4.8.9. N S - 0-0") == ["HK", "S2", "D5"]  # south does


def test_equal_cards_are_searched_once() -> None:
    """Cards with none of another hand between are one choice; the best card on the table lies between."""
    game = OpenWhist()

    def searched(text: str) -> list[str]:
        table = game.parse(text)
        return [game.format_move(table, card) for card in game.search_moves(table)]

    assert searched("N:AKQ... J..32. T...32 987... N N - 0-0") == ["SQ"]
    assert searched("N:AQ... K..2. .3..2 98... N N - 0-0") == ["SQ", "SA"]
    assert searched("N:2... AJ... .32.. 98... E N ST 0-0") == ["SJ"]
    assert searched("N:2... A9... .32.. 87... E N ST 0-0") == ["S9", "SA"]


@pytest.mark.parametrize("fields", [*SMALL, pytest.param({}, id="the full deck")])
def test_deals_fit_what_was_seen(fields: dict[str, Any]) -> None:
    """The mover's hand, the trick and all that is public stay; no seat holds a suit that it has shown to lack."""
    rng = Random(5)
    for seed in range(5):
        game = Whist(**fields, seed=seed)
        for table in positions(game, rng):
            dealt = game.deal(table, game.player(table), rng)
            assert dealt._replace(hands=table.hands) == table
            assert dealt.hands[table.seat] == table.hands[table.seat]
            assert [hand.bit_count() for hand in dealt.hands] == [hand.bit_count() for hand in table.hands]
            assert game.parse(game.format(dealt)) == dealt  # it refuses cards twice, and suits that a seat lacks
            assert list(game.search_moves(dealt)) == list(game.search_moves(table))


def test_deals_are_without_bias() -> None:
    """Each card that a seat may hold is with each seat as often as the room there says."""
    rng = Random(9)
    game = Whist(ranks=2)
    table = game.initial()
    counts = [0] * 4
    card = (game.deck & ~table.hands[0]).bit_length() - 1
    for _ in range(3000):
        hands = game.deal(table, 0, rng).hands
        counts[next(seat for seat in range(4) if hands[seat] >> card & 1)] += 1
    assert counts[0] == 0
    assert all(900 < count < 1100 for count in counts[1:])


def test_only_the_hand_to_move_is_shown() -> None:
    """In text and in the picture; all hands are, where they are open."""
    position = "N:A.2.. K.3.. Q.4.. J.5.. N N - 0-0"
    game, hidden = OpenWhist(), Whist()
    table = game.parse(position)
    assert "♠ K  ♥ 3" in game.render(table)
    assert hidden.render(table).splitlines() == [
        "> N  ♠ A  ♥ 2  ♦ -  ♣ -",
        "  E  2 cards",
        "  S  2 cards",
        "  W  2 cards",
        "table: -",
        "no trumps; tricks 0-0",
    ]
    assert ">K<" in game.svg(table)
    assert ">♠A<" in hidden.svg(table)
    assert not any(f"{rank}<" in hidden.svg(table) for rank in "KQJ")


@pytest.mark.parametrize("game", [OpenWhist(ranks=5), Whist(ranks=5, cards=4), Whist(seats=2, ranks=5)], ids=str)
def test_laws(game: OpenWhist) -> None:
    """No law of the doctor is broken."""
    report = mx.testing.check_game(game, games=5, compiled=False)
    assert [each.law for each in report.findings if each.severity == "error"] == []


@pytest.mark.parametrize("fields", [*SMALL, pytest.param({}, id="the full deck")])
def test_notation_round_trip(fields: dict[str, Any]) -> None:
    """Tables and cards are read as they were written, at every point of a game."""
    rng = Random(2)
    game = Whist(**fields)
    for table in positions(game, rng):
        assert game.parse(game.format(table)) == table
        for card in game.moves(table):
            assert game.parse_move(table, game.format_move(table, card)) == card
        assert game.render(table)
        assert game.svg(table).startswith("<svg")


def test_hands_may_begin_anywhere() -> None:
    """As in PBN, by the first seat's letter; and the cards taken are told where all others are in hands."""
    game = OpenWhist()
    assert game.parse("E:K... Q... J... A... N S - 0-0") == game.parse("N:A... K... Q... J... N S - 0-0")
    small = OpenWhist(ranks=2)
    table = list(positions(small, Random(1)))[4]
    *text, _, _ = small.format(table).split()
    assert small.parse(" ".join(text)) == table._replace(last=1)


def test_the_trick_stays_until_the_next_card_is_led() -> None:
    """In the picture, with the card that took it marked; the position's key and value are those without it."""
    game = OpenWhist()
    table = game.parse("N:A4... K5... Q6... J7... N N - 0-0")
    for card in ("SA", "SK", "S6", "SJ"):
        table = game.play(table, game.parse_move(table, card))
    drawn = game.svg(table)
    assert [f"{sign}<" in drawn for sign in ("♠A", "♠K", "♠6", "♠J")] == [True] * 4
    assert drawn.count('stroke-width="3"') == 1
    assert game.parse(game.format(table)) == table
    assert game.key(table) == game.key(table._replace(last=1))
    led = game.play(table, game.parse_move(table, "S4"))
    assert "♠A<" not in game.svg(led)
    with pytest.raises(
        mx.NotationError, match=r"^expected 4 of the cards taken as the trick just taken, before a card is led, got "
    ):
        game.parse(game.format(table).rpartition(" ")[0] + " SA,SK,S6,S5")


@pytest.mark.parametrize(("text", "card"), [("SA", 12), ("h10", 21), ("HT", 21), ("♠A", 12), ("♦2", 26), ("ck", 50)])
def test_cards(text: str, card: int) -> None:
    """Are read in letters of either case, with signs, and with tens in both ways."""
    game = OpenWhist()
    assert game.parse_move(game.initial(), text) == card


@pytest.mark.parametrize("text", ["", "S", "AS", "X2", "S1", "SAK"])
def test_bad_cards(text: str) -> None:
    """Get an error that says what one looks like."""
    game = OpenWhist()
    with pytest.raises(mx.NotationError, match=f"expected a card, its suit and its rank, such as SA, H10 or ♠A, got '{text}'"):
        game.parse_move(game.initial(), text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "expected 4 hands, whose turn it is, trumps, the trick and the tricks taken, such as N:AK..2.3 .AK.4.5 ..QJ.32 "
             "QJ..A.K N S - 0-0, got ''"),
        ("N:A... K... Q... N S - 0-0", "expected 4 hands"),
        ("N:A.. K... Q... J... N S - 0-0", "expected a hand of four suits with dots between them, ranks of AKQJT98765432 in each, "
                                          "such as AK2..T9.3, got 'A..'"),
        ("N:AA... K... Q... J... N S - 0-0", "expected a hand of four suits"),
        ("N:A... K... Q... J... X S - 0-0", "expected whose turn it is, one of NESW, and trumps, one of SHDCN, got X S"),
        ("N:A... K... Q... J... N NT - 0-0", "one of SHDCN, got N NT"),
        ("N:A... K... Q... J... N S x 0-0", "expected a card"),
        ("N:A... K... Q... J... N S - 0", "expected the tricks taken by side 0 and side 1, such as 2-1, 13 at most, got '0'"),
        ("N:A... K... Q... J... N S - 9-9", "13 at most, got '9-9'"),
        ("N:A... K... Q... J... N S - 1-0", "expected voids and then the 4 cards of the tricks taken behind them, as in "
                                           "1-0 - AKQJ..., since 48 cards are in no hand"),
        ("N:A... K... Q... J... N S - 0-0 ES", "expected seats and the suits that they lack, such as E:SH,W:C, or -, got 'ES'"),
        ("N:A... K... Q... J... N S - 0-0 E:S", "expected E to have no S, which it lacks"),
        ("N:A... A... Q... J... N S - 0-0", "expected each card in one place, got one twice"),
        ("N:A2... K... Q... J... N S - 0-0", "expected 2 cards in the hand of W, got 1"),
        ("N:A... K... Q... J... N S S2,S3,S4,S5 0-0", "expected fewer than 4 cards on the table, got 4"),
        ("N:A... .2.. Q... J... E S SK 0-0 - ...", "expected 0 cards in the hand of N, got 1"),
        ("N:A... K... Q... J... N S - 0-0 - 2345...", "expected 4 cards for each trick taken and 13 tricks at most, got 4 cards "
                                                      "taken, 0 tricks and 1 cards in hand"),
        ("N:K... 2... 43... 65... S S S9,H8 0-0", "expected E to have no S, which it lacks"),
    ],
)  # fmt: skip
def test_bad_positions(text: str, wanted: str) -> None:
    """Get an error that says what is expected."""
    with pytest.raises(mx.NotationError) as error:
        OpenWhist().parse(text)
    assert wanted in str(error.value)


def test_cards_that_are_not_in_the_deck() -> None:
    """Are refused: nobody could deal them."""
    with pytest.raises(mx.NotationError, match=r"expected cards of the deck, AK\.AK\.AK\.AK, got others in"):
        Whist(ranks=2).parse("N:2... K... A... .A.. N S - 0-0")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"seats": 3}, "expected seats to be 2 or 4, got 3"),
        ({"ranks": 1}, "expected ranks to be a whole number from 2 to 13, got 1"),
        ({"ranks": 5, "cards": 6}, "expected cards to be from 1 to 5 to a hand, for 4 seats and 5 ranks, or 0 for as many as "
                                   "there are, got 6"),
        ({"trumps": "X"}, "expected trumps to be S, H, D or C, or N for no trumps, got 'X'"),
        ({"seed": -1}, "expected seed to be a whole number from 0 to 4611686018427387904, got -1"),
    ],
)  # fmt: skip
def test_bad_fields(fields: dict[str, Any], message: str) -> None:
    """Get an error that says what is expected."""
    with pytest.raises(mx.OptionError) as error:
        OpenWhist(**fields)
    assert str(error.value) == message
