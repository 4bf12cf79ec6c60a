"""Whoever closes a survey on sight of what is told is wrong as seldom as was promised."""

import random
import re
from collections import Counter

import pytest
from grids import usually
from scipy.stats import binom

from survey.core.instrument.parsing import validate
from survey.core.mechanism.randomize import randomize
from survey.core.responses.response import Response
from survey.core.results.results import question_results
from survey.store import State, Survey
from survey.text.question_text import QuestionText

CAP, CONFIDENCE, FALSE_ALARM = 24, 0.95, 1e-6
INSTRUMENT = validate(
    {
        "title": "Closed on sight",
        "class_size": CAP,
        "questions": [
            {"kind": "yes/no", "text": "Did you?", "gamma": "1/4"},
            {"kind": "choice", "text": "Whose?", "options": ["a", "b", "c"], "gamma": "2/5"},
        ],
    }
)
NAMED = re.compile(r"“(.)”")


def wrong(sentence: str, answers: list[tuple[int, int]], question: int) -> bool:
    """Whether the sentence says something else of those who answered than was so."""
    if "still possible" in sentence:
        return False
    if question == 0:
        persons = [sum(yes for yes, _ in answers)]
    else:
        counts = Counter("abc"[own] for _, own in answers)
        persons = [counts[name] for name in NAMED.findall(sentence)]
        if "No other option is more frequent" in sentence and max(counts.values()) > max(persons):
            return True
    low, high = persons_said(sentence, len(answers))
    return any(not low <= each <= high for each in persons)


def persons_said(sentence: str, respondents: int) -> tuple[int, int]:
    """The range in persons; an empty one where it is in per cent: no whole number lies between."""
    if found := re.search(r"between (\d+) and (\d+)\b(?!%)", sentence):
        return int(found[1]), int(found[2])
    if found := re.search(r"at most (\d+)\b(?!%)", sentence):
        return 0, int(found[1])
    if found := re.search(r"at least (\d+)\b(?!%)", sentence):
        return int(found[1]), respondents
    return 1, 0


def said(tally, told: str, cap: int | None) -> list[str]:
    results = question_results(INSTRUMENT, tally, CONFIDENCE, told=told, cap=cap)
    return [QuestionText(result).sentence for result in results]


@pytest.fixture
def misled(store, request):
    """How many of so many surveys told something wrong at some look, by interval and question.

    After each response somebody looks, and closes as soon as what is told is wrong: nothing
    greedier can be done. A survey that is right throughout closes by itself at its cap.
    """

    def misled(surveys: int) -> Counter:
        dice, found = random.Random(20261125), Counter()
        for number in range(surveys):
            code = f"s{number:05d}"
            store.surveys.add(Survey(code, INSTRUMENT, State.OPEN, cap=CAP))
            caught, answers = set(), []
            for respondent in range(CAP):
                answers.append((int(dice.random() < 0.3), dice.randrange(3)))
                reports = tuple(
                    randomize(answer, item.odds, item.options, lambda: dice.getrandbits(32))
                    for answer, item in zip(answers[-1], INSTRUMENT.items, strict=True)
                )
                id_ = f"{respondent:032x}"
                store.responses.add(code, Response(INSTRUMENT.digest, id_, reports))
                told, tally = store.surveys.get(code).told, store.responses.tally(code)
                for name, cap in ((told, CAP), ("anytime", None), ("class", None)):
                    for question, sentence in enumerate(said(tally, name, cap)):
                        if wrong(sentence, answers, question):
                            caught.add((name, question))
            assert store.surveys.get(code).state is State.CLOSED
            found.update(caught)
        return found

    return misled


@pytest.mark.parametrize("surveys", usually([60], [60, 2_000]))
def test_it_is_seldom_wrong(misled, surveys):
    found = misled(surveys)
    print({key: f"{count} of {surveys}" for key, count in sorted(found.items())})
    most = binom.isf(FALSE_ALARM, surveys, 1 - CONFIDENCE)
    for told in ("horizon", "anytime"):
        for question in range(2):
            assert found[told, question] <= most
    if surveys > 1_000:  # the control: the interval for a class that nobody watched
        assert found["class", 0] > most
