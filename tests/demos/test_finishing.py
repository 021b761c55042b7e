"""What the build completes in pages."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from .parts import part

finishing = part("scripts/finishing.py")
ENTRIES = "# Errors\n\n::: minimaxer.errors\n    options:\n      members: false\n\n::: minimaxer.RulesError\n"


def page(url: str, **files: str) -> tuple[Any, ...]:
    """A page, a configuration that is not looked at, and files by their names."""
    known = {f"pictures/{name}.svg": SimpleNamespace(content_string=content) for name, content in files.items()}
    return SimpleNamespace(url=url), None, SimpleNamespace(get_file_from_path=known.get)


def test_no_level_of_headings_is_left_out() -> None:
    """Entries of a page without sections are its second level; those of others stay below their sections."""
    assert finishing.on_page_markdown(ENTRIES, *page("reference/python/errors/")) == (
        "# Errors\n\n::: minimaxer.errors\n    options:\n      heading_level: 2\n      members: false\n\n"
        "::: minimaxer.RulesError\n    options:\n      heading_level: 2\n"
    )
    sections = ENTRIES.replace("::: minimaxer.R", "## Rules\n\n::: minimaxer.R")
    assert finishing.on_page_markdown(sections, *page("reference/python/errors/")) == sections


def test_pictures_have_sizes() -> None:
    """Theirs, whatever comes after their names; a picture that is not known, or has a size, is left as it is."""
    given = page("reference/games/nim/", nim='<svg class="mx-light" width="130" height="135.6" viewBox="0 0 130 135.6">')
    picture = '<img alt="Nim" src="../../../pictures/nim.svg#only-light" />'
    assert finishing.on_page_content(picture, *given) == picture.replace("<img", '<img width="130" height="136"')
    for each in (picture.replace("nim.svg", "pig.svg"), picture.replace("alt", 'width="20" alt')):
        assert finishing.on_page_content(each, *given) == each


def test_corners_of_tables_head_nothing() -> None:
    """An empty heading becomes a cell, with its alignment; others stay."""
    row = '<tr><th></th><th style="text-align: right;"></th><th>nodes</th></tr>'
    assert finishing.on_page_content(row, *page("")) == '<tr><td></td><td style="text-align: right;"></td><th>nodes</th></tr>'


def test_parts_of_the_contents_are_no_landmarks() -> None:
    """The table of contents is one, its parts are not."""
    contents = '<nav class="md-nav md-nav--secondary" aria-label="Table of contents"><nav class="md-nav" aria-label="Rules">'
    expected = '<nav class="md-nav md-nav--secondary" aria-label="Table of contents"><nav class="md-nav" role="none">'
    assert finishing.on_post_page(contents, SimpleNamespace(), None) == expected
