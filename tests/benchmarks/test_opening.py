"""A phone's first visit on a slow network, beside the previous release's.

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


def first_visit(browser: Browser, address: str) -> dict[str, float]:
    """What a browser that was never there loads and shows."""
    with browser.new_context(viewport=PHONE, device_scale_factor=1) as context:
        page = context.new_page()
        seen = open_slowly(page, address)
        return {**page.evaluate(LOADED), "shift": seen["shift"], "question": seen["question"]}


def test_first_visit_beside_the_previous_release(start, previous, browser):
    servers = {"this": start("served"), "previous": start("served", previous)}
    rounds = defaultdict(lambda: defaultdict(list))
    for _ in range(ROUNDS):
        for name, (port, _) in servers.items():
            for measure, value in first_visit(browser, f"http://127.0.0.1:{port}/s/bnc234").items():
                rounds[name][measure].append(value)
    medians = {
        name: {measure: statistics.median(values) for measure, values in some.items()}
        for name, some in rounds.items()
    }
    for name, some in medians.items():
        print(
            f"\n{name:>9}: {some['requests']:.0f} requests, {some['bytes'] / 1000:.1f} kB, the "
            f"first question {some['question']:.0f} ms after a first byte, shift "
            f"{some['shift']:.3f}",
            end="",
        )
    ratios = ", ".join(
        f"{medians['this'][each] / medians['previous'][each]:.2f} of its {each}"
        for each in ("requests", "bytes", "question")
    )
    print(
        f"\nmedians of {ROUNDS} rounds, load {os.getloadavg()[0]:.1f}, beside the previous "
        f"release: {ratios}"
    )
