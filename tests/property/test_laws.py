"""Exact laws, for whatever hypothesis finds."""

import csv
import io
import json
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from quantities import debiased, make_share

from survey.core.instrument.lookalikes import invisible_fault
from survey.core.instrument.parsing import from_canonical_json, validate
from survey.core.mechanism.privacy import HALF, channel, odds, parse_gamma, posterior
from survey.core.mechanism.randomize import randomize, uniform_below
from survey.core.planning.sample_size import respondents_for_margin
from survey.core.responses.response import Response, parse_response
from survey.core.responses.tally import tally
from survey.errors import InstrumentInvalid, ParameterError, ReportRejected
from survey.exports.csv_lines import safe_cell
from survey.exports.results_csv import estimates_csv
from survey.exports.results_json import results_document

denominators = st.integers(3, 10_000)
gammas = denominators.flatmap(
    lambda bottom: st.integers(1, (bottom - 1) // 2).map(lambda top: Fraction(top, bottom))
)
texts = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=100).filter(
    lambda text: text.strip() and invisible_fault(text.strip()) is None
)
documents = st.fixed_dictionaries(
    {
        "title": texts,
        "introduction": texts,
        "class_size": st.integers(1, 10**9),
        "questions": st.lists(
            st.fixed_dictionaries({"text": texts, "gamma": gammas.map(str)}), min_size=1, max_size=5
        ),
    }
)


def valid(document):
    """The instrument, or None if normalizing made a text too long."""
    try:
        return validate(document)
    except InstrumentInvalid:
        return None


@given(gammas)
def test_gamma_and_odds_determine_each_other(gamma):
    a, b = odds(gamma)
    assert Fraction(a, b) == (HALF + gamma) / (HALF - gamma)
    assert Fraction(a, a + b) - HALF == gamma
    assert parse_gamma(str(gamma)) == gamma
    assert a + b <= 20_000


@given(gammas, st.integers(2, 50))
def test_channel_is_stochastic_and_its_largest_ratio_is_the_odds(gamma, options):
    rows = channel(odds(gamma), options)
    assert all(sum(row) == 1 for row in rows)
    for column in zip(*rows, strict=True):
        assert max(column) / min(column) == Fraction(*odds(gamma))


@given(gammas, st.integers(2, 50), st.data())
def test_report_is_an_option_and_small_numbers_keep_the_answer(gamma, options, data):
    answer = data.draw(st.integers(0, options - 1))
    a, b = odds(gamma)
    r = data.draw(st.integers(0, a + (options - 1) * b - 1))
    report = randomize(answer, (a, b), options, lambda: r)
    assert 0 <= report < options
    assert (report == answer) == (r < a)


@given(st.integers(1, 2**32), st.lists(st.integers(0, 2**32 - 1), min_size=1))
def test_uniform_is_below_its_bound(bound, words):
    tape = iter([*words, 0])
    assert 0 <= uniform_below(bound, tape.__next__) < bound


@given(gammas, st.integers(0, 100), st.integers(1, 100))
def test_debiasing_the_expected_share_gives_the_share(gamma, yes, n):
    share = Fraction(min(yes, n), n)
    expected = share * (HALF + gamma) + (1 - share) * (HALF - gamma)
    assert debiased(expected, gamma) == share


@given(gammas, st.integers(1, 10_000), st.data())
def test_estimate_is_symmetric_monotone_and_inside_its_interval(gamma, n, data):
    yes = data.draw(st.integers(0, n))
    result = make_share(n, yes, gamma, 0.95)
    low, high = result.interval("hoeffding")
    assert low < result.estimate < high
    exact = debiased(Fraction(yes, n), gamma)
    assert exact + debiased(Fraction(n - yes, n), gamma) == 1
    if yes < n:
        assert debiased(Fraction(yes + 1, n), gamma) > exact


@given(gammas, st.floats(0.001, 1), st.sampled_from([0.9, 0.95, 0.99]))
def test_planning_is_monotone(gamma, margin, confidence):
    n = respondents_for_margin(gamma, margin, confidence)
    assert n >= respondents_for_margin(gamma, min(1, margin * 1.1), confidence)
    assert n <= respondents_for_margin(gamma, margin, 0.999)


@given(gammas, st.floats(0, 1, allow_subnormal=False), st.integers(0, 1))
def test_no_prior_moves_by_more_than_the_odds(gamma, prior, report):
    after = posterior(prior, report, gamma)
    factor = float(Fraction(*odds(gamma)))
    assert 0 <= after <= 1
    assert after <= min(1, prior * factor) * (1 + 1e-9)
    assert 1 - after <= min(1, (1 - prior) * factor) * (1 + 1e-9) + 1e-15


@given(documents)
def test_instrument_survives_its_canonical_json(document):
    instrument = valid(document)
    if instrument:
        again = from_canonical_json(instrument.canonical_json)
        assert again == instrument
        assert again.digest == instrument.digest
        assert json.loads(instrument.canonical_json) == instrument.document()


@given(documents)
def test_order_of_keys_does_not_change_the_digest(document):
    instrument = valid(document)
    if instrument:
        assert validate(dict(reversed(document.items()))).digest == instrument.digest


@given(st.dictionaries(st.text(max_size=12), st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6)))  # fmt: skip
def test_any_document_is_an_instrument_or_a_list_of_sentences(document):
    try:
        validate(document)
    except InstrumentInvalid as error:
        assert error.errors
        assert all(sentence.strip() for sentence in error.errors.values())


@given(st.text(max_size=20))
def test_any_text_is_a_gamma_or_a_sentence(text):
    try:
        assert 0 < parse_gamma(text) < HALF
    except ParameterError as error:
        assert error.message.endswith(".")


@given(
    st.text("0123456789abcdef", min_size=64, max_size=64),
    st.text("0123456789abcdef", min_size=32, max_size=32),
    st.lists(st.integers(0, 10), max_size=50),
)
def test_response_survives_the_wire(digest, response_id, reports):
    response = Response(digest, response_id, tuple(reports))
    assert parse_response(response.body()) == response


@given(st.binary(max_size=300))
def test_any_bytes_are_a_response_or_refused(body):
    try:
        parse_response(body)
    except ReportRejected as error:
        assert error.field in {"body", "instrument", "response_id", "reports", "token"}


@given(documents, st.integers(0, 30))
def test_table_and_document_hold_the_same_figures(document, n):
    instrument = valid(document)
    if not instrument:
        return
    counted = tally(instrument, [[i % 2] * len(instrument.questions) for i in range(n)])
    questions = results_document(instrument, counted)["questions"]
    lines = [line for line in estimates_csv(instrument, counted) if line[0] != "#"]
    rows = list(csv.DictReader(io.StringIO("".join(lines), newline="")))
    for question, row in zip(questions, rows, strict=True):
        assert (float(row["estimate"]) if row["estimate"] else None) == question["estimate"]
        assert row["gamma"] == question["gamma"]


@given(st.text(max_size=30))
def test_no_text_cell_is_a_formula(text):
    cell = safe_cell(text)
    assert not cell.startswith(tuple("=+-@|%\t\r\n\0＝＋－＠"))
