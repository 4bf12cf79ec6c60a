"""What is wrong with a page, in words: what axe finds, and what the browser complains of."""

import json
from urllib.parse import urlsplit

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

# Not among those that axe asks of itself.
MORE_RULES = ["target-size", "label-content-name-mismatch", "css-orientation-lock", "td-has-header",
              "focus-order-semantics", "autocomplete-valid"]  # fmt: skip
ALL = {"rules": {rule: {"enabled": True} for rule in MORE_RULES}}
MORE_ALONE = {"runOnly": {"type": "rule", "values": MORE_RULES}}

# What was found right or could not be told is a hundred times as much, and nobody reads it.
RUN = """({ violations }) => violations.flatMap(
  ({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))"""


def axe_faults(page: Page, options: dict | None = None) -> list[str]:
    """The rules that are broken, each with the element: axe's usual ones unless told otherwise."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    asked = json.dumps({"resultTypes": ["violations"], **(options or {})})
    return page.evaluate(f"axe.run({asked}).then({RUN})")


def complaints_of(page: Page) -> list[str]:
    """What its console says from now on, and what it asks of another host than its own."""
    complaints: list[str] = []

    def said(text: str) -> None:
        # A page that answers with an error status is a "failed resource" to the console.
        if "Failed to load resource" not in text:
            complaints.append(text)

    def asked(url: str) -> None:
        if urlsplit(url).hostname != "127.0.0.1":
            complaints.append(url)

    page.on("console", lambda message: said(message.text))
    page.on("pageerror", lambda error: said(str(error)))
    page.on("request", lambda request: asked(request.url))
    return complaints
