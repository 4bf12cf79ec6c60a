"""The faults of a page in words: broken rules that axe finds, and the browser's complaints."""

import json
from urllib.parse import urlsplit

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

# Rules that axe does not check by default.
MORE_RULES = ["target-size", "label-content-name-mismatch", "css-orientation-lock", "td-has-header",
              "focus-order-semantics", "autocomplete-valid"]  # fmt: skip
ALL = {"rules": {rule: {"enabled": True} for rule in MORE_RULES}}
MORE_ALONE = {"runOnly": {"type": "rule", "values": MORE_RULES}}

# Only violations: axe returns a hundred times as much besides, which no test reads.
RUN = """({ violations }) => violations.flatMap(
  ({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))"""


def axe_faults(page: Page, options: dict | None = None) -> list[str]:
    """The broken rules, each with its element; without `options`, of axe's default rules."""
    page.wait_for_load_state()  # until then it may be without its styles
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    asked = json.dumps({"resultTypes": ["violations"], **(options or {})})
    return page.evaluate(f"axe.run({asked}).then({RUN})")


def complaints_of(page: Page) -> list[str]:
    """A list that gets each console message, error and request to another host from now on."""
    complaints: list[str] = []

    def said(text: str) -> None:
        # The console calls a page with an error status a "failed resource".
        if "Failed to load resource" not in text:
            complaints.append(text)

    def asked(url: str) -> None:
        if urlsplit(url).hostname != "127.0.0.1":
            complaints.append(url)

    page.on("console", lambda message: said(message.text))
    page.on("pageerror", lambda error: said(str(error)))
    page.on("request", lambda request: asked(request.url))
    return complaints
