"""Laws of languages: whichever is read, the same instrument is answered and the same reports sent.

Derandomized: every run tries the same examples, so no law fails by chance.
"""

import copy
import json
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.lookalikes import invisible_fault, looks
from survey.core.instrument.parsing import from_canonical_json, validate
from survey.core.instrument.translation_memory import Phrases
from survey.core.responses.answers import randomize_answer

texts = (
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=12)
    .map(lambda text: unicodedata.normalize("NFC", text).strip())
    .filter(lambda text: text and invisible_fault(text) is None)
)
tags = st.lists(
    st.sampled_from(["ar", "de", "es-419", "fr", "he", "pt-BR", "zh-Hant"]), max_size=3, unique=True
)


@st.composite
def documents(draw):
    """A valid instrument in English, with whole translations into up to three languages."""
    questions, counts = [], []
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(["yes/no", "choice", "several", "number", "rating"]))
        gamma = draw(st.sampled_from(["1/4", "1/3"]))
        question = {"kind": kind, "text": draw(texts), "gamma": gamma}
        count = draw(st.integers(2, 3)) if kind in {"choice", "several"} else 0
        if count:
            question["options"] = draw(
                st.lists(texts, min_size=count, max_size=count, unique_by=looks)
            )
        questions.append(question)
        counts.append(count)
    translations = {}
    for tag in draw(tags):
        translated = []
        for count in counts:
            question = {"text": draw(texts)}
            if count:
                options = st.lists(texts, min_size=count, max_size=count, unique_by=looks)
                question["options"] = draw(options)
            translated.append(question)
        translations[tag] = {"title": draw(texts), "questions": translated}
    document = {"title": draw(texts), "language": "en", "questions": questions}
    return document | ({"translations": translations} if translations else {})


@given(documents())
def test_only_the_words_differ_between_languages(document):
    instrument = validate(document)
    assert set(instrument.languages) == {"en", *document.get("translations", {})}
    for tag in instrument.languages:
        worded = instrument.worded_in(tag)
        assert worded.digest == instrument.digest
        assert shape(worded) == shape(instrument)
        words = document["translations"][tag] if tag != "en" else document
        assert worded.title == words["title"]
        assert [each.text for each in worded.questions] == [
            each["text"] for each in words["questions"]
        ]
        assert [list(each.listed) for each in worded.questions] == [
            each.get("options", []) for each in words["questions"]
        ]


def shape(instrument: Instrument) -> list[tuple]:
    """All of an instrument that decides a report."""
    return [
        (question.kind, question.gamma, question.low, question.high, len(question.listed),
         [(item.name, item.gamma, item.options) for item in items])
        for question, items in instrument.questions_with_items
    ]  # fmt: skip


@given(documents(), st.lists(st.integers(0, 2**32 - 1), min_size=40, max_size=40))
def test_the_same_tape_gives_the_same_reports_in_every_language(document, tape):
    instrument = validate(document)

    def reports(worded: Instrument) -> list[int]:
        words = iter(tape * 50)
        sent = []
        for question in worded.questions:
            answer = [1] * len(question.listed) if question.kind.name == "several" else question.low
            sent += randomize_answer(question, answer, lambda: next(words))
        return sent

    expected = reports(instrument)
    for tag in instrument.languages:
        assert reports(instrument.worded_in(tag)) == expected


@given(documents())
def test_canonical_json_with_translations_reads_back_however_it_is_spread(document):
    instrument = validate(document)
    spread = json.dumps(json.loads(instrument.canonical_json), indent=2)
    assert from_canonical_json(spread) == instrument
    backwards = copy.deepcopy(document)
    if "translations" in backwards:
        backwards["translations"] = dict(reversed(backwards["translations"].items()))
    assert validate(backwards).digest == instrument.digest


@given(documents())
def test_without_its_languages_the_canonical_json_is_what_it_was(document):
    """A survey that was published before there were languages keeps its digest."""
    plain = {name: document[name] for name in ("title", "questions")}
    before = json.loads(validate(document).canonical_json)
    for name in ("language", "translations"):
        before.pop(name, None)
    assert json.loads(validate(plain).canonical_json) == before


@given(documents())
def test_phrases_rebuild_every_translation(document):
    instrument = validate(document)
    known = Phrases.from_json(Phrases.of(instrument).to_json())
    for wording in instrument.translations:
        assert known.translate(wording.language, instrument) == (wording.document(), [])
