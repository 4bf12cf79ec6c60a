"""Laws of what the public sees, for any looks at any times, and the closing."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from survey.core.responses.public_steps import LAG, first_steps
from survey.core.responses.tally import Tally


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


@given(GAPS, STEPS)
def test_no_two_public_figures_differ_by_fewer_than_five(gaps, step):
    kept, count, public = first_steps(of(0), step), 0, []
    for gap in gaps:
        count += gap
        kept = kept.seen(of(count))
        public.append(kept.shown.responses)
    shown = [each for each in [*public, count] if each]  # what closing publishes may be few
    assert all(each >= LAG for each in differences(shown))
