"""The tables and figures of the pages "What we found", made from docs/results/claims.json."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from figures import change, percent, results, table  # type: ignore[import-not-found, unused-ignore]

MICRO: Final = "\N{MICRO SIGN}s"
PAIR: Final = " / "
STATED: Final = {
    "plain minimax": (320, 15),
    "alpha-beta, deepening, sorted": (4664, 1015),
    "children only when needed": (5611, 1991),
    "early-exit bubble sort": (5890, 1456),
    "the fixed-option search": (6453, 1765),
}
"""D. Wilson's searches a second to depth 5 and 6."""


def claims(source: str) -> Any:
    """What `claims.py` wrote of a source."""
    return results("claims", source)


def rows(source: str, part: str, /, **known: Any) -> list[dict[str, Any]]:
    """The rows of a part of it that have these values."""
    return [each for each in claims(source)[part] if all(each[key] == value for key, value in known.items())]


def row(source: str, part: str, /, **known: Any) -> dict[str, Any]:
    """The only such row."""
    [found] = rows(source, part, **known)
    return found


def machine(source: str) -> str:
    """What it was measured on."""
    found = claims(source)["machine"]
    return f"{found['processors']} processors, {found['python']}, {found['system']}"


def digits(value: float) -> str:
    """Two or three digits."""
    return f"{value:,.0f}" if value >= 20 else f"{value:.1f}" if value >= 2 else f"{value:.2f}"


def between(row: dict[str, Any]) -> str:
    """A ratio with what half of the runs lie between."""
    return f"{row['ratio']:.2f} ({row['low']:.2f} to {row['high']:.2f})"


# --- D. Wilson ---------------------------------------------------------------------------------------------------------


def as_fast(part: str, name: str, depth: int) -> float:
    """How many times as fast as plain minimax."""
    mine = row("wilson", part, row=name, depth=depth)
    if part == "ours":
        return 1 / float(mine["ratio"])
    return float(row("wilson", part, row="plain minimax", depth=depth)["seconds"]) / float(mine["seconds"])


def fewer(name: str, depth: int) -> float:
    """How many times as many nodes plain minimax makes."""
    made = [float(row("wilson", "ours", row=each, depth=depth)["created"]) for each in ("plain minimax", name)]
    return made[0] / made[1]


def fewest(depth: int) -> str:
    """The same of the search that makes the fewest."""
    return digits(fewer("the fixed-option search", depth))


def wilson() -> str:
    """The rows of the article's table, in times as fast as plain minimax, at both depths."""
    body = []
    for name, stated in list(STATED.items())[1:]:
        cells = [PAIR.join(digits(mine / plain) for mine, plain in zip(stated, STATED["plain minimax"], strict=True))]
        cells += [
            PAIR.join(digits(as_fast(part, name, depth)) for depth in (5, 6)) for part in ("theirs", "theirs_with_room", "ours")
        ]
        body.append([name, *cells, PAIR.join(digits(fewer(name, depth)) for depth in (5, 6))])
    heads = [
        "searched with",
        "the article",
        "its package, version 3.2.3",
        "with 64 MB for young objects",
        "here, in Python",
        "fewer nodes",
    ]
    return table(heads, body)


def wilson_sorting() -> str:
    """What sorting takes of a search."""
    body = []
    for depth in (5, 6, 8):
        builtin, bubble = (row("wilson", "sorting", depth=depth, ordering=name) for name in ("builtin", "early_exit_bubble"))
        compared = PAIR.join(f"{each['comparisons']:,}" for each in (builtin, bubble))
        shares = [
            f"{100 * each['ratio']:.1f} % ({100 * each['low']:.1f} to {100 * each['high']:.1f})" for each in (builtin, bubble)
        ]
        body.append([str(depth), f"{builtin['lists']:,}", f"{builtin['children']:,}", compared, *shares])
    heads = ["depth", "lists sorted", "children in them", "comparisons, built-in / bubble", "time, built-in", "time, bubble"]
    return table(heads, body)


def slower(part: str) -> str:
    """How much slower the early-exit bubble sort is than the built-in one at depth 6, in searches a second."""
    bubble, builtin = (as_fast(part, name, 6) for name in ("early-exit bubble sort", "children only when needed"))
    return change(bubble / builtin - 1)


def collecting(part: str) -> str:
    """How many times as long plain minimax takes to depth 6 as to depth 5."""
    return digits(
        row("wilson", part, row="plain minimax", depth=6)["seconds"]
        / row("wilson", part, row="plain minimax", depth=5)["seconds"]
    )


# --- T. Helminen -------------------------------------------------------------------------------------------------------


def helminen_counts() -> str:
    """What he says of whole lists, and what they take."""
    body = []
    for size in (100, 2_000):
        counts = {
            (way, order): row("helminen", "counts", size=size, way=way, order=order, reads=size)
            for way in ("as printed", "one swap")
            for order in ("rising", "random")
        }
        swaps = [f"{counts[way, order]['swaps']:,.0f}" for way in ("as printed", "one swap") for order in ("rising", "random")]
        found = claims("helminen")
        stated = [f"{found['stated'][str(size)]:,}", f"{found['formula'][str(size)]:,}"]
        counted = f"{counts['as printed', 'rising']['comparisons']:,.0f}"
        body.append([f"{size:,}", *stated, counted, f"{found['least'][str(size)]:,}", PAIR.join(swaps[:2]), PAIR.join(swaps[2:])])
    heads = [
        "moves", "comparisons, stated", "by his formula", "counted", "enough for the best sort",
        "swaps as printed: rising / random", "with one swap for each place",
    ]  # fmt: skip
    return table(heads, body)


NATIVE: Final = {"lazy": "as printed", "lazy-one-swap": "one swap", "insertion": "insertion"}


def helminen_search() -> str:
    """Lazy sorting against `std::sort` in whole searches, by how good the order is."""
    body = []
    for noise in sorted({each["noise"] for each in claims("helminen")["searches"]}, reverse=True):
        full = row("helminen", "searches", noise=noise, sorter="std::sort")
        lazy = row("helminen", "searches", noise=noise, sorter="lazy")
        cells = [between(_faster(row("helminen", "searches", noise=noise, sorter=name))) for name in NATIVE]
        compared = change(lazy["comparisons"] / full["comparisons"] - 1)
        body.append([f"{noise} %", percent(full["firsts"]), percent(full["share"]), compared, *cells])
    heads = [
        "scores by lot", "cut-offs by the first move", "time in `std::sort`", "comparisons, lazily",
        *(f"nodes a second, {'lazily, ' if name != 'insertion' else ''}{title}" for name, title in NATIVE.items()),
    ]  # fmt: skip
    return table(heads, body)


def _faster(mine: dict[str, Any]) -> dict[str, float]:
    """Ratios of times as those of nodes a second."""
    return {"ratio": 1 / mine["ratio"], "low": 1 / mine["high"], "high": 1 / mine["low"]}


def helminen_lists() -> str:
    """Lists on their own, in times that `std::sort` takes."""
    body = []
    for is_first in (True, False):
        for name in ("lazy", "lazy-one-swap", "insertion"):
            found = rows("helminen", "lists", sorter=name, first=is_first)
            title = f"{'lazily, ' if name != 'insertion' else ''}{NATIVE[name]}"
            body.append([title, "the first" if is_first else "all", *(digits(each["ratio"]) for each in found)])
    return table(["", "read", *(f"{each['length']:,}" for each in found)], body)


# --- iCE -----------------------------------------------------------------------------------------------------------------


def ice_search() -> str:
    """Whole searches by how moves are sorted."""
    body = []
    for each in claims("ice")["searches"]:
        shares = [percent(each[key]) for key in ("share", "long_lists", "long_time")]
        body.append([f"`{each['sorter']}`", f"{each['comparisons'] / 1e6:.2f} million", between(each), *shares])
    heads = [
        "moves sorted by",
        "comparisons",
        "time against insertion",
        "of it, sorting",
        "lists of more than 8",
        "of the time for sorting",
    ]
    return table(heads, body)


def ice_lists() -> str:
    """Nanoseconds for a list."""
    names = list(dict.fromkeys(each["sorter"] for each in claims("ice")["lists"]))
    body = [[f"`{name}`", *(f"{1e9 * each['seconds']:,.0f}" for each in rows("ice", "lists", sorter=name))] for name in names]
    return table(["", *(str(each["length"]) for each in rows("ice", "lists", sorter=names[0]))], body)


def networks() -> str:
    """The sizes of networks for ten."""
    return table(["network for ten", "comparisons"], [[name, str(size)] for name, size in claims("ice")["networks"].items()])


# --- Ted -----------------------------------------------------------------------------------------------------------------


def ted_sorts() -> str:
    """The sorts that he compares."""
    body = []
    for each in claims("ted")["sorts"]:
        seconds = f"{1000 * each['seconds']:,.1f} ms" if each["seconds"] < 1 else f"{each['seconds']:.1f} s"
        against = between(each) if each["seconds"] < 1 else ""
        body.append([each["sort"], f"{each['comparisons']:,}", f"{each['writes']:,}", seconds, against])
    return table(["sort", "comparisons", "writes", "time", "against the first"], body)


STATED_SECONDS: Final = {"marks": 0.15, "counts": 0.18, "bits": 0.16, "Shell's, swapping": 1.13}


def without_comparing() -> str:
    """The ways that compare nothing."""
    body = []
    for each in claims("ted")["without_comparing"]:
        stated = STATED_SECONDS.get(each["sort"])
        times = "" if stated is None else f"{stated / STATED_SECONDS['marks']:.2f}"
        body.append([each["sort"], times, f"{1000 * each['seconds']:.2f} ms", between(each)])
    return table(["sorted by", "stated, in times of marks", "time", "in times of marks"], body)


def shuffles() -> str:
    """Shuffles by the number of cards."""
    names = list(dict.fromkeys(each["shuffle"] for each in claims("cards")["shuffling"]))
    body = []
    for name in names:
        found = rows("cards", "shuffling", shuffle=name)
        body.append([name, *(f"{1e6 * each['seconds']:,.0f} ({digits(each['ratio'])})" for each in found)])
    return table(["cards", *(f"{each['cards']:,}" for each in found)], body)


def riffles() -> str:
    """What riffles leave."""
    fair = f"{100 * claims('cards')['deals']['fair']['off']:.1f} %"
    body = [
        [str(each["riffles"]), f"{each['neighbours']:.2f}", *(f"{100 * each[key]:.1f} %" for key in ("new", "played"))]
        for each in claims("cards")["riffles"]
    ]
    body.append(["a fair deal", f"{51 / 52:.2f}", fair, fair])
    heads = ["riffles", "neighbours kept of 51", "hands with a wrong pattern, new pack", "played pack"]
    return table(heads, body)


def deals() -> str:
    """What dealing to random hands does to the hands."""
    body = [
        [name, *(f"{100 * each[key]:.1f} %" for key in ("off", "long", "last_suit"))]
        for name, each in claims("cards")["deals"].items()
    ]
    heads = ["dealt", "hands with a wrong pattern", "hands with a suit of 7 or more", "deals with 7 clubs or more in a hand"]
    return table(heads, body)


def known_suits() -> str:
    """Rejection against counting."""
    body = [
        [str(each["missing"]), f"{each['tries']:,.0f}", f"{1e6 * each['seconds']:.0f} {MICRO}"]
        for each in claims("cards")["known_suits"]
    ]
    return table(["suits missing", "deals until one fits, on average", "`mx.deal_cards`"], body)


# --- lazy SMP ------------------------------------------------------------------------------------------------------------


def smp_parts() -> str:
    """What sets helpers apart."""
    games = list(dict.fromkeys(each["game"] for each in claims("lazy_smp")["depths"]))
    names = list(dict.fromkeys(each["part"] for each in claims("lazy_smp")["depths"]))
    body = [[name, *(_speed_up(game, 2, name) for game in games)] for name in names]
    return table(["the helper has", *(each.replace("_", " ") for each in games)], body)


def smp_threads() -> str:
    """More threads than two."""
    games = list(dict.fromkeys(each["game"] for each in claims("lazy_smp")["depths"]))
    body = [[str(threads), *(_speed_up(game, threads, "both") for game in games)] for threads in (2, 4, 8)]
    return table(["threads", *(each.replace("_", " ") for each in games)], body)


def _speed_up(game: str, threads: int, part: str) -> str:
    found = rows("lazy_smp", "depths", game=game, threads=threads, part=part)
    if not found:
        return ""
    [each] = found
    return f"{each['speed_up']:.2f} ({each['low']:.2f} to {each['high']:.2f}), {each['nodes']:.2f}"


def smp_matches() -> str:
    """Playing strength."""
    games = list(dict.fromkeys(each["game"] for each in claims("lazy_smp")["matches"]))
    names = list(dict.fromkeys(each["rival"] for each in claims("lazy_smp")["matches"]))
    body = []
    for name in names:
        found = [row("lazy_smp", "matches", game=game, rival=name) for game in games]
        body.append([name, *(f"{each['elo']:+.0f} ± {each['error']:.0f}" for each in found)])
    return table(["twice the nodes, by", *(each.replace("_", " ") for each in games)], body)


TABLES: Final[dict[str, Callable[[], str]]] = {
    "wilson": wilson,
    "wilson-sorting": wilson_sorting,
    "helminen-counts": helminen_counts,
    "helminen-search": helminen_search,
    "helminen-lists": helminen_lists,
    "ice-search": ice_search,
    "ice-lists": ice_lists,
    "networks": networks,
    "ted-sorts": ted_sorts,
    "without-comparing": without_comparing,
    "shuffles": shuffles,
    "riffles": riffles,
    "deals": deals,
    "known-suits": known_suits,
    "smp-parts": smp_parts,
    "smp-threads": smp_threads,
    "smp-matches": smp_matches,
}
"""Every table by its name."""


def ted_ratio(sort: str) -> str:
    """A sort's time against Shell's with Knuth's gaps."""
    return change(row("ted", "sorts", sort=sort)["ratio"] - 1)


def ted_more(sort: str, what: str) -> str:
    """By how much more a sort compares or writes than Shell's with Knuth's gaps."""
    return change(row("ted", "sorts", sort=sort)[what] / row("ted", "sorts", sort="Shell's, Knuth's gaps")[what] - 1)


def card(key: str, digits: int = 1) -> str:
    """A probability of the parts on cards, in percent."""
    return f"{100 * claims('cards')[key]:.{digits}f} %"


FIGURES: Final[dict[str, Callable[[], str]]] = {
    **{f"machine-{source}": partial(machine, source) for source in ("wilson", "helminen", "ice", "ted", "cards", "lazy_smp")},
    **{f"fewer-{depth}": partial(fewest, depth) for depth in (5, 6)},
    "wilson-slower-theirs": partial(slower, "theirs"),
    "wilson-slower-room": partial(slower, "theirs_with_room"),
    "collecting": partial(collecting, "theirs"),
    "collecting-with-room": partial(collecting, "theirs_with_room"),
    "helminen-own-gain": lambda: change(claims("helminen")["own_gain"], 1),
    "helminen-most-gain": lambda: change(claims("helminen")["most_gain"], 1),
    "ted-swapping": partial(ted_ratio, "Shell's, swapping"),
    "ted-swapping-writes": partial(ted_more, "Shell's, swapping", "writes"),
    "ted-powers": partial(ted_ratio, "Shell's, gaps 2^n - 1"),
    "ted-powers-comparisons": partial(ted_more, "Shell's, gaps 2^n - 1", "comparisons"),
    "ted-from-the-top": partial(ted_more, "Shell's, Knuth's gaps from the greatest", "comparisons"),
    "ted-merge-comparisons": partial(ted_more, "merge", "comparisons"),
    "marks-shell": lambda: digits(row("ted", "without_comparing", sort="Shell's, swapping")["ratio"]),
    **{
        f"draws-{size}": partial(lambda size: f"{claims('cards')['draws'][size]:.2f}", str(size))
        for size in (8, 11, 12, 13, 52, 1000)
    },
    "last-two": partial(card, "last_two_together"),
    "last-two-fair": partial(card, "last_two_together_if_fair"),
    "even-48": partial(card, "even_after_48"),
    "even-48-fair": partial(card, "even_after_48_if_fair"),
    "next-card": lambda: ", ".join(f"{room}: {100 * share:.0f} %" for room, share in claims("cards")["next_card"].items()),
    "slots": lambda: str(claims("cards")["slots"]),
    "same-instructions": lambda: "the same instructions" if claims("ted")["packed_is_the_same"] else "other instructions",
    "network-printed": lambda: str(claims("ice")["printed"]),
}
"""Every figure by its name."""
