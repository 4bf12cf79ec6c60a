"""Opens a page on a slow network, and notes what a respondent sees meanwhile."""

from playwright.sync_api import Page

# What Chromium's tools have called slow 3G.
LATENCY_MS = 400
BYTES_A_SECOND = 400_000 / 8

# Before each script of the page: how far things jump (web.dev/cls), when the first question is
# there, and whether the warning that no script has run was ever seen.
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
    """Opens it until all is loaded; gives what OBSERVE saw, `question` in ms after a first byte."""
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
