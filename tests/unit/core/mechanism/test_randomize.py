from fractions import Fraction

import pytest
from known_answers import cases

from survey.core.mechanism import privacy
from survey.core.mechanism.randomize import (
    WORDS,
    randomize,
    round_to_bit,
    system_word,
    uniform_below,
)

ODDS = [(3, 1), (5, 1), (3, 2), (9, 1), (51, 49), (623, 377)]


@pytest.mark.parametrize(
    "case", cases("randomized_response"), ids=lambda case: f"γ={case['gamma']} k={case['options']}"
)
def test_vector_gives_the_known_reports_and_uses_the_known_number_of_words(case):
    tape = iter(case["words"])
    used = []

    def next_word():
        used.append(next(tape))
        return used[-1]

    reports = [
        randomize(answer, tuple(case["odds"]), case["options"], next_word)
        for answer in case["truth"]
    ]
    assert reports == case["reports"]
    assert len(used) == case["words_used"]


def test_vectors_cover_at_least_two_hundred_draws():
    assert sum(len(case["truth"]) for case in cases("randomized_response")) >= 200


@pytest.mark.parametrize("bound", [3, 4, 6, 1000, 20_000])
def test_words_at_the_rejection_boundary(bound):
    limit = WORDS - WORDS % bound
    assert uniform_below(bound, iter([limit - 1]).__next__) == bound - 1
    if limit < WORDS:
        assert uniform_below(bound, iter([limit, WORDS - 1, 2]).__next__) == 2


@pytest.mark.parametrize("options", [2, 3, 5, 11])
@pytest.mark.parametrize("odds", ODDS)
def test_channel_is_exact(odds, options):
    """Every residue once gives every row of the channel, in exact fractions."""
    a, b = odds
    total = a + (options - 1) * b
    rows = []
    for answer in range(options):
        counts = [0] * options
        for r in range(total):
            counts[randomize(answer, odds, options, lambda r=r: r)] += 1
        rows.append([Fraction(count, total) for count in counts])
    assert rows == privacy.channel(odds, options)
    assert all(sum(row) == 1 for row in rows)
    ratios = [max(column) / min(column) for column in zip(*rows, strict=True)]
    assert set(ratios) == {Fraction(a, b)}


def biased_cells(draw) -> tuple[int, int]:
    """Over all 16-bit words: cells (num, den) checked, and those where P(r < num) != num/den."""
    words = 2**16
    checked = biased = 0
    for den in range(2, 65):
        seen = [0] * den
        for word in range(words):
            tape = iter([word])
            try:
                seen[draw(den, tape.__next__, words)] += 1
            except StopIteration:
                continue  # the word was skipped
        for num in range(den + 1):
            checked += 1
            biased += sum(seen[:num]) * den != num * sum(seen)
    return checked, biased


def test_sampler_is_exact_in_every_cell_over_all_16_bit_words():
    """This is proof: no statistical test could see the bias of a missing rejection."""
    assert biased_cells(uniform_below) == (2142, 0)


@pytest.mark.exhaustive
def test_without_rejection_the_same_proof_finds_the_bias():
    assert biased_cells(lambda bound, next_word, words: next_word() % bound) == (2142, 1896)


def test_system_words_fill_all_32_bits():
    """Each of 32 bits is set and clear in 256 words; false alarm 64 · 2⁻²⁵⁶."""
    words = [system_word() for _ in range(256)]
    assert all(0 <= word < WORDS for word in words)
    for bit in range(32):
        assert {word >> bit & 1 for word in words} == {0, 1}


@pytest.mark.parametrize("answer", [None, -1, 2, 0.5, 1.0, "1", True, float("nan"), [1]])
@pytest.mark.parametrize(
    "use",
    [
        lambda answer: randomize(answer, (3, 1), 2, lambda: 3),
        lambda answer: round_to_bit(answer, 0, 1, lambda: 0),
    ],
    ids=["randomize", "round_to_bit"],
)
def test_what_is_no_answer_in_range_is_never_reported(use, answer):
    """A field that was cleared read as null, which is less than 1: a flipped coin made it a yes."""
    with pytest.raises(ValueError, match=r"whole number in 0\.\.1\.$"):
        use(answer)
