"""What screen readers say while one composes: a sentence once, not again while it stays true."""

from playwright.sync_api import expect

# Every text that is written into a status, with the words of the question around it.
LISTEN = """() => {
    window.spoken = [];
    new MutationObserver((changes) => {
        for (const { target } of changes) {
            const status = (target.parentElement ?? target).closest("[role=status]") ?? target;
            if (status.role === "status") window.spoken.push(status.textContent);
        }
    }).observe(document, { subtree: true, childList: true, characterData: true });
}"""


def test_an_expectation_that_stays_true_is_not_said_again(instructor_page):
    """4.1.3"""
    page = instructor_page
    page.goto("/surveys/new")
    expectation = page.get_by_role("status").filter(has_text="With 100 students")
    with page.expect_response("**/surveys/meanings"):
        page.get_by_label("Class size").fill("100")
    expect(expectation).to_have_count(1)
    page.evaluate(LISTEN)
    with page.expect_response("**/surveys/meanings"):
        page.get_by_role("button", name="+ question", exact=True).click()
    with page.expect_response("**/surveys/meanings"):
        page.get_by_label("Class size").fill("200")
    expect(page.get_by_role("status").filter(has_text="With 200 students").last).to_be_visible()
    said = page.evaluate("window.spoken.filter((each) => each.startsWith('With 100'))")
    assert said == []
