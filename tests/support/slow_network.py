"""Opens a page on a slow network, and records what a respondent would see meanwhile."""

from playwright.sync_api import Page

# The values that Chromium's developer tools call slow 3G.
LATENCY_MS = 400
BYTES_A_SECOND = 400_000 / 8

# Runs before each script of the page: measures how far things jump (web.dev/cls), when the first
# question appears, and whether the warning that no script has run was ever visible.
OBSERVE = """
    window.seen = {shift: 0, question: null, alarm: false};
    new PerformanceObserver((list) => {
        for (const each of list.getEntries()) window.seen.shift += each.value;
    }).observe({type: "layout-shift", buffered: true});
    const look = () => {
        const alarm = document.getElementById("coin-way");
        if (alarm?.checkVisibility({visibilityProperty: true})) window.seen.alarm = true;
        const question = document.querySelector("fieldset legend");
        if (question?.checkVisibility()) window.seen.question ??= performance.now();
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
"""


def open_slowly(page: Page, address: str) -> dict:
    """Loads the page; returns OBSERVE's values, `question` in ms since the first byte."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    conditions = {"offline": False, "latency": LATENCY_MS, "downloadThroughput": BYTES_A_SECOND,
                  "uploadThroughput": BYTES_A_SECOND}  # fmt: skip
    session.send("Network.emulateNetworkConditions", conditions)
    page.add_init_script(OBSERVE)
    page.goto(address)
    page.wait_for_function("() => window.seen.question !== null")
    page.wait_for_load_state("networkidle")
    seen = page.evaluate("window.seen")
    return {**seen, "question": seen["question"] - LATENCY_MS}  # the first byte takes as long
