"""A question of which the share of yes is known: read, refused in sentences, written again."""

from fractions import Fraction

import pytest

from survey.core.instrument.known_share import KnownShare
from survey.core.instrument.parsing import from_canonical_json, from_toml, validate
from survey.core.simulation.class_truths import proposed_truth
from survey.errors import InstrumentInvalid

STAR = {"text": "Does your slip bear a star?", "known": "1/4"}
BIRTHDAY = {
    "text": "Were you born in January, February or March?",
    "known": "24.7%",
    "known_source": "Statistical Office: births 2004 by month",
}


def made(*questions):
    return validate({"title": "Exams", "questions": [{"text": "Did you cheat?"}, *questions]})


@pytest.mark.parametrize(
    ("question", "known"),
    [(STAR, KnownShare(Fraction(1, 4))),
     ({**STAR, "known": "3/20"}, KnownShare(Fraction(3, 20))),
     ({**BIRTHDAY, "known": "0"}, KnownShare(Fraction(0), BIRTHDAY["known_source"])),
     (BIRTHDAY, KnownShare(Fraction(247, 1000), BIRTHDAY["known_source"]))],
)  # fmt: skip
def test_known_share_is_read_and_written(question, known):
    instrument = made(question)
    assert [each.known for each in instrument.questions] == [None, known]
    assert from_canonical_json(instrument.canonical_json) == instrument
    assert known.starred == ("known_source" not in question)


def test_toml_may_hold_a_decimal():
    toml = 'title = "T"\n[[questions]]\ntext = "?"\nknown = 0.25\n'
    assert from_toml(toml).questions[0].known == KnownShare(Fraction(1, 4))


def test_no_known_share_leaves_the_digest():
    plain = made({"text": "Star?"})
    assert made({"text": "Star?", "known": "", "known_source": ""}).digest == plain.digest
    assert "known" not in plain.canonical_json
    assert made(STAR).digest != made({"text": STAR["text"]}).digest


@pytest.mark.parametrize(
    ("question", "field", "sentence"),
    [({**STAR, "known": "1/3"}, "known", "At most a quarter"),
     ({**STAR, "known": "101/1000"}, "known", "one of at most 100"),
     ({**BIRTHDAY, "known": "1/2"}, "known", "may be 2/5 at most"),
     ({**BIRTHDAY, "known": ""}, "known", "1/4 or 0.247"),
     ({**STAR, "known": "0"}, "known", "1/4 or 0.247"),
     ({**STAR, "known": "1/0"}, "known", "1/4 or 0.247"),
     ({**STAR, "known": "a quarter"}, "known", "1/4 or 0.247"),
     ({**STAR, "known": "0.16666666667"}, "known", "four decimals at most"),
     ({**STAR, "known": True}, "known", "1/4 or 0.247"),
     ({**BIRTHDAY, "known_source": "x" * 301}, "known_source", "301 characters"),
     ({**STAR, "kind": "rating"}, "known", "just the answers yes and no")],
)  # fmt: skip
def test_what_does_not_do_is_refused(question, field, sentence):
    with pytest.raises(InstrumentInvalid) as refused:
        made(question)
    assert sentence in refused.value.errors[f"questions.2.{field}"]


def test_simulated_students_are_proposed_to_have_it():
    assert proposed_truth(made(STAR)) == [[30], [25]]


def test_one_suffices():
    with pytest.raises(InstrumentInvalid) as refused:
        made(STAR, BIRTHDAY)
    assert list(refused.value.errors) == ["questions.3.known"]


@pytest.mark.parametrize("more", [{"known": ""}, {"known_source": ""}, {"known": "1/3"}])
def test_what_is_published_holds_a_share_or_none(more):
    question = {"kind": "yes/no", "text": "Star?", "gamma": "1/4", **more}
    with pytest.raises(InstrumentInvalid):
        validate({"title": "T", "questions": [question]}, published=True)
