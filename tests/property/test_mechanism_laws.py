"""Laws of the sampler and of the channel, for whatever hypothesis finds.

Derandomized: every run tries the same examples, so no law fails by chance.
"""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from survey.core.mechanism import vectorized
from survey.core.mechanism.privacy import HALF, channel, odds, posterior
from survey.core.mechanism.randomize import randomize, uniform_below

small_gammas = st.integers(3, 60).flatmap(
    lambda bottom: st.integers(1, (bottom - 1) // 2).map(lambda top: Fraction(top, bottom))
)
words_and_bounds = st.integers(1, 3000).flatmap(
    lambda words: st.tuples(st.just(words), st.integers(1, words))
)


@given(words_and_bounds)
def test_every_residue_is_left_with_equally_many_words(words_and_bound):
    words, bound = words_and_bound
    counts = [0] * bound
    for word in range(words):
        # A skipped word shows as the end of a tape that holds nothing else.
        residue = next_residue([word], bound, words)
        if residue is not None:
            counts[residue] += 1
    assert set(counts) == {words // bound}


def next_residue(tape: list[int], bound: int, words: int) -> int | None:
    try:
        return uniform_below(bound, iter(tape).__next__, words)
    except StopIteration:
        return None


@given(st.integers(1, 2**32), st.lists(st.integers(0, 2**32 - 1), max_size=20))
def test_exactly_the_words_up_to_the_first_accepted_one_are_used(bound, words):
    tape = iter([*words, 0, 77])
    value = uniform_below(bound, tape.__next__)
    accepted = next(word for word in [*words, 0] if word // bound < 2**32 // bound)
    assert value == accepted % bound
    left = list(tape)
    assert left == [*words, 0, 77][[*words, 0].index(accepted) + 1 :]


@given(small_gammas, st.integers(2, 12))
def test_all_draws_together_give_exactly_the_channel(gamma, options):
    a, b = odds(gamma)
    total = a + (options - 1) * b
    for answer, row in enumerate(channel((a, b), options)):
        counts = [0] * options
        for r in range(total):
            counts[randomize(answer, (a, b), options, lambda r=r: r)] += 1
        assert [Fraction(count, total) for count in counts] == row


@given(small_gammas, st.integers(2, 12), st.data())
def test_whatever_was_reported_could_have_come_from_any_answer(gamma, options, data):
    """Deniability: for every answer and every report there is a draw that joins them."""
    answer = data.draw(st.integers(0, options - 1))
    a, b = odds(gamma)
    draws = range(a + (options - 1) * b)
    reached = {randomize(answer, (a, b), options, lambda r=r: r) for r in draws}
    assert reached == set(range(options))


@given(small_gammas)
def test_two_options_are_warners_design(gamma):
    assert channel(odds(gamma), 2) == [[HALF + gamma, HALF - gamma], [HALF - gamma, HALF + gamma]]


@given(small_gammas, st.floats(0.01, 0.99), st.lists(st.integers(0, 1), max_size=6))
def test_reports_move_a_belief_the_same_way_in_any_order(gamma, prior, reports):
    forth = back = prior
    for report, reverse in zip(reports, reversed(reports), strict=True):
        forth, back = posterior(forth, report, gamma), posterior(back, reverse, gamma)
    assert abs(forth - back) < 1e-9


class Tape:
    """Stands for a numpy Generator; hands out its bytes in order, then zeros."""

    def __init__(self, tape: bytes):
        self.tape = tape

    def bytes(self, count: int) -> bytes:
        piece, self.tape = self.tape[:count], self.tape[count:]
        return piece + bytes(count - len(piece))


@given(small_gammas, st.integers(2, 12), st.binary(max_size=60), st.data())
def test_arrays_are_randomized_as_one_by_one(gamma, options, tape, data):
    a, b = odds(gamma)
    total = a + (options - 1) * b
    width = 1 if total <= 32 else 2
    answers = data.draw(st.lists(st.integers(0, options - 1), max_size=20))
    reports = vectorized.randomize_array(answers, (a, b), options, Tape(tape))
    padded = tape + bytes(400)
    words = [int.from_bytes(padded[at : at + width], "little") for at in range(0, 400, width)]
    q = 256**width // total
    draws = iter([word // q for word in words if word < q * total])
    assert reports.tolist() == [
        randomize(answer, (a, b), options, draws.__next__) for answer in answers
    ]
