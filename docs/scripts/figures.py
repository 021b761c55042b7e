"""The tables and figures of the documents, made from docs/results."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from digests import digest_for  # type: ignore[import-not-found, unused-ignore]

RESULTS: Final = Path(__file__).parents[1] / "results"
TIMES: Final = "\N{MULTIPLICATION SIGN}"


@cache
def results(name: str, source: str = "") -> Any:
    """What `measure.py` wrote, or of a source `claims.py`.

    Raises:
        SystemExit: It was measured on other code than today's.
    """
    found = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    found = found[source] if source else found
    if name != "playouts" and found["machine"].get("code") != digest_for(name, source):
        how = {"claims": f"claims.py {source}", "lessons": "lessons.py"}.get(name, f"measure.py --only {name}")
        raise SystemExit(f"docs/results/{name}.json was measured on other code; run python docs/scripts/{how}, then render.py")
    return found


def chapter(name: str) -> dict[str, dict[str, Any]]:
    """A chapter of the story: its rows by setting."""
    found = next(each for each in results("story")["story"] if each["name"] == name)
    return {row["name"]: row for row in found["rows"]}


def group(name: str) -> list[dict[str, Any]]:
    """The benchmarks of a group."""
    return list(results("suites")["suites"][name])


def row(title: str, /, **params: Any) -> dict[str, Any]:
    """The benchmark of a group that has these parameters."""
    return next(each for each in group(title) if all(each["params"].get(key) == value for key, value in params.items()))


# --- writing ----------------------------------------------------------------------------------------------------------------


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join([*lines, *("| " + " | ".join(cells) + " |" for cells in rows)])


def milliseconds(seconds: float) -> str:
    """Three digits."""
    value = 1000 * seconds
    return f"{value:,.0f} ms" if value >= 100 else f"{value:.1f} ms" if value >= 10 else f"{value:.2f} ms"


def ratio(row: dict[str, Any]) -> str:
    """A ratio with between what half of the runs lie."""
    return f"{row['ratio']:.2f} ({row['ratio_low']:.2f} to {row['ratio_high']:.2f})"


def percent(share: float) -> str:
    """A share in words of a hundred."""
    return f"{100 * share:.0f} %"


def first_moves(cutoffs: dict[str, int]) -> str:
    """The share of the cut-offs that came by the first move."""
    return percent(cutoffs["first"] / sum(cutoffs.values()))


def change(share: float, digits: int = 0) -> str:
    """By how much of a hundred more (+) or less (-)."""
    return f"{100 * share:+.{digits}f} %"


# --- tables -------------------------------------------------------------------------------------------------------------------

ORDER: Final = (
    "plain minimax", "alpha-beta, deepening, sorted", "children only when needed", "early-exit bubble sort",
    "the fixed-option search",
)  # fmt: skip


def ideas() -> str:
    """The configurations of the article's table."""
    found = {depth: chapter(f"ideas-{depth}") for depth in (5, 6, 8)}
    rows = []
    for name in ORDER:
        cells = [milliseconds(found[depth][name]["seconds"]) if name in found[depth] else "" for depth in found]
        nodes = [f"{found[depth][name]['created']:,}" if name in found[depth] else "" for depth in found]
        rows.append([name, *cells, " / ".join(filter(None, nodes))])
    return table(["searched with", "depth 5", "depth 6", "depth 8", "nodes made"], rows)


def generator() -> str:
    """Nodes made and memory, lazily and at once."""
    rows = []
    for name, label in (
        ("3 children made lazily or at once: Kalah to depth 5", "Kalah, depth 5"),
        ("3 children made lazily or at once: Kalah to depth 6", "Kalah, depth 6"),
        ("3 children made lazily or at once: Kalah to depth 8", "Kalah, depth 8"),
        ("3 children made lazily or at once: connect four to depth 6", "connect four, depth 6"),
    ):
        lazy, eager = row(name, way="lazily"), row(name, way="all at once")
        sizes = [f"{each['extra']['size_bytes'] / 2**20:.2f} MB" for each in (eager, lazy)]
        made = [f"{each['extra']['created']:,}" for each in (eager, lazy)]
        rows.append([label, f"{eager['extra']['nodes']:,}", *made, *sizes])
    return table(["", "visits", "made at once", "made lazily", "memory at once", "lazily"], rows)


def early_exit() -> str:
    """Nodes by the rule described and the rule printed."""
    rows = []
    for depth in (5, 6, 8):
        name = f"4 early exit: Kalah to depth {depth}"
        described, printed = row(name, rule="as described"), row(name, rule="as printed")
        more = printed["extra"]["created"] / described["extra"]["created"] - 1
        rows.append(
            [
                f"{depth}",
                f"{described['extra']['created']:,}",
                f"{printed['extra']['created']:,}",
                change(more),
            ]
        )
    return table(["depth", "nodes made, as described", "as printed", "more"], rows)


def children() -> str:
    """Orderings of children in whole searches on a tree."""
    rows = [
        [f"`{name}`", milliseconds(each["seconds"]), ratio(each), f"{each['nodes']:,}", f"{each['comparisons']:,}"]
        for name, each in chapter("children").items()
    ]
    return table(["ordering", "time", "against the default", "nodes", "comparisons"], rows)


NATIVE_GAMES: Final = {"connect-four": "connect four, depth 14", "mancala": "mancala, depth 14", "chess": "chess 5x5, depth 9"}


def native_orderings() -> str:
    """Orderings of moves in whole native searches."""
    found = {game: chapter(f"native-{game}") for game in NATIVE_GAMES}
    rows = []
    for name in next(iter(found.values())):
        cells = [f"{found[game][name]['ratio']:.2f}" for game in NATIVE_GAMES]
        counts = [f"{found[game][name]['comparisons'] / 1e6:.2f}" for game in NATIVE_GAMES]
        rows.append([name, *cells, " / ".join(counts)])
    return table(["moves", *NATIVE_GAMES.values(), "million comparisons"], rows)


def lazy_pick() -> str:
    """Nodes a second of picking against sorting."""
    rows = []
    for game, title in NATIVE_GAMES.items():
        found = chapter(f"native-{game}")
        lazy, sorted_ = found["moves picked lazily"], found["all sorted by insertion"]
        fewer = lazy["comparisons"] / sorted_["comparisons"] - 1
        rows.append(
            [
                title,
                first_moves(lazy["cutoffs"]),
                change(fewer),
                change(sorted_["ratio"] - 1, 1),
                f"{change(sorted_['ratio_low'] - 1)} to {change(sorted_['ratio_high'] - 1)}",
            ]
        )
    name = "6 picking or sorting moves, natively: 31 columns to depth 6"
    lazy, sorted_ = row(name, ordering="lazy_pick"), row(name, ordering="insertion")
    rows.append(
        [
            "one row of 31 columns, depth 6",
            first_moves(lazy["extra"]["cutoffs"]),
            change(lazy["extra"]["comparisons"] / sorted_["extra"]["comparisons"] - 1),
            change(sorted_["min"] / lazy["min"] - 1, 1),
            "not in turn",
        ]
    )
    heads = ["", "cut-offs by the first move", "comparisons", "nodes a second", "half of the runs"]
    return table(heads, rows)


LISTS: Final = {
    "kalah_benchmark": "Kalah without extra turns", "mancala": "mancala", "connect_four": "connect four",
    "tic_tac_toe": "tic-tac-toe", "reversi": "reversi", "breakthrough": "breakthrough", "chess_lite": "chess 5x5",
}  # fmt: skip


def list_lengths() -> str:
    """The share of short lists, by game."""
    rows = []
    for name, title in LISTS.items():
        extra = row("7 lengths of lists", name=name)["extra"]
        lengths = {int(length): count for length, count in extra["moves"].items()}
        mean = sum(length * count for length, count in lengths.items()) / sum(lengths.values())
        rows.append([title, percent(extra["short_move_lists"]), f"{mean:.1f}", percent(extra["short_lists_sorted"])])
    return table(["", "lists of legal moves with 8 or fewer", "moves on average", "lists sorted with 8 or fewer"], rows)


SORTS: Final = ("builtin", "network", "insertion", "early_exit_bubble", "bubble", "lazy_pick", "shell", "counting")


def _microseconds(each: dict[str, Any]) -> str:
    value = 1e6 * each["min"] / each["extra"]["lists"]
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def _by_length(names: Sequence[str], lengths: Sequence[int], title: str) -> str:
    rows = []
    for name in names:
        cells = []
        for length in lengths:
            found = [each for each in group(title.format(length)) if each["params"]["name"] == name]
            cells.append(_microseconds(found[0]) if found else "")
        rows.append([f"`{name}`" if "," not in name else name, *cells])
    return table(["", *(f"{length}" for length in lengths)], rows)


THREADS_HEADS: Final = ("", "nodes a second", "time to the answer", "arguments")


def threads() -> str:
    """One worker against two."""
    rows = []
    for each in results("threads")["threads"]:
        one, two = each["rows"]
        rows.append(
            [
                each["title"],
                f"{two['nps'] / one['nps']:.2f}",
                f"{two['speed_up']:.2f}",
                f"`{each['command'].removeprefix('minimaxer bench smp ')}`",
            ]
        )
    return table(THREADS_HEADS, rows)


PLAYOUT_GAMES: Final = {
    "connect_four": "connect four",
    "breakthrough": "breakthrough",
    "reversi": "reversi",
    "mancala": "mancala",
    "domineering:columns=8,rows=8": "domineering 8x8",
    "dots_and_boxes": "dots and boxes",
    "chess_lite": "chess-lite 5x5",
    "breakthrough:columns=5,rows=6": "breakthrough 5x6",
}


def matches(part: str, names: dict[str, str]) -> str:
    """The shares of the points in matches, a row for each pair of players and a column for each game."""
    found = {(each["row"], each["game"]): each for each in results("playouts") if each["part"] == part}
    games = [game for game in PLAYOUT_GAMES if any(game == other for _, other in found)]
    rows = [[title, *(_share(found.get((name, game))) for game in games)] for name, title in names.items()]
    return table(["", *(PLAYOUT_GAMES[game] for game in games)], rows)


def _share(match: dict[str, Any] | None) -> str:
    """The share of the points with its error, of 95 %."""
    if match is None:
        return ""
    counts = match["pairs"]
    number, share = sum(counts), match["share"]
    variance = sum(count * (place / 4 - share) ** 2 for place, count in enumerate(counts)) / max(1, number - 1)
    return f"{100 * share:.0f} ± {196 * (variance / number) ** 0.5:.0f}"


def shuffle() -> str:
    """Bias and time of shuffles."""
    rows = [
        [each["params"]["way"], f"{each['extra']['chi_squared']:.1f}", f"{1e6 * each['min']:.0f} \N{MICRO SIGN}s"]
        for each in group("10 shuffling 40 moves")
    ]
    return table(["shuffle", "chi-squared", "40 items"], rows)


def tables() -> str:
    """What a table is worth."""
    rows = [[name, milliseconds(each["seconds"]), ratio(each), f"{each['nodes']:,}"] for name, each in chapter("tables").items()]
    return table(["table", "time", "against none", "nodes"], rows)


def peers() -> str:
    """Other frameworks on the same work."""
    rows = [[*label.split(": "), milliseconds(seconds), nodes] for label, seconds, nodes in peer_rows()]
    return table(["searched", "by", "time", "nodes made"], rows)


def peer_rows() -> Iterator[tuple[str, float, str]]:
    """Label, seconds and nodes made."""
    names = {
        "test_connect_four": "connect four, depth 6: minimaxer, in Python, `mx.search(ConnectFour(), depth=6)`",
        "test_connect_four_by_its_rules": "connect four, depth 6: minimaxer, in Python, by the rules alone",
        "test_connect_four_compiled": "connect four, depth 6: minimaxer, compiled, by the rules alone",
        "test_connect_four_by_easyai": "connect four, depth 6: easyAI, in Python",
        "test_connect_four_by_open_spiel": "connect four, depth 6: OpenSpiel, C++ game",
        "test_kalah": "Kalah, depth 8: minimaxer, in Python",
        "test_kalah_compiled": "Kalah, depth 8: minimaxer, compiled",
        "test_kalah_by_the_npm_package": "Kalah, depth 8: npm minimaxer, under Node",
    }
    found = {each["name"]: each for name in results("suites")["suites"] if name.startswith("12 ") for each in group(name)}
    for name, label in names.items():
        if name in found:
            extra = found[name]["extra"]
            made = f"{extra['created']:,}" if "created" in extra else ""
            yield label, extra.get("seconds", found[name]["min"]), made


CONNECT_FOUR_10: Final = 268_031_646
"""Move sequences of 10 plies, which the benchmark asserts and does not note."""


def natives() -> str:
    """What native code gives."""
    groups = [name for name in results("suites")["suites"] if name.startswith(("11 ", "14 "))]
    found = {each["name"]: each for name in groups for each in group(name)}
    deepening = found["test_deepening_with_a_table[False]"]["min"]

    def rate(name: str) -> str:
        each = found[name]
        return f"{each['extra'].get('nodes', CONNECT_FOUR_10) / each['min'] / 1e6:,.1f} million a second"

    rows = [
        ["connect four: move sequences of 10 plies", rate("test_perft")],
        ["connect four: plain alpha-beta, no table, evaluation 0", rate("test_plain_alpha_beta") + " (nodes)"],
        [
            "connect four: deepening to depth 14 with a table, evaluation 0",
            milliseconds(deepening),
        ],
        ["chess 5x5: move sequences of 7 plies", rate("test_perft[chess_lite]")],
        ["chess 5x5: search with quiescence", rate("test_chess_with_quiescence") + " (nodes)"],
        ["reversi: move sequences of 10 plies", rate("test_perft[reversi]")],
        ["reversi: ends of games solved", rate("test_the_end_of_reversi") + " (nodes)"],
    ]
    sets = [f"test_published_positions[{name}]" for name in ("L3_R1", "L2_R1", "L1_R1")]
    if all(name in found for name in sets):
        times = ", ".join(f"{found[name]['min']:.2f} s" for name in sets)
        rows.insert(
            3,
            [
                "connect four: 1,000 late, middle, early positions solved (P. Pons' L3_R1, L2_R1, L1_R1)",
                times,
            ],
        )
    return table(["natively, one thread", ""], rows)


SETS: Final = ("late", "middle", "early")
LESSONS: Final = range(2, 11)
"""The tutorials that add rows to the growing table."""


def lessons(last: int) -> str:
    """The table that grows from tutorial to tutorial, as it is after one of them."""
    rows: dict[tuple[int, str], dict[str, str]] = {}
    for each in results("lessons")["lessons"]:
        if each["lesson"] <= last:
            nodes = "" if each["nodes"] is None else f"{each['nodes']:,} in "
            cells = rows.setdefault((each["lesson"], each["name"]), {})
            cells[each["set"]] = nodes + duration(each["seconds"]).replace(" ", "\N{NO-BREAK SPACE}")
    heads = ["lesson", "search", *SETS]
    return table(heads, [[str(key[0]), key[1], *(cells.get(name, "") for name in SETS)] for key, cells in rows.items()])


def duration(seconds: float) -> str:
    """Seconds from one second on, milliseconds below."""
    return f"{seconds:.1f} s" if seconds >= 1 else milliseconds(seconds)


TABLES: Final[dict[str, Callable[[], str]]] = {
    **{f"lessons-{number}": partial(lessons, number) for number in LESSONS},
    "ideas": ideas,
    "generator": generator,
    "early-exit": early_exit,
    "children": children,
    "native-orderings": native_orderings,
    "lazy-pick": lazy_pick,
    "list-lengths": list_lengths,
    "sorting": partial(_by_length, SORTS, (4, 8, 16, 40, 200, 1000), "5 sorting {} children"),
    "shell": partial(
        _by_length, ("builtin", "insertion", "shell", "shell, swapping"), (4, 8, 16, 40, 200, 1000), "5 sorting {} children"
    ),
    "first-child": partial(
        _by_length,
        ("builtin", "network", "insertion", "early_exit_bubble", "lazy_pick"),
        (4, 8, 16, 40),
        "5 the first of {} children",
    ),
    "threads": threads,
    "playouts": partial(
        matches,
        "options",
        {
            "uct": "`selection='uct'`",
            "implicit=0": "`implicit=0`",
            "implicit=0.6": "`implicit=0.6`",
            "playout_plies=1000": "`playout_plies=1000`",
            "playout_plies=0": "`playout_plies=0`",
            "playout_choices=3": "`playout_choices=3`",
            "decisive": "`decisive=True`",
            "solver=False": "`solver=False`",
            "exploration=0.4": "`exploration=0.4`",
            "exploration=1.6": "`exploration=1.6`",
            "without order": "without `order`",
            "rules alone": "without `order` and `evaluate`",
        },
    ),
    "bare-playouts": partial(
        matches,
        "options",
        {
            "rules alone, exploration=1.0": "`exploration=1.0`",
            "rules alone, solver=False": "`solver=False`",
            "rules alone, decisive": "`decisive=True`",
        },
    ),
    "families": partial(
        matches,
        "families",
        {
            "all capabilities": "all capabilities",
            "without evaluate": "without `evaluate`",
            "the five methods": "the five methods alone",
            "the five methods, unevaluated": "the five methods alone, by `unevaluated`",
        },
    ),
    "shuffle": shuffle,
    "tables": tables,
    "peers": peers,
    "natives": natives,
}
"""Every table by its name."""

# --- figures in the text ------------------------------------------------------------------------------------------------------


def machine() -> str:
    """What it was measured on."""
    found = results("story")["machine"]
    return f"{_processors(found)}, {found['python']}, llvmlite {found['versions']['llvmlite']}, {found['system']}"


def lessons_machine() -> str:
    """What the rows of the tutorials were measured on."""
    found = results("lessons")["machine"]
    return f"{_processors(found)}, {found['python']}, {found['system']}"


def _processors(found: dict[str, Any]) -> str:
    return f"{found['processors']} processors at 2.5 GHz"


def more_a_second(depth: int, slower: str, faster: str) -> str:
    """How many more searches a second, in percent with its sign."""
    found = chapter(f"ideas-{depth}")
    return change(found[slower]["seconds"] / found[faster]["seconds"] - 1)


def native_ratio(game: str, name: str) -> str:
    """A native ordering's time, as so many times that of picking lazily."""
    return f"{chapter(f'native-{game}')[name]['ratio']:.2f} times"


def times_as_fast(slow: str, fast: str, length: int) -> str:
    """How many times as fast one sort is as another."""
    name = f"5 sorting {length} children"
    return f"{row(name, name=slow)['min'] / row(name, name=fast)['min']:.0f}"


FIGURES: Final[dict[str, Callable[[], str]]] = {
    "machine": machine,
    "lessons-machine": lessons_machine,
    "nodes-minimax-8": lambda: f"{row('1 Kalah to depth 8, in Python', name='plain minimax')['extra']['nodes']:,}",
    "nodes-fixed-8": lambda: f"{chapter('ideas-8')['the fixed-option search']['nodes']:,}",
    "nodes-none-8": lambda: f"{chapter('children')['none']['nodes']:,}",
    "fixed-saves-6": lambda: percent(
        1 - chapter("ideas-6")["the fixed-option search"]["seconds"] / chapter("ideas-6")["early-exit bubble sort"]["seconds"]
    ),
    **{f"generator-{depth}": partial(more_a_second, depth, ORDER[1], ORDER[2]) for depth in (5, 6, 8)},
    **{f"bubble-{depth}": partial(more_a_second, depth, ORDER[2], ORDER[3]) for depth in (5, 6, 8)},
    **{f"fixed-{depth}": partial(more_a_second, depth, ORDER[3], ORDER[4]) for depth in (5, 6, 8)},
    **{f"network-{game}": partial(native_ratio, game, "all sorted by a network") for game in NATIVE_GAMES},
    "counting-shell-1000": partial(times_as_fast, "shell", "counting", 1000),
    "counting-insertion-1000": partial(times_as_fast, "insertion", "counting", 1000),
}
"""Every figure by its name."""
