"""Laws of the questionnaire: one content, one digest, whichever way it was written.

Derandomized: every run tries the same examples, so no law fails by chance.
"""

import hashlib
import json
import unicodedata
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from survey.core.instrument.lookalikes import invisible_fault
from survey.core.instrument.parsing import from_canonical_json, from_toml, validate
from survey.errors import InstrumentInvalid

gammas = st.integers(3, 10_000).flatmap(
    lambda bottom: st.integers(1, bottom * 49 // 100).map(lambda top: Fraction(top, bottom))
)
ten_thousandths = st.integers(1, 4900)
# U+2028 and quotes are legal text, what nobody sees is not.
# Normalizing may lengthen a text at most threefold.
texts = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=30).filter(
    lambda text: unicodedata.normalize("NFC", text).strip() and invisible_fault(text) is None
)
questions = st.fixed_dictionaries({"text": texts, "gamma": gammas.map(str)})
documents = st.fixed_dictionaries(
    {
        "title": texts,
        "introduction": texts,
        "class_size": st.integers(1, 10**9),
        "questions": st.lists(questions, min_size=1, max_size=4),
    }
)


def in_other_order(value):
    """The same content with the keys of every object the other way round."""
    if isinstance(value, dict):
        return {key: in_other_order(each) for key, each in reversed(value.items())}
    return [in_other_order(each) for each in value] if isinstance(value, list) else value


def rfc_8785(value) -> str:
    """RFC 8785, written once more: keys by UTF-16 units, only the escapes that JSON demands."""
    if isinstance(value, dict):
        pairs = sorted(value.items(), key=lambda pair: pair[0].encode("utf-16-be"))
        return "{" + ",".join(f"{rfc_8785(k)}:{rfc_8785(v)}" for k, v in pairs) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(rfc_8785, value)) + "]"
    if isinstance(value, int):
        return str(value)
    short = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"'}
    short["\\"] = "\\\\"
    escaped = (short.get(c, c if c >= " " else f"\\u{ord(c):04x}") for c in value)
    return '"' + "".join(escaped) + '"'


@given(documents)
def test_canonical_json_is_rfc_8785_and_the_digest_its_sha256(document):
    instrument = validate(document)
    assert instrument.canonical_json == rfc_8785(instrument.document())
    expected = hashlib.sha256(rfc_8785(instrument.document()).encode("utf-8")).hexdigest()
    assert instrument.digest == expected


@given(documents)
def test_order_of_keys_at_any_depth_leaves_the_digest(document):
    again = validate(in_other_order(document))
    assert again.digest == validate(document).digest
    assert again == validate(document)


@given(documents)
def test_canonical_json_written_in_any_other_way_is_the_same_instrument(document):
    instrument = validate(document)
    spread = json.dumps(in_other_order(json.loads(instrument.canonical_json)), indent=3)
    assert from_canonical_json(spread) == instrument
    assert from_canonical_json(spread).digest == instrument.digest


@given(documents, documents)
def test_digests_are_equal_exactly_where_the_content_is(one, other):
    first, second = validate(one), validate(other)
    assert (first.digest == second.digest) == (first == second)


@given(documents, st.data())
def test_order_of_questions_is_content(document, data):
    instrument = validate(document)
    shuffled = data.draw(st.permutations(document["questions"]))
    again = validate(document | {"questions": list(shuffled)})
    assert (again.digest == instrument.digest) == (again.questions == instrument.questions)


@given(documents)
def test_a_toml_file_and_a_form_give_one_instrument(document):
    assert from_toml(as_toml(document)).digest == validate(as_typed(document)).digest


def as_toml(document: dict) -> str:
    """JSON strings are TOML's basic strings where nothing is a control character."""

    def quoted(text: str) -> str:
        return json.dumps(text, ensure_ascii=False)

    lines = [f"{key} = {quoted(document[key])}" for key in ("title", "introduction")]
    lines.append(f"class_size = {document['class_size']}")
    for question in document["questions"]:
        lines += ["[[questions]]", *(f"{key} = {quoted(question[key])}" for key in question)]
    return "\n".join(lines)


def as_typed(document: dict) -> dict:
    """A form sends text for everything, with spaces around it."""
    return document | {
        "title": f"  {document['title']} ",
        "class_size": f" {document['class_size']} ",
        "questions": [{**each, "gamma": f" {each['gamma']} "} for each in document["questions"]],
    }


@given(ten_thousandths)
def test_a_gamma_is_the_same_as_decimal_fraction_text_and_toml_number(ten_thousandth):
    exact = Fraction(ten_thousandth, 10_000)
    decimal = f"0.{ten_thousandth:04}"
    typed = [decimal, decimal[1:], f"{ten_thousandth}/10000", str(exact)]
    read = [validate({"title": "T", "questions": [{"text": "Q", "gamma": g}]}) for g in typed]
    read += [
        from_toml(f'title = "T"\n[[questions]]\ntext = "Q"\ngamma = {written}')
        for written in (decimal, f'"{decimal}"', f'"{exact}"')
    ]
    assert {each.questions[0].gamma for each in read} == {exact}
    assert len({each.digest for each in read}) == 1


@given(
    documents,
    st.sampled_from(["title", "introduction", "questions.1.text"]),
    st.characters(categories=["Cc", "Cs"], exclude_characters="\n"),
)
def test_control_character_or_lone_surrogate_is_refused_wherever_it_stands(document, field, bad):
    text = f"before{bad}after"
    if field.startswith("questions"):
        document = document | {"questions": [{"text": text}]}
    else:
        document = document | {field: text}
    with pytest.raises(InstrumentInvalid) as refusal:
        validate(document)
    assert list(refusal.value.errors) == [field]
    assert bad not in refusal.value.message
