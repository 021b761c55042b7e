"""A hook of MkDocs that completes what Markdown and the theme leave out of pages, for readers with slow connections, keyboards or
screen readers.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ENTRY: Final = re.compile(r"^(::: \S+)$(\n    options:$)?", re.MULTILINE)
PICTURE: Final = re.compile(r'<img (?P<rest>[^>]*?src="(?P<source>[^"#]+\.svg)(?:#[\w-]+)?"[^>]*)>')
SIZE: Final = re.compile(r'<svg [^>]*?width="(?P<width>[\d.]+)" height="(?P<height>[\d.]+)"')
CORNER: Final = re.compile(r"<th(?P<rest>[^>]*)></th>")
LISTED: Final = re.compile(r'<nav class="md-nav" aria-label="[^"]*">')


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Moves the headings of a page's reference entries up if the page has no sections of its own: no level is left out."""
    if re.search(r"^## ", markdown, re.MULTILINE):
        return markdown
    return ENTRY.sub(r"\1\n    options:\n      heading_level: 2", markdown)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Gives pictures the space that they will need, and makes the empty corner of a table a cell that heads nothing."""

    def sized(found: re.Match[str]) -> str:
        file = files.get_file_from_path(posixpath.normpath(posixpath.join(page.url, found["source"])))
        size = None if file is None or "width=" in found["rest"] else SIZE.search(file.content_string)
        if size is None:
            return found[0]
        width, height = (round(float(each)) for each in size.groups())
        return f'<img width="{width}" height="{height}" {found["rest"]}>'

    return CORNER.sub(r"<td\g<rest>></td>", PICTURE.sub(sized, html))


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Makes the parts of the table of contents no landmarks: they would share their names with other parts."""
    return LISTED.sub('<nav class="md-nav" role="none">', output)
