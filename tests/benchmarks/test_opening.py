"""A phone's first and second visit on a slow network, beside the previous release's.

python -m pytest tests/benchmarks/test_opening.py -s
"""

import os
import statistics
from collections import defaultdict

import chromium
import pytest
from playwright.sync_api import Browser, sync_playwright
from slow_network import open_slowly

ROUNDS = 5
PHONE = {"width": 360, "height": 740}

# Of the page and of all that it loads: how many, and their bytes with headers and compressed.
LOADED = """() => {
    const loads = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind));
    return {requests: loads.length, bytes: loads.reduce((sum, each) => sum + each.transferSize, 0)};
}"""


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        path = chromium.find_or_install()
        yield playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)


def two_visits(browser: Browser, address: str) -> dict[str, dict[str, float]]:
    """What a browser that was never there loads and shows, and the same browser after it."""
    with browser.new_context(viewport=PHONE, device_scale_factor=1) as context:
        visits = {}
        for visit in ("first", "second"):
            page = context.new_page()
            seen = open_slowly(page, address)
            loaded = page.evaluate(LOADED)
            visits[visit] = {**loaded, "shift": seen["shift"], "question": seen["question"]}
            page.close()
        return visits


def test_two_visits_beside_the_previous_release(start, previous, browser):
    servers = {"this": start("served"), "previous": start("served", previous)}
    rounds = defaultdict(lambda: defaultdict(list))
    for _ in range(ROUNDS):
        for name, (port, _) in servers.items():
            visits = two_visits(browser, f"http://127.0.0.1:{port}/s/bnc234")
            for visit, measures in visits.items():
                for measure, value in measures.items():
                    rounds[name, visit][measure].append(value)
    medians = {
        each: {measure: statistics.median(values) for measure, values in some.items()}
        for each, some in rounds.items()
    }
    for (name, visit), some in medians.items():
        print(
            f"\n{name:>9}, {visit:>6} visit: {some['requests']:.0f} requests, "
            f"{some['bytes'] / 1000:.1f} kB, the first question {some['question']:.0f} ms after a "
            f"first byte, shift {some['shift']:.3f}",
            end="",
        )
    for visit in ("first", "second"):
        ratios = ", ".join(
            f"{medians['this', visit][each] / medians['previous', visit][each]:.2f} of its {each}"
            for each in ("requests", "bytes", "question")
        )
        print(
            f"\n{visit} visit, medians of {ROUNDS} rounds, load {os.getloadavg()[0]:.1f}, beside "
            f"the previous release: {ratios}",
            end="",
        )
