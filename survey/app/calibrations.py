"""Calibrates the intervals of a capped survey before anybody looks, which takes seconds, once.

So nobody waits for it while a survey runs; later processes read the stored calibration.
"""

from collections import Counter
from itertools import product

from survey.core.intervals.calibration import known_of
from survey.core.responses.tally import tally_from
from survey.core.results.results import CONFIDENCES, question_results
from survey.store import Store, Survey
from survey.text.question_text import QuestionText

# Everything that a page can be asked for: each confidence, each interval alone or all together.
SETTINGS = tuple(product(CONFIDENCES, (False, True)))


def calibrate_next(store: Store, done: Counter[tuple[str, int | None]]) -> None:
    """Calibrates one setting of one survey; after its last setting it stores them all.

    `done` counts the finished settings of each survey and its cap.
    """
    for code in store.surveys.uncalibrated()[:1]:
        survey = store.surveys.get(code)
        _calibrate(survey, *SETTINGS[done[code, survey.cap]])
        done[code, survey.cap] += 1
        if done[code, survey.cap] == len(SETTINGS):
            del done[code, survey.cap]
            store.surveys.keep_calibrations(code, known_of(survey.cap or 0))


def _calibrate(survey: Survey, confidence: float, together: bool) -> list[str]:
    """Computes each sentence of a page for a full class, equally many reports per option."""
    instrument, cap = survey.instrument, survey.cap or 0
    counts = [
        [cap // item.options + (place < cap % item.options) for place in range(item.options)]
        for item in instrument.items
    ]
    counted = tally_from(instrument, counts)
    told = question_results(instrument, counted, confidence, together, survey.told, survey.cap)
    return [QuestionText(result).sentence for result in told]
