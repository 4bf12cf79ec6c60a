"""Hoeffding's coverage, once through the whole path: wire, store, tally, estimate."""

import numpy as np
from instruments import make_instrument

from survey.core.mechanism.vectorized import randomize_array
from survey.core.responses.response import Response
from survey.core.results.results import question_results
from survey.store import State, Survey

SURVEYS = 2000
RESPONDENTS = 10
CONFIDENCE = 0.9
TRUE_YES = 4
TRUTH = TRUE_YES / RESPONDENTS


def test_interval_holds_the_truth_in_nearly_all_of_two_thousand_surveys(app, store):
    """2,000 surveys, here the questions of 40 instruments. The seed fixes the draw."""
    client = app.test_client()
    generator = np.random.default_rng(20261120)
    covered = covered_if_narrow = surveys = 0
    instrument = make_instrument(*["1/10"] * 50)
    answers = np.zeros((RESPONDENTS, 50), dtype=int)
    answers[:TRUE_YES] = 1
    for number in range(SURVEYS // 50):
        code = f"c{number:05d}"
        store.surveys.add(Survey(code, instrument, State.OPEN))
        reports = randomize_array(answers, (3, 2), generator=generator)
        for respondent, row in enumerate(reports.tolist()):
            response = Response(instrument.digest, f"{respondent:032x}", tuple(row))
            sent = client.post(
                f"/s/{code}/responses", data=response.body(), content_type="application/json"
            )
            assert sent.status_code == 201
        for result in question_results(instrument, store.responses.tally(code), CONFIDENCE):
            low, high = result.headline.interval("hoeffding")
            covered += low <= TRUTH <= high
            # The control: a half-width without its factor 1/(2γ).
            narrow = (high - low) / 2 * 2 * float(result.question.gamma)
            covered_if_narrow += abs(result.headline.estimate - TRUTH) <= narrow
            surveys += 1
    assert surveys == SURVEYS
    print(f"covered in {covered} of {SURVEYS}; by the control in {covered_if_narrow}")
    least = SURVEYS * (CONFIDENCE - 3 * (CONFIDENCE * (1 - CONFIDENCE) / SURVEYS) ** 0.5)
    assert covered >= least
    assert covered_if_narrow < least
