"""Promise 1 for waves: for given reports all that leaves and all that is kept is the same."""

from itertools import product

import pytest
from instruments import make_instrument, make_wave
from leaks import LEAKS
from tape import table_tape
from traces import Observer

from survey.store import State, Survey


def test_trace_of_a_wave_is_the_same_for_all_answers(new_context, watched, store, exhaustive):
    instrument = make_wave(make_instrument("1/4", "1/3"))
    store.surveys.add(Survey("wav234", instrument, State.OPEN))
    observer = Observer(new_context, watched, "/s/wav234", instrument, table_tape)
    vectors = list(product((0, 1), repeat=2))
    reports = vectors if exhaustive else vectors[1:3]
    assert observer.count_leaks(vectors, reports) == (0, 4 * len(reports))


@pytest.mark.exhaustive
def test_an_answer_kept_beside_the_table_is_caught(new_context, watched, store):
    instrument = make_wave(make_instrument("1/4"))
    store.surveys.add(Survey("wav234", instrument, State.OPEN))
    observer = Observer(new_context, watched, "/s/wav234", instrument, table_tape)
    leak = LEAKS["answer in the storage"]
    assert observer.count_leaks([(0,), (1,)], [(0,), (1,)], leak) == (2, 4)
