"""Accessibility and good practice of pages, by axe-core, and what moves by itself in them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

_FOUND = importlib.util.find_spec("axe_playwright_python")
_RUN = """() => axe.run().then(({ violations }) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map((each) => each.html)}`))"""
_RULES = """() => axe.run({ exclude: [".md-header", ".md-tabs", ".md-sidebar--primary", ".md-footer"] }, { resultTypes: ["violations"],
  preload: false, rules: { "color-contrast": { enabled: false }, "link-in-text-block": { enabled: false } } })
  .then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map((each) => each.html)}`))"""
_LOOKS = """async (known) => {
  const behind = (element) => {
    for (; element; element = element.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      if (backgroundColor !== "rgba(0, 0, 0, 0)" || backgroundImage !== "none") return backgroundColor + backgroundImage;
    }
    return "";
  };
  const looks = new Map();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!walk.currentNode.data.trim() || !isShown) continue;
    const { color, fontSize, fontWeight, opacity } = getComputedStyle(element);
    const look = [color, fontSize, fontWeight, opacity, behind(element)].join(" ");
    if (!known.includes(look) && !looks.has(look)) looks.set(look, element);
  }
  if (looks.size === 0) return [[], []];
  const options = { runOnly: ["color-contrast"], resultTypes: ["violations"], preload: false };
  const { violations } = await axe.run({ include: [...looks.values()] }, options);
  return [[...looks.keys()], violations.map(({ id, nodes }) => `${id}: ${nodes.map((each) => each.html)}`)];
}"""
SHIFTS = """
window.shifts = [];
const note = ({ value, startTime, sources }) => window.shifts.push({
  value, startTime, moved: sources.map(({ node, previousRect, currentRect }) => [
    (node?.outerHTML ?? node?.textContent ?? "").slice(0, 80), previousRect.y, currentRect.y]) });
new PerformanceObserver((list) => list.getEntries().filter((each) => !each.hadRecentInput).forEach(note))
  .observe({ type: "layout-shift", buffered: true });
"""
"""Notes in `window.shifts` what moves by itself, since the page was asked for: how much, when, which parts and from where to where."""
needs_axe = pytest.mark.skipif(_FOUND is None, reason="accessibility is checked by axe-core, from axe-playwright-python")


def violations(page: Page) -> list[str]:
    """The rules that a page breaks, with the elements that do."""
    _load(page)
    return cast("list[str]", page.evaluate(_RUN))


def broken_rules(page: Page) -> list[str]:
    """The same of a page's own part, without what depends on colours: many times as fast."""
    _load(page)
    return cast("list[str]", page.evaluate(_RULES))


def faint(page: Page, known: set[str]) -> list[str]:
    """The texts with too little contrast: one of each colour, size and background that is not known yet, which is then."""
    _load(page)
    looks, found = page.evaluate(_LOOKS, sorted(known))
    known.update(looks)
    return cast("list[str]", found)


def _load(page: Page) -> None:
    if not page.evaluate("'axe' in window"):
        assert _FOUND is not None
        page.evaluate(Path(str(_FOUND.origin)).with_name("axe.min.js").read_text("utf-8"))
