"""The programs by which claims are measured do what they say: each sort sorts, what is counted is counted exactly, and so on.

The figures themselves are written by `python docs/scripts/claims.py`.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

from minimaxer.play.playing import openings
from minimaxer_games.connect_four import ConnectFour

from ..needs import needs_llvmlite
from .claims import cards, helminen, ice, native, ted, timing, wilson
from .claims.native import SORTERS, Sorting

LISTS = [[], [1], [2, 1], [3, 1, 2, 2, 0], Random(1).sample(range(100), 60), list(range(30)), [5] * 20]


@pytest.mark.parametrize("name", [*ted.SORTS, *ted.SLOW])
def test_every_sort_sorts(name: str) -> None:
    """Lists of all kinds, with the counting as without."""
    sort = (ted.SORTS | ted.SLOW)[name]
    for numbers in LISTS:
        assert ted.sorted_by(sort, numbers) == sorted(numbers)
        ted.counted(sort, numbers)  # which asserts the same


def test_comparisons_and_writes_are_counted_exactly() -> None:
    """On lists for which both are known."""
    rising, falling = list(range(10)), list(range(10))[::-1]
    counts = {
        (name, order): (found.comparisons, found.writes)
        for name, sort in ted.SLOW.items()
        for order, numbers in (("rising", rising), ("falling", falling))
        for found in [ted.counted(sort, numbers)]
    }
    assert counts == {
        ("insertion", "rising"): (9, 9),
        ("insertion", "falling"): (45, 45 + 9),
        ("selection", "rising"): (45, 18),
        ("selection", "falling"): (45, 18),
    }


def test_gaps_begin_as_the_text_says() -> None:
    """Its example: with 500 items at 121, one lower than the greatest."""
    assert ted.knuth(500) == [121, 40, 13, 4, 1]
    assert ted.knuth_from_the_top(500)[0] == 364
    assert ted.powers(500) == [127, 63, 31, 15, 7, 3, 1]
    assert ted.knuth(2) == [1]


@pytest.mark.parametrize("name", ted.WITHOUT_COMPARING)
def test_sorts_without_comparing_sort(name: str) -> None:
    """Numbers without duplicates; only counting keeps duplicates."""
    numbers = Random(2).sample(range(1, ted.MOST + 1), 400)
    assert ted.sorted_by(ted.WITHOUT_COMPARING[name], numbers) == sorted(numbers)
    assert ted.sorted_by(ted.by_counting, [3, 1, 3]) == [1, 3, 3]


def test_instructions_tell_programs_apart() -> None:
    """Packing changes none; another statement does."""
    assert ted.instructions(ted.SPREAD) == ted.instructions(ted.PACKED)
    assert ted.instructions(ted.SPREAD) != ted.instructions(ted.SPREAD.replace("gap //= 3", "gap //= 2"))


@pytest.mark.parametrize("name", cards.SHUFFLES)
def test_shuffles_keep_all_cards(name: str) -> None:
    """And give every order of three about as often; a quarter too much is a million times less likely than not."""
    shuffle, rng = cards.SHUFFLES[name], Random(1)
    assert sorted(shuffle(list(range(52)), rng)) == list(range(52))
    orders = [tuple(shuffle([0, 1, 2], rng)) for _ in range(3_000)]
    assert all(400 < orders.count(order) < 600 for order in set(orders))
    assert len(set(orders)) == 6


def test_probabilities_of_deals_are_exact() -> None:
    """Against numbers that are known, or worked out in another way."""
    assert cards.draws(3) == Fraction(11, 6)
    assert cards.slots() == 52
    assert sum(cards.expected().values()) == pytest.approx(1)
    assert cards.expected()[4, 4, 3, 2] == pytest.approx(0.21551, abs=1e-5)
    assert float(cards.last_two_together()) == pytest.approx(0.73475, abs=1e-5)
    assert cards.even_if_fair(13) == 1
    assert cards.pattern([0, 1, 2, 13, 14, 26]) == (3, 2, 1, 0)
    assert [round(cards.tries(set(cards.VOIDS[:known]))) for known in range(3)] == [1, 120, 5_209]


@pytest.mark.parametrize(
    "deal", [cards.flawed_deal, cards.flawed_deal_by_rank, cards.fair_deal, cards.riffled_deal(3, cards.played_pack)]
)
def test_deals_give_thirteen_cards_to_each(deal: cards.Deal) -> None:
    """Every card once."""
    hands = deal(Random(1))
    assert [len(hand) for hand in hands] == [13] * 4
    assert sorted(card for hand in hands for card in hand) == list(range(52))


def test_a_random_pack_keeps_a_neighbour_in_a_new_pack_all() -> None:
    """The measure of riffles at both ends."""
    assert cards.neighbours_kept(0, packs=2) == 51
    assert cards.neighbours_kept(1, packs=200) == pytest.approx(27, abs=1.5)


def test_patterns_tell_a_fair_deal() -> None:
    """The flawed one is far off, with few deals already."""
    fair, flawed = cards.patterns(cards.fair_deal, 1_000), cards.patterns(cards.flawed_deal, 1_000)
    assert fair["off"] < 0.05 < 0.2 < flawed["off"]
    assert fair["long"] < flawed["long"]


@pytest.mark.parametrize("size", [1, 2, 7, 40])
def test_lazy_sorting_is_counted_exactly(size: int) -> None:
    """On a rising list the printed way swaps at each comparison, the other once for each place of the first half."""
    rising = list(range(size))
    full = size * (size - 1) // 2
    assert helminen.counted(helminen.lazy_sort, rising, size) == (full, full)
    assert helminen.counted(helminen.lazy_sort_one_swap, rising, size) == (full, size // 2)
    assert helminen.counted(helminen.lazy_sort, rising[::-1], 1) == (size - 1, 0)
    assert helminen.formula(size) == full


def test_the_least_comparisons_are_known() -> None:
    """Of 12 items: 29, by the number of their orders."""
    assert [helminen.least(size) for size in (2, 3, 5, 12)] == [1, 3, 7, 29]


def test_networks_sort_and_their_sizes_are_known() -> None:
    """All ways, up to eight; what is no network is told."""
    sizes = {name: [len(build(size)) for size in range(2, 9)] for name, build in ice.WAYS.items()}
    assert sizes["Bose and Nelson"] == [1, 3, 5, 9, 12, 16, 19]
    assert sizes["Batcher"] == [1, 3, 5, 9, 12, 16, 19]
    assert sizes["insertion"] == [1, 3, 6, 10, 15, 21, 28]
    assert all(ice.sorts(build(size), size) for build in ice.WAYS.values() for size in range(2, 9))
    assert not ice.sorts(ice.PRINTED[:-1], 4)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Sorting:
    """The program in C++."""
    if reason := native.missing():
        pytest.skip(reason)
    return Sorting(tmp_path_factory.mktemp("sorting"))


@pytest.mark.thorough
@pytest.mark.parametrize("staged", [0, 1])
def test_native_sorters_give_one_search(program: Sorting, staged: int) -> None:
    """The same value, nodes, cut-offs and lists, whoever sorts; unsorted it takes more nodes to the same value."""
    found = [program.run("search", name, 5, staged, 20, define="-DCOUNTS") for name in SORTERS]
    same = [{key: each[key] for key in ("value", "nodes", "cutoffs", "firsts", "lists")} for each in found]
    assert same == [same[0]] * len(SORTERS)
    assert len({each["comparisons"] for each in found}) > 2


@pytest.mark.thorough
def test_native_comparisons_are_counted_exactly(program: Sorting) -> None:
    """Lists of eight: picking compares with each of the rest, the network has nineteen."""
    found = {
        (name, first): program.run("lists", name, 8, first, define="-DCOUNTS")["comparisons"]
        for name in ("lazy", "lazy-one-swap", "network")
        for first in (0, 1)
    }
    assert found == {
        ("lazy", 0): 28, ("lazy", 1): 7, ("lazy-one-swap", 0): 28, ("lazy-one-swap", 1): 7, ("network", 0): 19, ("network", 1): 19
    }  # fmt: skip


def test_orderings_that_sort_again_search_alike() -> None:
    """What sorting costs is told by sorting copies, which changes nothing else."""
    results = [wilson.search_with(wilson.again("builtin", times), 5) for times in (0, 3)]
    assert [(result.nodes, result.created) for result in results] == [(560, 373)] * 2


@pytest.mark.parametrize(
    ("row", "made"), [("plain minimax", 5_961), ("alpha-beta, deepening, sorted", 706), ("the fixed-option search", 373)]
)
def test_rows_of_the_article_make_the_nodes_they_should(row: str, made: int) -> None:
    """To depth 5."""
    result = wilson.run(row, 5)
    assert (result.value, result.created) == (2, made)


def test_times_are_compared_round_by_round() -> None:
    """Ratios are those of runs in the same round."""
    took = timing.compared({"one": [1.0, 2.0, 4.0], "other": [2.0, 4.0, 8.0]})
    assert took["one"].ratio == took["one"].low == took["one"].high == 1
    assert (took["other"].ratio, took["other"].seconds) == (2, 2)


def test_helpers_of_lazy_smp_do_only_what_they_are_told() -> None:
    """Patched parts are put back."""
    from minimaxer.families.alphabeta.native import tasks, team

    from .claims import lazy_smp

    for deepens, shuffles in lazy_smp.PARTS.values():
        with lazy_smp.helpers(deepens=deepens, shuffles=shuffles):
            depths, orders = _posed(team)
        assert (depths == [6], orders == [[0, 1, 2, 3, 4, 5]]) == (deepens, not shuffles)
    assert vars(team)["Searching"] is tasks.Searching


@needs_llvmlite
@pytest.mark.thorough  # compiles a game, and plays
def test_lazy_smp_is_measured_on_whole_searches() -> None:
    """Both workers' nodes are told, and a match has all its games."""
    from .claims import lazy_smp

    game = ConnectFour()
    rows = lazy_smp.to_depth("connect_four", openings(game, 4, 1, seed=1), 12, (2, 4, 8), repeat=1)
    assert [(row["threads"], row["part"]) for row in rows] == [(2, part) for part in lazy_smp.PARTS] + [(4, "both"), (8, "both")]
    assert all(row["nodes"] > 0 < row["speed_up"] for row in rows)
    match = lazy_smp.strength("connect_four", "lazy SMP, two threads", 5_000, rounds=10)
    assert match["rounds"] == 10


def _posed(team: Any) -> tuple[list[int], list[list[int]]]:
    """What a helper is set to by a search to depth 5 with six moves at the root."""

    class Root:
        moves: ClassVar = list(range(6))

    class Helper:
        words: ClassVar[dict[int, int]] = {}

        def pose(self, *_: object) -> None: ...
        def look_anew(self) -> None: ...

    task = team.Searching(Root(), 5, 0, 0, None, Random(3), lazy=True)
    task.pose(0, Helper())
    return list(task.depths.values()), list(task.orders.values())


def test_the_folder_of_the_native_program_is_its_own(tmp_path: Path) -> None:
    """The networks go there as cases of a switch."""
    Sorting(tmp_path)
    assert "case 2: compare(0, 1); break;\n" in (tmp_path / "networks.inc").read_text(encoding="utf-8")
