"""The answer never leaves the file: all that it sends and keeps is the same for all answers."""

import pytest
from instruments import make_instrument
from single_file import put_changed_file, with_survey
from traces import Observer

from survey.core.responses.links import survey_link
from survey.store import State, Survey


def observer_of(new_context, watched, store, address, instrument, put):
    """Sees what the file, `put` somewhere, does with a survey that has this instrument."""
    store.surveys.add(Survey("trac34", instrument, State.OPEN))
    link = survey_link(f"{address}/s/trac34", instrument.digest)
    return Observer(new_context, watched, with_survey(put, link), instrument)


def test_traces_of_the_file_are_identical_for_all_answers(
    new_context, watched, store, address, file, exhaustive
):
    instrument = make_instrument("1/4", "1/3")
    observer = observer_of(new_context, watched, store, address, instrument, file)
    answers = [(0, 0), (0, 1), (1, 0), (1, 1)]
    reports = [(0, 1), (1, 1)] if exhaustive else [(0, 1)]
    assert observer.count_leaks(answers, reports) == (0, 4 * len(reports))


@pytest.mark.exhaustive
def test_leak_of_the_file_is_caught(new_context, watched, store, address, tmp_path):
    pattern = r"const kept = await memory"
    put = put_changed_file(tmp_path, pattern, f"localStorage.last = answers[0];\n{pattern}")
    observer = observer_of(new_context, watched, store, address, make_instrument("1/4"), put)
    assert observer.count_leaks([(0,), (1,)], [(1,)]) == (1, 2)
