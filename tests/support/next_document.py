"""Waits for the page that an action loads, even if it looks like the page before."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

LOADED = "() => !globalThis.isLeft && document.readyState === 'complete'"


@contextmanager
def next_document(page: Page) -> Iterator[None]:
    """Waits at the end of the block until another document is here, with its scripts."""
    page.evaluate("() => { globalThis.isLeft = true; }")
    yield
    page.wait_for_function(LOADED)
