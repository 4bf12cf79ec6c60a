from decimal import Decimal
from fractions import Fraction

import pytest
from instruments import faults_of, make_instrument

from survey.core.instrument.parsing import from_canonical_json, from_toml, validate
from survey.errors import InstrumentInvalid

TOML = """
title = "After the final"
class_size = 120
[[questions]]
text = "Did you cheat?"
gamma = 0.1
[[questions]]
text = "Did you copy?"
"""


def faults(**changes) -> dict[str, str]:
    document = {"title": "T", "class_size": 5, "questions": [{"text": "Q?", "gamma": "1/4"}]}
    return faults_of(document | changes)


def test_toml_is_read_exactly():
    instrument = from_toml(TOML)
    assert [question.gamma for question in instrument.questions] == [
        Fraction(1, 10),
        Fraction(1, 4),
    ]


def test_toml_and_form_go_through_one_validation():
    typed = {
        "title": " After the final ",
        "class_size": "120",
        "questions": [
            {"text": "Did you cheat?", "gamma": "1/10"},
            {"text": "Did you copy?", "gamma": "0.25"},
        ],
    }
    assert validate(typed).digest == from_toml(TOML).digest


@pytest.mark.parametrize("written", ['"0.25"', '"1/4"', "0.25", '".25"', '" 2/8 "', "0.2500"])
def test_every_way_to_write_a_gamma_gives_one_digest(written):
    instrument = from_toml(f'title = "T"\n[[questions]]\ntext = "Q?"\ngamma = {written}')
    form = validate({"title": "T", "questions": [{"text": "Q?", "gamma": "1/4"}]})
    assert instrument.questions[0].gamma == Fraction(1, 4)
    assert instrument.digest == form.digest


def test_longest_and_largest_of_everything_fit():
    questions = [{"text": "q" * 300}] * 50
    validate({"title": "t" * 120, "introduction": "i" * 2000, "class_size": 10**9,
              "questions": questions})  # fmt: skip


def test_line_ends_of_a_form_are_those_of_a_file():
    typed = {"title": "T", "introduction": "One\r\nTwo", "questions": [{"text": "Q?"}]}
    assert validate(typed).introduction == "One\nTwo"


def test_what_is_left_out_has_the_usual_value():
    instrument = validate({"title": "T", "questions": [{"text": "Q?"}]})
    assert (instrument.introduction, instrument.class_size) == ("", 100)
    assert instrument.questions[0].gamma == Fraction(1, 4)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("deniable-instrument/1", "deniable-instrument/9"), ("yes/no", "choice"), ('"kind"', '"kin"')],
)
def test_another_format_or_kind_is_not_taken_for_ours(ours, theirs):
    text = make_instrument().canonical_json
    assert ours in text
    with pytest.raises(InstrumentInvalid):
        from_canonical_json(text.replace(ours, theirs))


@pytest.mark.parametrize("value", [True, False, "yes", None])
def test_no_questionnaire_from_outside_is_called_the_demo(value):
    sentence = faults(demo=value)["demo"]
    assert sentence.startswith("Only the app's own demo has this mark")


def test_equal_letters_in_other_unicode_forms_give_one_digest():
    assert make_instrument(title="é").digest == make_instrument(title="e\u0301").digest


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": ""}, "title"),
        ({"title": "x" * 121}, "title"),
        ({"title": 5}, "title"),
        ({"title": "a\0b"}, "title"),
        ({"title": "a\ud800b"}, "title"),
        ({"introduction": "x" * 2001}, "introduction"),
        ({"introduction": ["x"]}, "introduction"),
        ({"class_size": 0}, "class_size"),
        ({"class_size": -3}, "class_size"),
        ({"class_size": True}, "class_size"),
        ({"class_size": 1.5}, "class_size"),
        ({"class_size": "many"}, "class_size"),
        ({"class_size": "2.000"}, "class_size"),
        ({"class_size": 10**10}, "class_size"),
        ({"class_size": 10**9 + 1}, "class_size"),
        ({"class_size": "1" * 5000}, "class_size"),
        ({"class_size": ""}, "class_size"),
        ({"questions": []}, "questions"),
        ({"questions": "Q?"}, "questions"),
        ({"questions": ["Q?"]}, "questions"),
        ({"questions": [{"text": "Q?"}] * 51}, "questions"),
        ({"questions": [{"text": " "}]}, "questions.1.text"),
        ({"questions": [{"text": "Q?"}, {"text": "x" * 301}]}, "questions.2.text"),
        ({"questions": [{"text": "Q?", "gamma": "1/2"}]}, "questions.1.gamma"),
        ({"questions": [{"text": "Q?", "gamma": 0}]}, "questions.1.gamma"),
        ({"questions": [{"text": "Q?", "gamma": Decimal("1E-9")}]}, "questions.1.gamma"),
        ({"questions": [{"text": "Q?", "gamma": Decimal("1e999999999")}]}, "questions.1.gamma"),
        ({"questions": [{"text": "Q?", "gamma": Decimal("nan")}]}, "questions.1.gamma"),
        ({"questions": [{"text": "Q?", "gamma": 16**6000}]}, "questions.1.gamma"),
        ({"questions": [{"text": "Q?", "gamma": [1]}]}, "questions.1.gamma"),
        ({"questions": [{"text": "Q?", "gama": "1/4"}]}, "questions.1.gama"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_fault_is_named_by_its_field(changes, field):
    errors = faults(**changes)
    assert list(errors) == [field]
    assert errors[field].endswith(".")


def test_all_faults_are_told_at_once():
    errors = faults(title="", class_size=0, questions=[{"text": "", "gamma": "9"}])
    assert set(errors) == {"title", "class_size", "questions.1.text", "questions.1.gamma"}


@pytest.mark.parametrize(
    "text",
    [
        "title =",
        "[[questions",
        "\0",
        "a = 1\na = 2",
        "a = " + "[" * 20_000,
        "a = " + "9" * 5000,
        "a = 1e99999999999999999999",
    ],
    ids=lambda text: text[:12],
)
def test_what_is_not_toml_is_said(text):
    with pytest.raises(InstrumentInvalid, match="This is not TOML"):
        from_toml(text)


def test_name_in_toml_has_as_many_parts_as_a_questionnaire_needs_and_few_more():
    with pytest.raises(InstrumentInvalid, match="more than 16 parts"):
        from_toml(f"{'a.' * 16}a = 1")
    with pytest.raises(InstrumentInvalid, match="not known"):
        from_toml(f"{'a.' * 15}a = 1")


@pytest.mark.parametrize(
    "title",
    ['"%s"', "'%s'", '"""\n%s\\""" "%s"""""', "'''\n%s'' %s'''''", '"\\"%s" # %s'],
)
def test_dots_in_texts_and_comments_are_no_parts_of_a_name(title):
    dots = ".".join("a" * 18)
    asked = '[[questions]]\ntext = "Did you?"'
    said = f"title = {title.replace('%s', dots)}\n{asked}"
    assert dots in from_toml(said).title
    with pytest.raises(InstrumentInvalid, match="more than 16 parts"):
        from_toml(f"{said}\n{dots} = 1")


def test_more_signs_on_a_letter_than_any_script_has_are_refused():
    def titled(signs: int):
        return validate({"title": "a" + "\u0301" * signs, "questions": [{"text": "Did you?"}]})

    assert titled(30).title == "\u00e1" + "\u0301" * 29
    with pytest.raises(InstrumentInvalid, match="more than 30 marks"):
        titled(31)
