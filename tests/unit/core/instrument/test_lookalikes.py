"""Options that look the same are refused, and so is what nobody sees; what scripts need is not."""

import json

import pytest
from instruments import faults_of

from survey.core.instrument.lookalikes import invisible_fault, looks
from survey.core.instrument.parsing import from_canonical_json, from_toml, validate
from survey.errors import InstrumentInvalid

INVISIBLE = {
    "zero width space": "Y\u200bes",
    "override": "\u202eseY",
    "embedding": "\u202bYes\u202c",
    "isolate": "\u2067Yes\u2069",
    "mark": "Yes\u200e",
    "joiner": "Y\u200des",
    "soft hyphen": "Y\u00ades",
    "byte order mark": "\ufeffYes",
    "word joiner": "Y\u2060es",
    "grapheme joiner": "Y\u034fes",
    "Hangul filler": "Yes\u3164",
    "blank Braille": "Yes\u2800",
    "variation of a letter": "Y\ufe0fes",
    "tag": "Yes\U000e0041",
}
NEEDED = {
    "Persian": "\u0645\u06cc\u200c\u0631\u0648\u0645",
    "Arabic, abbreviated": "\u0661\u0664 \u0647\u200d",
    "Hindi": "\u0915\u094d\u200d\u0937 \u0915\u094d\u200c\u0937",
    "Bengali": "\u09b0\u200d\u09cd\u09af",
    "Khmer": "\u1781\u17d2\u1789\u17bb\u17c6\u200b\u1791\u17c5",
    "Mongolian": "\u182d\u180b\u1820",
    "Hebrew with a mark": "\u05e9\u05dc\u05d5\u05dd C++\u200f!",
    "Arabic with an isolate": "\u0628\u0631\u0646\u0627\u0645\u062c \u2066C++\u2069",
    "family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "heart on fire": "\u2764\ufe0f\u200d\U0001f525",
    "colour": "\U0001f468\U0001f3fd\u200d\U0001f52c",
    "keycap": "1\ufe0f\u20e3",
    "Scotland": "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "name in Japanese": "\u845b\U000e0100\u57ce",
    "two lines": "One\nTwo",
}
ALIKE = {
    "Cyrillic": "Y\u0435s",
    "Greek": "\u03a5es",
    "full width": "\uff39es",
    "mathematical": "\U0001d418es",
}


def asking(*options: str, **more) -> dict:
    question = {"kind": "choice", "text": "Did you?", "options": list(options)}
    return {"title": "T", "questions": [question], **more}


@pytest.mark.parametrize("text", INVISIBLE.values(), ids=INVISIBLE)
def test_what_nobody_sees_is_refused_in_every_text(text):
    for document, field in [
        (asking("Yes", text), "questions.1.options"),
        (asking("Yes", "No", title=text), "title"),
        (asking("Yes", "No", introduction=text), "introduction"),
        ({"title": "T", "questions": [{"text": text}]}, "questions.1.text"),
    ]:
        errors = faults_of(document)
        assert list(errors) == [field]
        assert "an invisible character (U+" in errors[field]
        assert text not in errors[field]


@pytest.mark.parametrize("text", NEEDED.values(), ids=NEEDED)
def test_what_a_script_or_an_emoji_needs_is_kept(text):
    assert invisible_fault(text) is None
    assert validate(asking("Yes", "No", introduction=text)).introduction == text


def test_fault_says_what_it_is_and_where_it_stands():
    assert invisible_fault("Y\u200bes") == (
        "After \u201cY\u201d this holds an invisible character (U+200B, ZERO WIDTH SPACE). It "
        "can make different texts look the same. Please delete it, or type the text again."
    )
    assert invisible_fault("\u202eseY").startswith("At its beginning this holds")


def test_an_isolate_that_does_not_end_in_its_line_is_refused():
    assert invisible_fault("\u0628 \u2067\u0628") is not None
    assert invisible_fault("\u0628 \u2067\u0628\n\u2069") is not None
    assert invisible_fault("\u0628 \u2069\u2067") is not None


@pytest.mark.parametrize("twin", ALIKE.values(), ids=ALIKE)
def test_an_option_that_looks_like_another_is_refused(twin):
    errors = faults_of(asking("Yes", twin))
    assert list(errors) == ["questions.1.options"]
    assert errors["questions.1.options"].startswith("Two options look the same: \u201cYes\u201d")
    assert (
        f"(with U+{next(ord(each) for each in twin if each not in 'Yes'):04X}, "
        in (errors["questions.1.options"])
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [("All", "AIl"), ("1\u20132", "1-2"), ("10", "lO"), ("a b", "a \u00a0b"),
     ("\u06cc\u06a9", "\u0649\u0643"), ("\u06f1\u06f2", "\u0661\u0662"), ("\u0406", "l")],
)  # fmt: skip
def test_letters_digits_and_dashes_that_are_drawn_alike_look_the_same(one, other):
    assert looks(one) == looks(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("AA", "Aa"), ("No", "N\u00f6"), ("FIAT", "FLAT"), ("rn", "m"),
     ("\u0639\u0644\u064a", "\u0639\u0644\u0649"),
     ("\u0434\u0430", "\u043d\u0435\u0442"), ("1\u20132", "12"), ("1", "2"), ("a b", "ab")],
)  # fmt: skip
def test_what_can_be_told_apart_looks_different(one, other):
    """Genotypes, say: AA, Aa and aa are three options."""
    assert looks(one) != looks(other)


def test_translations_and_files_are_no_other_way_in():
    translation = {"title": "T", "questions": [{"text": "?", "options": ["Ja", "J\u0430"]}]}
    errors = faults_of(asking("Yes", "No", language="en", translations={"de": translation}))
    (sentence,) = errors.values()
    assert list(errors) == ["translations.de.questions.1.options.2"]
    assert sentence.startswith("Two options look the same")
    translation["questions"][0]["options"] = ["Ja", "N\u200bein"]
    errors = faults_of(asking("Yes", "No", language="en", translations={"de": translation}))
    assert list(errors) == ["translations.de.questions.1.options.2"]
    with pytest.raises(InstrumentInvalid):
        from_toml('title = "T"\n[[questions]]\ntext = "Did\u200byou?"')


def test_what_was_published_with_such_texts_is_still_read():
    """It is frozen: respondents answered it, and its digest is in their hands."""
    translation = {"title": "T", "questions": [{"text": "?", "options": ["Ja", "J\u0430"]}]}
    document = asking("Yes", "Y\u200bes", "\u202eseY", "Y\u0435s")
    translation["questions"][0]["options"] = ["Ja", "J\u0430", "J\u200ba", "N\u00adein"]
    document |= {
        "format": "deniable-instrument/1", "class_size": 100, "introduction": "",
        "language": "en", "translations": {"de": translation},
    }  # fmt: skip
    document["questions"][0] |= {"gamma": "1/4"}
    written = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert from_canonical_json(written).canonical_json == written
