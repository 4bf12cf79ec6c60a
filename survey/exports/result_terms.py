"""The terms of a survey's results: the settings that every file of results follows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from survey.core.instrument.instrument import Instrument
from survey.core.intervals.registry import ANNOUNCED, INTERVALS, ONCE_CLOSED, ONLY_TOLD
from survey.core.responses.tally import Tally
from survey.core.results.results import DEFAULT_CONFIDENCE, QuestionResult, question_results
from survey.text.glossary import DEFINITIONS


@dataclass(frozen=True)
class ResultTerms:
    """How results are shown: by which `definitions` and interval, and whether they are final.

    With `simultaneous` all intervals hold together with this `confidence`. `limits` are the limits
    fixed before the first response, as the statement names them: the `cap`, and `figures` if nobody
    saw one before the survey was closed.
    """

    confidence: float = DEFAULT_CONFIDENCE
    simultaneous: bool = False
    definitions: Mapping[str, str] = field(default_factory=lambda: DEFINITIONS)
    told: str = ANNOUNCED
    closed: bool = False
    limits: Mapping[str, Any] = field(default_factory=dict)

    @property
    def cap(self) -> int | None:
        return self.limits.get("cap")

    @property
    def intervals(self) -> list[str]:
        """The intervals that the definitions define; ONLY_TOLD only if figures wait for closing."""
        shown = [each for each in INTERVALS if each not in ONLY_TOLD or self.told == ONCE_CLOSED]
        return [each for each in shown if each in self.definitions]

    def results(self, instrument: Instrument, tally: Tally) -> list[QuestionResult]:
        """The quantities of every question by these terms."""
        settings = self.confidence, self.simultaneous, self.told, self.cap
        return question_results(instrument, tally, *settings)


DEFAULT_TERMS = ResultTerms()
