"""survey answer on every kind of question: what is typed becomes reports, and nothing else."""

import itertools
import json

import pytest

from survey.cli.commands import answer as answer_module

# Yes; the second option; the first of two; 17 of 0..40; 4 of 5.
GOOD = ("y", "2", "y", "n", "17", "4")
WHOLE = "Please type a whole number from {} to {}: only digits, without dots or commas."
PLACES = ("yes/no", "choice", "several", "several again", "number", "rating")
OPTIONS = (2, 3, 2, 2, 2, 5)

# A word each, and one before that of the number: for rounding to 0 or to 40.
KEPT = ((0, 0, 0, 0, 0, 0, 0), [1, 1, 1, 0, 1, 3])
# The odds are 3:1, 9:1, 5:1, 5:1, 3:1 and 9:1. A word of A or more names another option.
CHANGED = ((3, 10, 5, 5, 39, 3, 12), [0, 2, 0, 1, 1, 4])


@pytest.fixture
def answered(survey_command, mixed_url, state, typing, watched, monkeypatch):
    """Runs `survey answer` with these words and lines; (outcome, the reports kept and sent).

    The response id is this number, so that two runs can be compared word for word.
    """

    def run(words, lines, number=0):
        tape = iter(words)
        monkeypatch.setattr(answer_module, "system_word", lambda: next(tape))
        monkeypatch.setattr(answer_module.secrets, "token_hex", lambda size: f"{number:032x}")
        typing(*lines)
        watched.requests.clear()
        watched.bodies.clear()
        outcome = survey_command("answer", mixed_url)
        assert outcome.code == 0, outcome.err
        assert list(tape) == []
        (memory,) = state.iterdir()
        (body,) = watched.bodies
        assert memory.read_bytes() == body
        memory.unlink()
        return outcome, json.loads(body)["reports"]

    return run


@pytest.mark.parametrize(("words", "reports"), [KEPT, CHANGED], ids=["kept", "changed"])
def test_reports_have_the_items_order_and_are_stored(answered, store, words, reports):
    _, sent = answered(words, GOOD)
    assert sent == reports
    assert [stored for _, stored in store.responses.all("mix234")] == [tuple(reports)]


def test_reports_drawn_by_the_system_are_in_range(survey_command, mixed_url, state, typing, store):
    for _ in range(20):
        typing(*GOOD)
        assert survey_command("answer", mixed_url).code == 0
        assert survey_command("answer", mixed_url, "--forget").code == 0
    responses = [reports for _, reports in store.responses.all("mix234")]
    assert len(responses) == 20
    for reports in responses:
        assert len(reports) == len(OPTIONS)
        assert all(0 <= report < k for report, k in zip(reports, OPTIONS, strict=True))


def test_the_receipt_says_what_was_sent(answered):
    outcome, _ = answered(CHANGED[0], GOOD)
    receipt = outcome.out.partition("Saved.")[2].splitlines()[1:-2]
    assert receipt == [
        "  No  Did you cheat?",
        "  Prefer not to answer  Whose notes?",
        "  Algebra: No; Analysis: Yes  Which exams?",
        "  40  How many hours?",
        "  5  How fair was it?",
    ]


@pytest.mark.parametrize(
    ("place", "sentence", "bad"),
    [
        ("yes/no", "Please type y or n.", ["maybe", "1", "yn", "/"]),
        ("choice", WHOLE.format(1, 3), ["0", "4", "A friend's", "2.0"]),
        ("several", "Please type y or n.", ["Algebra", "0", "y,n"]),
        ("several again", "Please type y or n.", ["Analysis", "1"]),
        (
            "number",
            WHOLE.format(0, 40),
            [
                "-1",
                "41",
                "17.5",
                "1e1",
                "+5",
                "--5",
                "-",
                "1.7",
                "1,7",
                "1 7",
                "٢٫٥",
                "²",
                "0" * 12 + "7",
                "zebra",
            ],
        ),
        ("rating", WHOLE.format(1, 5), ["0", "6", "-1", "good", "²"]),
    ],
    ids=PLACES,
)
def test_a_bad_answer_is_asked_again_in_a_sentence_that_does_not_tell_it(
    answered, place, sentence, bad
):
    said = set()
    at = PLACES.index(place)
    for line in bad:
        outcome, reports = answered(KEPT[0], (*GOOD[:at], line, *GOOD[at:]))
        assert reports == KEPT[1]
        assert outcome.out.count(sentence) == 1
        said.add((outcome.out, outcome.err))
    # Word for word the same, whatever was typed.
    assert len(said) == 1


@pytest.mark.parametrize(
    ("place", "ends", "reports"),
    [
        ("yes/no", (" NO", "Yes "), (0, 1)),
        ("choice", ("1", "3"), (0, 2)),
        ("number", ("0", "40"), (0, 1)),
        ("rating", ("1", "5"), (0, 4)),
    ],
)
def test_the_ends_of_each_range_are_answers(answered, place, ends, reports):
    at = PLACES.index(place)
    for line, report in zip(ends, reports, strict=True):
        _, sent = answered(KEPT[0], (*GOOD[:at], line, *GOOD[at + 1 :]), report)
        assert sent[at] == report


def word_for(answer: int, report: int, keep: int) -> int:
    """The least word that turns the answer into the report at odds keep:1."""
    if answer == report:
        return 0
    return keep + (report if report < answer else report - 1)


@pytest.mark.parametrize("report", [0, 1])
def test_nothing_sent_kept_or_printed_depends_on_the_answers(answered, watched, report):
    """Every choice and rating, and three numbers, each with the tape that gives this report."""
    traces = set()
    for choice, hours, rating in itertools.product(range(3), (0, 17, 40), range(5)):
        bit = int(hours > 0)  # the word 0 rounds up all but the lowest
        words = (0, word_for(choice, report, 9), 0, 0, 0, word_for(bit, report, 3),
                 word_for(rating, report, 9))  # fmt: skip
        lines = ("y", str(choice + 1), "y", "n", str(hours), str(rating + 1))
        outcome, sent = answered(words, lines)
        assert sent == [1, report, 1, 0, report, report]
        traces.add(repr((watched.requests, outcome.out, outcome.err)))
    assert len(traces) == 1
