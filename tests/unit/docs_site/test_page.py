"""What a page of Markdown becomes."""

import pytest

from survey.docs_site.page import render


def shown(text: str):
    return render(f"# Title\n\n{text}\n", "a/page.md", {"b/other.md": "/docs/b/other"}.get)


def test_title_and_contents_are_apart_from_the_text():
    page = shown("Text.\n\n## One *two*\n\n### Three\n\n## `survey.core` & γ")
    assert page.title == "Title"
    assert "<h1" not in page.body
    assert [(each.text, each.anchor) for each in page.contents] == [
        ("One two", "one-two"),
        ("survey.core & γ", "surveycore--γ"),
    ]
    assert '<h2 id="one-two">' in page.body


def test_a_link_to_a_file_leads_to_its_page():
    page = shown("[x](../b/other.md#there) [y](#here)")
    assert 'href="/docs/b/other#there"' in page.body
    assert [(each.path, each.anchor) for each in page.links] == [("/docs/b/other", "there")]


def test_html_is_shown_as_text_and_never_as_html():
    for text in ("<script>x</script>", "a <b onclick=x>b</b>", "`<b>`", "```text\n<b>\n```"):
        assert "<b" not in shown(text).body
        assert "<script" not in shown(text).body


def test_what_is_wide_scrolls_and_can_be_reached_by_keyboard():
    for text in ("| a |\n|---|\n| b |", "```text\nx\n```", "    x", "$$\nx\n$$"):
        assert 'tabindex="0" role="region"' in shown(text).body


def test_parts_that_scroll_have_names_of_their_own():
    body = shown("```text\nx\n```\n\n```text\ny\n```\n\n$$\nx\n$$").body
    for name in ("Example 1", "Example 2", "Formula 1"):
        assert body.count(f'aria-label="{name}"') == 1


def test_a_block_shows_the_name_of_its_file():
    assert (
        "<figcaption><code>a.toml</code></figcaption>" in shown("```toml a.toml\nx = 1\n```").body
    )


@pytest.mark.parametrize("text", ["$x$", "$$\nx\n$$", r"$\sqrt{\tfrac12}\,\hat p$"])
def test_formulas_are_mathml_without_style(text):
    body = shown(text).body
    assert "<math" in body
    assert " style=" not in body
    assert "$" not in body


def test_punctuation_stays_on_the_line_of_its_formula():
    body = shown("Of $x$, of ($y$): *of* $z$ none.").body
    assert body.count('<span class="settled">') == 2
    assert "</math>,</span> of (" in body
    assert "</math>):</span> <em>of</em>" in body
    assert "</math> none." in body
