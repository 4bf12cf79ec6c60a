"""Laws of what the public sees, for any looks at any times, and the closing."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from instruments import make_instrument

from survey.core.responses.public_steps import LAG, first_steps
from survey.core.responses.tally import Tally, tally


def of(responses: int) -> Tally:
    return Tally(responses, ((responses, 0),))


def differences(shown: list[int]) -> list[int]:
    return [after - before for before, after in pairwise(shown) if after != before]


# After each so many more responses somebody looks.
GAPS = st.lists(st.integers(0, 30), max_size=60)
STEPS = st.sampled_from([5, 10])


@given(GAPS, STEPS)
def test_what_is_shown_moves_by_a_step_and_stays_behind(gaps, step):
    steps, count, shown = first_steps(of(0), step), 0, [0]
    for gap in gaps:
        count += gap
        steps = steps.seen(of(count))
        shown.append(steps.shown.responses)
        assert shown[-1] == 0 or count - shown[-1] >= LAG
        assert steps.due > count
    assert all(each >= step for each in differences(shown))


@given(GAPS, STEPS)
def test_a_second_look_at_the_same_count_shows_the_same(gaps, step):
    """So it makes no difference how many servers look."""
    steps, count = first_steps(of(0), step), 0
    for gap in gaps:
        count += gap
        steps = steps.seen(of(count))
        assert steps.seen(of(count)) == steps


@given(st.lists(st.lists(st.sampled_from([0, 1]), max_size=60), max_size=8), STEPS)
def test_a_burst_takes_the_steps_that_its_responses_would_take_alone(bursts, step):
    instrument, sent = make_instrument("1/4"), []
    together = alone = first_steps(tally(instrument, []), step)
    for burst in bursts:
        reports = [(report,) for report in burst]
        for each in reports:
            sent.append(each)
            alone = alone.seen(tally(instrument, sent))
        together = together.seen_after_each(instrument, reports, tally(instrument, sent))
        assert together == alone


@given(GAPS, STEPS)
def test_no_two_public_figures_differ_by_fewer_than_five(gaps, step):
    kept, count, public = first_steps(of(0), step), 0, []
    for gap in gaps:
        count += gap
        kept = kept.seen(of(count))
        public.append(kept.shown.responses)
    shown = [each for each in [*public, count] if each]  # what closing publishes may be few
    assert all(each >= LAG for each in differences(shown))
