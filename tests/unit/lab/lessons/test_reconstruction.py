"""Reconstruction: the bound holds and is reached, the attacks find what the formula says."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from survey.errors import ParameterError
from survey.lab.experiments import reconstruction_attacks as attacks
from survey.lab.experiments import reconstruction_tables as proofs
from survey.lab.experiments.reconstructed_class import GAMMAS, attacked_class, exhaustive_rows
from survey.lab.experiments.reconstruction_attacks import decoys_answers, share_misled
from survey.lab.lessons.reconstruction import LESSON


def _class(people, queries_each, generator):
    bits = generator.integers(0, 2, people)
    return bits, attacks.random_subsets(people, queries_each * people, generator)


def _noisy(bits, subsets, bound, generator):
    return subsets @ bits + bound * generator.uniform(-1, 1, len(subsets))


@pytest.mark.parametrize("people", range(1, 9))
def test_whatever_fits_all_sums_is_within_four_times_the_noise(people):
    """A theorem, so that it must hold for every draw. These bounds are exact in binary."""
    generator = np.random.default_rng(people)
    for bound in (0.25, 0.5, 1.0, 1.5):
        for bits in attacks.all_bits(people)[generator.integers(0, 2**people, 6)]:
            exact = attacks.all_bits(people) @ bits
            for noise in (
                generator.uniform(-bound, bound, len(exact)),
                generator.choice([-bound, bound], len(exact)),
                np.full(len(exact), bound),
            ):
                assert attacks.farthest_consistent(bits, exact + noise, bound) <= 4 * bound


def test_the_worst_noise_for_every_pair_of_databases():
    """Halfway between two databases the bound is kept, and reached if as many ones come as go."""
    reached = 0
    for bits, other in itertools.product(attacks.all_bits(5), repeat=2):
        more, less = np.sum(other > bits), np.sum(other < bits)
        bound = max(more, less) / 2
        answers = attacks.halfway_answers(bits, other)
        assert np.abs(answers - attacks.all_bits(5) @ bits).max() == bound
        farthest = attacks.farthest_consistent(bits, answers, bound)
        assert more + less <= farthest <= 4 * bound
        reached += more == less > 0 and farthest == 4 * bound
    assert reached == 220  # C(5,1)·C(4,1)·2³ + C(5,2)·C(3,2)·2


def test_sums_that_miss_by_more_than_they_claim_fit_no_database():
    exact = attacks.all_bits(4) @ [1, 0, 1, 1]
    with pytest.raises(ParameterError):
        attacks.farthest_consistent(np.array([1, 0, 1, 1]), exact - 1, 0.5)
    generator = np.random.default_rng(1)
    bits, subsets = _class(40, 4, generator)
    with pytest.raises(ParameterError):
        attacks.by_linear_program(subsets, _noisy(bits, subsets, 20, generator), 0.1)


def test_the_table_of_all_sums_reaches_the_bound_with_the_worst_noise_only():
    for _, bound, random, worst in exhaustive_rows():
        assert worst == int(bound)
        assert random <= worst
    with pytest.raises(ParameterError):
        attacks.all_bits(11)


@pytest.mark.parametrize("people", [40, 80])
def test_exact_sums_give_every_bit(people):
    bits, subsets = _class(people, 2, np.random.default_rng(people))
    assert np.array_equal(attacks.by_linear_program(subsets, subsets @ bits, 0), bits)
    assert np.array_equal(attacks.by_least_squares(subsets, subsets @ bits), bits)


def test_the_linear_program_stops_working_at_the_square_root():
    """The mean of 20 classes of 40, whose standard error is below 0.02; the margins are 5 of it."""
    generator = np.random.default_rng(3)
    wrong = {}
    for noise in (0.1, 2.0):
        found = []
        for _ in range(20):
            bits, subsets = _class(40, 4, generator)
            bound = noise * math.sqrt(40)
            answers = _noisy(bits, subsets, bound, generator)
            found.append(
                attacks.share_wrong(bits, attacks.by_linear_program(subsets, answers, bound))
            )
        wrong[noise] = np.mean(found)
    assert wrong[0.1] < 0.01
    assert 0.25 < wrong[2.0] < 0.5


@pytest.mark.parametrize("people", [40, 120])
@pytest.mark.parametrize("queries_each", [2, 4])
def test_least_squares_is_wrong_as_often_as_the_formula_says(people, queries_each):
    """20 classes, within 5 standard errors of their mean, and 0.01 as the formula is for large n.

    The noise of the formula is a multiple of √n; that it holds for both n shows the threshold.
    """
    generator = np.random.default_rng(5)
    for noise in (0.25, 0.5, 1.0, 2.0):
        found = []
        for _ in range(20):
            bits, subsets = _class(people, queries_each, generator)
            answers = _noisy(bits, subsets, noise * math.sqrt(people), generator)
            found.append(attacks.share_wrong(bits, attacks.by_least_squares(subsets, answers)))
        expected = attacks.expected_share_wrong(noise, queries_each)
        assert abs(np.mean(found) - expected) < 5 * np.std(found) / math.sqrt(20) + 0.01
        # The formula with q in place of q − 1 does not hold.
        if (noise, queries_each) == (0.5, 2):
            assert attacks.expected_share_wrong(0.5, 3) < np.mean(found) - 0.04


def test_worked_numbers_of_the_formula():
    assert attacks.expected_share_wrong(0, 2) == 0
    # √9 / (4 · 3/4) = 1 standard deviation
    assert attacks.expected_share_wrong(0.75, 4) == pytest.approx(0.15865525)
    for noise, queries_each in ((-1, 4), (1, 1)):
        with pytest.raises(ParameterError):
            attacks.expected_share_wrong(noise, queries_each)


def test_subsets_that_tell_too_little_apart_are_refused():
    with pytest.raises(ParameterError):
        attacks.by_least_squares(np.zeros((8, 4), int), np.zeros(8))


@pytest.mark.parametrize("gamma", [0.1, 0.25, 0.4])
def test_from_reports_the_attack_gets_the_reports_and_no_more(gamma):
    """Wrong bits of 100 classes of 40: Bin(4000, 1/2−γ), within 5 standard deviations."""
    generator = np.random.default_rng(7)
    wrong = 0
    for _ in range(100):
        bits, subsets = _class(40, 4, generator)
        reports = np.where(generator.random(40) < 0.5 + gamma, bits, 1 - bits)
        sums = attacks.sums_of_reports(subsets, reports, gamma)
        assert np.array_equal(attacks.by_least_squares(subsets, sums), reports)
        wrong += np.sum(reports != bits)
    assert abs(wrong - 4000 * (0.5 - gamma)) < 5 * math.sqrt(4000 * (0.25 - gamma**2))


def test_the_page_reports_with_one_half_plus_gamma():
    """Each within five standard deviations of Bin(200, 1/2 − γ); the seed is fixed."""
    found = attacked_class(Fraction(0), 200, 4).from_reports
    for gamma, wrong in zip(map(float, GAMMAS), found, strict=True):
        assert abs(wrong - (0.5 - gamma)) < 5 * math.sqrt((0.25 - gamma**2) / 200)


def test_the_outcomes_at_the_ends_of_every_slider_are_drawn():
    ends = [(each.values[0], each.initial, each.values[-1]) for each in LESSON.settings[:2]]
    ends.append((2, 4))
    said = set()
    for noise, people, queries_each in itertools.product(*ends):
        outcome = LESSON.run(noise, people, queries_each)
        assert outcome.chart.description.endswith(outcome.says)
        said.add(outcome.says)
        for series in outcome.chart.series:
            assert all(0 <= x <= 2 and 0 <= y <= 0.6 for x, y in series.points)
    assert len(said) == 18


@pytest.mark.parametrize(
    ("noise", "queries_each", "expected"), [(2, 4, 0.354), (2, 100, 0.0157), (0.9, 4, 0.202)]
)
def test_fresh_noise_gives_in_to_more_sums(noise, queries_each, expected):
    """The figures that the lesson states, and least squares in 12 classes of 80.

    Within 5 standard errors of 960 bits, and 0.015, as the formula is for large n.
    """
    assert attacks.expected_share_wrong(noise, queries_each) == pytest.approx(expected, abs=5e-4)
    generator = np.random.default_rng(11)
    wrong = 0.0
    for _ in range(12):
        bits, subsets = _class(80, queries_each, generator)
        answers = _noisy(bits, subsets, noise * math.sqrt(80), generator)
        wrong += attacks.share_wrong(bits, attacks.by_least_squares(subsets, answers)) / 12
    error = math.sqrt(expected * (1 - expected) / 960)
    assert abs(wrong - expected) < 5 * error + 0.015


@pytest.mark.parametrize("noise", [Fraction(1, 8), Fraction(1, 4), Fraction(1, 2), Fraction(2)])
@pytest.mark.parametrize("queries_each", [4, 60])
def test_chosen_noise_misleads_however_many_the_sums(noise, queries_each):
    """min(1/2, 4c²) of the bits, whatever q; each answer keeps its bound."""
    generator = np.random.default_rng(13)
    wrong = 0.0
    for _ in range(8):
        bits, subsets = _class(120, queries_each, generator)
        answers = decoys_answers(subsets, bits, noise, generator)
        assert np.abs(answers - subsets @ bits).max() <= float(noise) * math.sqrt(120) + 1e-9
        wrong += attacks.share_wrong(bits, attacks.by_least_squares(subsets, answers)) / 8
    assert wrong == pytest.approx(float(share_misled(noise)), abs=0.025)


def test_the_lesson_says_which_noise_the_square_root_is_for():
    assert "at ±2√n least squares gets 35% of the bits wrong with 4 sums a person" in LESSON.failure
    assert "and 1.6% with 100" in LESSON.failure
    assert "The line that matters" not in LESSON.failure
    outcome = LESSON.outcome(LESSON.initial | {"noise": Fraction(2)})
    assert outcome.tables[1].rows == (
        (4, "35.4%", "50%"), (10, "25.8%", "50%"), (30, "12.2%", "50%"), (100, "1.6%", "50%"),
    )  # fmt: skip


def test_exact_sums_are_called_so():
    outcome = LESSON.outcome(LESSON.initial | {"noise": Fraction(0)})
    assert "120 people, all exact. Bits wrong: by the linear program none" in outcome.says
    assert outcome.tables[0].rows[0] == ("the bits, exactly", "none", "none", "none")


def test_little_noise_is_found_out_and_much_is_not():
    def wrong(noise):
        chart = LESSON.outcome({"noise": noise, "people": 120, "queries_each": 4}).chart
        return {each.label: each.points for each in chart.series}

    assert wrong(Fraction(0))["noise against it"][0] == (0.0, 0.0)
    for label, low in (("fresh noise, 4 sums", 0.3), ("noise against it", 0.49)):
        assert wrong(Fraction(2))[label][-1][1] > low
    assert wrong(Fraction(2))["fresh noise, 100 sums"][-1][1] < 0.02
    line = dict(wrong(Fraction(1))["fresh noise, 4 sums"])
    assert list(line.values()) == sorted(line.values())
    assert line[1.0] == pytest.approx(attacks.expected_share_wrong(1, 4), abs=0.05)
    assert LESSON.run(Fraction(0), 120, 4).tables[0].rows[0][-1] == "none"
    assert float(LESSON.run(Fraction(2), 120, 4).tables[0].rows[0][-1].rstrip("%")) > 25


def test_the_bits_that_come_back_are_those_of_least_squares():
    for noise, seed in ((Fraction(1, 4), 1), (Fraction(2), 5)):
        found = attacked_class(noise, 120, 4, seed)
        assert len(found.guesses) == len(found.wrong) == 120
        assert sum(found.wrong) / 120 == found.by_squares
    assert not any(attacked_class(Fraction(0), 120, 4).wrong)


def test_bits_come_back_as_sums_come_in():
    outcome = LESSON.outcome(LESSON.initial | {"noise": Fraction(0)})
    assert [len(crowd.filled) for crowd in outcome.crowds] == [120, 120, 120, 8]
    wrong = [sum(crowd.crossed) for crowd in outcome.crowds]
    assert wrong[0] > 10
    assert wrong[1] == wrong[2] == 0


def test_the_two_databases_of_the_proof_fit_the_same_answers():
    """Halfway between both, every one of the 256 answers is within α = 1 of either."""
    truth, other = (np.array(each, dtype=int) for each in (proofs.TRUTH, proofs.OTHER))
    answers = attacks.halfway_answers(truth, other)
    for each in (truth, other):
        assert np.abs(attacks.all_bits(8) @ each - answers).max() == 1
    assert sum(proofs.proof_crowd().crossed) == attacks.farthest_consistent(truth, answers, 1) == 4
    assert [row[1:] for row in proofs.proof_table().rows] == [
        (2, 0, "1", "2 ≤ 2α"), (0, 2, "1", "2 ≤ 2α"),
    ]  # fmt: skip


def test_a_random_sum_notices_wrong_bits_as_often_as_the_lemma_says():
    """By enumeration of all subsets of the places, and never below 3/32."""
    for lost, gained in itertools.product(range(6), repeat=2):
        if lost + gained:
            subsets = itertools.product((0, 1), repeat=lost + gained)
            apart = [sum(each[:lost]) - sum(each[lost:]) for each in subsets]
            seen = sum(abs(x) >= math.sqrt(lost + gained) / 4 for x in apart)
            assert proofs.noticed(lost, gained) == Fraction(seen, len(apart))
    least = min(proofs.noticed(d - g, g) for d in range(1, 120) for g in range(d + 1))
    assert least >= proofs.LEAST
    # Of 2ⁿ guesses (2(1 − 3/32)^q)ⁿ survive qn random sums: eight sums a person suffice.
    assert 2 * (1 - proofs.LEAST) ** 8 < 1 < 2 * (1 - proofs.LEAST) ** 7
    with pytest.raises(ParameterError):
        proofs.noticed(0, 0)
