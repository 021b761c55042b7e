"""The package as a whole: what importing it costs, what is public, and that public things are documented."""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from attrs import fields

import minimaxer as mx
from minimaxer import errors
from minimaxer.api.methods import ALGORITHMS
from minimaxer.cli import COMMANDS
from minimaxer.cli.arguments import parser

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "docs" / "reference" / "python"
COMMAND_LINE = ROOT / "docs" / "reference" / "command-line.md"
COMMAND_PAGES = ROOT / "docs" / "reference" / "commands"


def reference() -> str:
    """The pages of the Python reference, one after another."""
    return "\n".join(page.read_text(encoding="utf-8") for page in sorted(REFERENCE.glob("*.md")))


def test_import_is_light() -> None:
    """`import minimaxer` loads nothing of the package but what shows pictures in notebooks, and no library."""
    code = "import sys, minimaxer; print('\\n'.join(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in run.stdout.split() if name.startswith(("minimaxer", "attr", "numpy", "llvmlite"))}
    assert loaded <= {"minimaxer", "minimaxer.base", "minimaxer.base.shown", "minimaxer.base.version"}


def test_what_is_to_be_installed_is_what_the_extras_bring() -> None:
    """Errors name the packages themselves, so that the command works wherever minimaxer came from."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for feature in ("compiled", "train", "web"):
        assert list(errors.PACKAGES[feature]) == extras[feature]
        assert errors.how_to_install(feature) == f"pip install {' '.join(map(repr, extras[feature]))}"


def test_public_names_are_sorted_and_exist() -> None:
    """`__all__` lists each public name once; what type checkers see is what is there."""
    assert sorted(set(mx.__all__)) == mx.__all__
    assert all(hasattr(mx, name) for name in mx.__all__)
    tree = ast.parse(Path(mx.__file__).read_text(encoding="utf-8"))
    named = [each for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for each in node.names]
    told = {each.name for each in named if each.name == each.asname} - {"__version__"}
    assert sorted(told) == mx.__all__


@pytest.mark.parametrize("name", mx.__all__)
def test_public_names_are_in_the_reference(name: str) -> None:
    """The reference has an entry for each public name."""
    if not REFERENCE.exists():
        pytest.skip("the documentation is not beside the tests")
    assert re.search(rf"^::: minimaxer\.{name}$", reference(), re.MULTILINE)


def test_the_reference_names_nothing_else() -> None:
    """Each entry of the reference is public, or a module's."""
    if not REFERENCE.exists():
        pytest.skip("the documentation is not beside the tests")
    named = re.findall(r"^::: minimaxer\.(\w+)$", reference(), re.MULTILINE)
    assert sorted(named) == sorted(mx.__all__)
    for place, name in re.findall(r"^::: (minimaxer\.[\w.]+)\.([A-Z]\w+)$", reference(), re.MULTILINE):
        assert inspect.getdoc(getattr(import_module(place), name))


@pytest.mark.parametrize("option", [field.name for field in fields(mx.AlphaBetaOptions)])
def test_options_are_documented(option: str) -> None:
    """Each in the docstring of its class."""
    assert f"\n    {option}: " in inspect.cleandoc(mx.AlphaBetaOptions.__doc__ or "")


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_are_in_the_reference(command: str) -> None:
    """Each in a row of the table that links to its page."""
    if not COMMAND_LINE.exists():
        pytest.skip("the documentation is not beside the tests")
    text = COMMAND_LINE.read_text(encoding="utf-8")
    assert re.search(rf"^\| \[`minimaxer {command}(?: [^`]*)?`\]\(commands/{command}\.md\) \| ", text, re.MULTILINE)
    assert (COMMAND_PAGES / f"{command}.md").read_text(encoding="utf-8").startswith(f"# minimaxer {command}\n")


def test_pages_of_commands_are_for_commands() -> None:
    """There is no page of a command that does not exist."""
    if not COMMAND_LINE.exists():
        pytest.skip("the documentation is not beside the tests")
    assert sorted(page.stem for page in COMMAND_PAGES.glob("*.md")) == sorted(COMMANDS)


def options_of(parser: argparse.ArgumentParser) -> dict[str, argparse.Action]:
    """The options of a parser and of the commands below it, by their long names."""
    found: dict[str, argparse.Action] = {}
    for action in parser._actions:
        found |= {name: action for name in action.option_strings if name.startswith("--")}
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                found |= options_of(below)
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_options_of_commands_are_on_their_pages(command: str) -> None:
    """Each has a row, with its argument and any number that is its default; there are no rows of other options.

    The options of all commands are on the page about what they share.
    """
    if not COMMAND_LINE.exists():
        pytest.skip("the documentation is not beside the tests")
    shared = options_of(parser([])).keys() | {"--traceback"}
    text = (COMMAND_PAGES / f"{command}.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(--[a-z-]+)(?: ([^`]+))?` \| (.+) \| (.+) \|$", text, re.MULTILINE)
    options = options_of(parser([command]))
    assert [name for name, action in options.items() if not action.help] == []
    assert {name for name, *_ in rows} == options.keys() - shared
    for name, argument, _, default in rows:
        action = options[name]
        metavar = name[2].upper() if action.choices and action.metavar is None else action.metavar
        assert argument == (metavar if action.nargs != 0 else ""), name
        assert (action.required or action.default == []) == (default == "required"), name
        if number := re.search(r"\(default:? (\d[\d,.]*)", action.help or ""):
            assert number[1].replace(",", "") in default.replace(",", ""), name
    for name in shared - {"--version"}:
        assert f"| `{name}`" in COMMAND_LINE.read_text(encoding="utf-8")


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_algorithms_are_in_the_reference(algorithm: str) -> None:
    """Each by name."""
    if not COMMAND_LINE.exists():
        pytest.skip("the documentation is not beside the tests")
    assert f"`{algorithm}`" in COMMAND_LINE.read_text(encoding="utf-8").partition("## Algorithms")[2].partition("\n## ")[0]


@pytest.mark.parametrize("name", [name for name in mx.__all__ if callable(getattr(mx, name))])
def test_public_things_have_docstrings(name: str) -> None:
    """Public classes and functions are documented, and so are the public methods of classes."""
    item = getattr(mx, name)
    assert inspect.getdoc(item)
    if inspect.isclass(item):
        for method_name, method in vars(item).items():
            if not method_name.startswith("_") and inspect.isfunction(method):
                assert inspect.getdoc(method), f"{name}.{method_name}"


@pytest.mark.parametrize("name", [name for name in mx.__all__ if inspect.isfunction(getattr(mx, name))])
def test_public_functions_have_examples(name: str) -> None:
    """Each public function shows how it is used; the doctests run with the other tests."""
    assert ">>> " in (inspect.getdoc(getattr(mx, name)) or "")


def test_every_error_derives_from_the_root_and_a_builtin() -> None:
    """Callers may catch either."""
    kinds = [item for item in vars(errors).values() if inspect.isclass(item)]
    assert len(kinds) > 5
    for kind in kinds:
        assert issubclass(kind, errors.MinimaxerError)
        if kind is not errors.MinimaxerError:
            assert issubclass(kind, (TypeError, ValueError, LookupError, RuntimeError, ImportError))


def test_python_runs_the_package() -> None:
    """`python -m minimaxer` is the command line."""
    run = subprocess.run([sys.executable, "-m", "minimaxer", "--version"], capture_output=True, text=True, check=True)
    assert run.stdout == f"minimaxer {mx.__version__}\n"
