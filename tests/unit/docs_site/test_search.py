"""What a search finds, in which order, and what is said of it."""

import pytest
from documentation import site_of

from survey.docs_site.search import LONGEST_QUERY, MOST_FOUND
from survey.web.learning.documentation import site

PLAIN = "# Plain\n\nWords.\n"


def addresses(folder, query, **sources) -> list[str]:
    return [each.address for each in site_of(folder, **sources).search(query).found]


def marked(folder, query, text) -> list[str]:
    (found,) = site_of(folder, page=f"# Title\n\n{text}\n").search(query).found
    return [piece for piece, is_marked in found.context if is_marked]


def test_a_title_comes_before_a_heading_and_a_heading_before_text(tmp_path):
    assert addresses(
        tmp_path,
        "noise",
        text="# One\n\n" + "Of noise. " * 9,
        heading="# Two\n\n### Three\n\n## Noise\n\n### Noise here",
        title="# Noise",
    ) == [
        "/docs/how-to/title",
        "/docs/how-to/heading#noise",
        "/docs/how-to/heading#noise-here",
        "/docs/how-to/text",
    ]


def test_a_whole_word_comes_before_the_beginning_of_one(tmp_path):
    found = addresses(tmp_path, "token", a="# A\n\ntokenized", b="# B\n\ntoken")
    assert found == ["/docs/how-to/b", "/docs/how-to/a"]


def test_a_phrase_comes_before_its_words_apart(tmp_path):
    found = addresses(
        tmp_path, "exact interval", a="# A\n\nexact, the interval", b="# B\n\nexact interval"
    )
    assert found == ["/docs/how-to/b", "/docs/how-to/a"]


def test_text_that_says_it_more_often_comes_first(tmp_path):
    found = addresses(tmp_path, "coin", a="# A\n\ncoin", b="# B\n\ncoin, coins, coin")
    assert found == ["/docs/how-to/b", "/docs/how-to/a"]


def test_otherwise_the_order_is_that_of_the_pages(tmp_path):
    assert addresses(tmp_path, "coin", b="# B\n\ncoin", a="# A\n\ncoin") == [
        "/docs/how-to/b",
        "/docs/how-to/a",
    ]


def test_every_word_must_be_met_in_one_passage_or_in_the_title_of_its_page(tmp_path):
    sources = {"page": "# Waves\n\nmoon\n\n## First\n\nsun\n\n## Second\n\nstar"}
    assert addresses(tmp_path, "sun star", **sources) == []
    assert addresses(tmp_path, "waves star", **sources) == ["/docs/how-to/page#second"]
    # The title alone finds its own page, and not every part of it.
    assert addresses(tmp_path, "waves", **sources) == ["/docs/how-to/page"]


@pytest.mark.parametrize(
    ("query", "text"),
    [("gamma", "γ"), ("γ", "gamma"), ("Γ", "γ"), ("epsilon", "$k\\varepsilon$"), ("kε", "$kε$"),
     ("ϵ", "ε"), ("p", "$\\hat p$"), ("naive", "naïve"),
     ("backups", "a backup"), ("half width", "`half_width`"),
     ("survey export", "`survey export CODE`"),
     ("--format csv", "```text\nsurvey export --format csv\n```"), ("1/(2γn)", "1/(2γn)")],
)  # fmt: skip
def test_a_word_is_found_however_it_is_written(tmp_path, query, text):
    assert marked(tmp_path, query, text)


@pytest.mark.parametrize(("query", "text"), [("ark", "mark"), ("e", "ends"), ("gas", "gamma")])
def test_a_word_is_not_found_in_the_midst_of_another_nor_from_one_letter(tmp_path, query, text):
    assert addresses(tmp_path, query, page=f"# T\n\n{text}") == []


def test_the_words_that_were_asked_for_are_marked_in_their_line(tmp_path):
    text = "before " * 50 + "The Coin is tossed; a coin-toss. " + "after " * 50
    (found,) = site_of(tmp_path, page=f"# T\n\n{text}").search("toss coin").found
    line = "".join(piece for piece, _ in found.context)
    assert [piece for piece, is_marked in found.context if is_marked] == [
        "Coin", "tossed", "coin", "toss",
    ]  # fmt: skip
    assert line.startswith("… before") and line.endswith("after …") and len(line) < 200


def test_a_heading_alone_is_shown_with_how_its_text_begins(tmp_path):
    (found,) = site_of(tmp_path, page="# Coins\n\nSome text.").search("coins").found
    assert found.context == (("Some text.", False),)


def test_formulas_are_quoted_in_a_line(tmp_path):
    text = r"Then $\hat p = \frac{\bar Y - 1/2 + \gamma}{2\gamma}$, up to $\sqrt{2^{-n}}$."
    (found,) = site_of(tmp_path, page=f"# T\n\n{text}").search("then").found
    assert "".join(piece for piece, _ in found.context) == (
        "Then p̂ = (Ȳ−1/2+γ)/(2γ), up to √(2^(−n))."
    )


@pytest.mark.parametrize("query", ["", "   ", "--", "“?”", "\0"])
def test_a_query_without_a_word_finds_nothing_and_says_what_to_type(tmp_path, query):
    answer = site_of(tmp_path, page=PLAIN).search(query)
    assert answer.found == ()
    assert "Type a word" in answer.sentence


def test_what_is_nowhere_is_said_so(tmp_path):
    answer = site_of(tmp_path, page=PLAIN).search(" unheard of ")
    assert answer.found == ()
    assert "“unheard of”" in answer.sentence


def test_a_query_can_be_too_long(tmp_path):
    site = site_of(tmp_path, page=PLAIN)
    assert site.search("words " * (LONGEST_QUERY // 6)).found
    answer = site.search("x" * (LONGEST_QUERY + 1))
    assert answer.found == ()
    assert f"at most {LONGEST_QUERY} characters" in answer.sentence


def test_the_sentence_counts_what_was_found(tmp_path):
    many = "# Many\n" + "".join(f"\n## Part {n}\n\nword\n" for n in range(MOST_FOUND + 1))
    site = site_of(tmp_path, one="# One\n\nalone", many=many)
    assert site.search("alone").sentence == "1 section found."
    answer = site.search("word")
    assert len(answer.found) == MOST_FOUND
    assert answer.sentence.startswith(f"{MOST_FOUND + 1} sections found; these are the best")


@pytest.mark.parametrize(
    ("query", "first"),
    [("survey export", "/docs/reference/commands#survey-export"),
     ("gamma", "/docs/how-to/choose-gamma"), ("γ", "/docs/how-to/choose-gamma"),
     ("hoeffding", "/docs/explanation/mathematics#hoeffdings-interval"),
     ("threat model", "/docs/explanation/threat-model"),
     ("postgresql", "/docs/how-to/deploy#postgresql")],
)  # fmt: skip
def test_the_documentation_itself_answers_first_with_what_is_meant(app, query, first):
    with app.test_request_context():
        assert site().search(query).found[0].address == first


def test_every_result_leads_to_a_heading_that_there_is(app):
    with app.test_request_context():
        anchors = {
            f"{entry.path}#{anchor}" if anchor else entry.path
            for entry in site().navigation.entries
            for anchor in ("", *site().page(entry).anchors)
        }
        for query in ("the", "survey", "interval", "a"):
            found = site().search(query).found
            assert found and {each.address for each in found} <= anchors
