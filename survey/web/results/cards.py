"""One question's result, with everything that a page shows of it."""

from dataclasses import dataclass

from survey.core.estimation.means import NumberMean
from survey.core.estimation.results import Estimated, QuestionResult, Share
from survey.core.estimation.scale import contradicts_the_scale, fills_the_scale, possible, told_name
from survey.core.estimation.shares import Estimate
from survey.core.intervals.registry import ANNOUNCED, INTERVALS, WHILE_OPEN
from survey.core.mechanism.privacy import posterior
from survey.text import caveats, one_question, summaries
from survey.text.interval_words import INTERVAL_WORDS
from survey.web.charts.band import Band, band_of
from survey.web.charts.band_size import CARD, ROW, Size
from survey.web.i18n.page_translator import PAGE_TRANSLATOR

WORDY = 24  # characters; a longer option breaks into many lines unless its column is wide


@dataclass(frozen=True)
class Revelation:
    """What someone who believed `prior` beforehand believes after one report."""

    prior: float
    after_yes: float
    after_no: float


@dataclass(frozen=True)
class OptionRow:
    """One option beside its band; `figure` and `ends` are "" where nothing is known of it."""

    name: str
    option: str
    figure: str
    ends: str
    band: Band


@dataclass(frozen=True)
class Card:
    """A question's result; `told` names the interval that a reader is told.

    Once `closed`, no more responses can come.
    """

    result: QuestionResult
    told: str
    closed: bool = False

    first = ANNOUNCED

    @property
    def yes_no(self) -> bool:
        return self.result.question.yes_no

    @property
    def respondents(self) -> int:
        return self.result.statements[0].respondents

    @property
    def confidence(self) -> float:
        return self.result.statements[0].confidence

    @property
    def estimate(self) -> Estimate:
        """The share of yes of a yes/no question."""
        return self.result.estimate

    @property
    def main(self) -> Estimated | None:
        """What the one large figure says: the mean, or the share of yes; None for options."""
        if self.result.mean is not None:
            return self.result.mean
        return self.result.estimate if self.yes_no else None

    @property
    def figure(self) -> str:
        """The one large figure; "" where nothing is known, and where there are several."""
        return "" if self.main is None else self.figure_of(self.main)

    @property
    def too_few(self) -> str:
        """What stands in the figure's place where nothing is known of any estimate; else ""."""
        if not all(map(self.nothing_known, self._shown)):
            return ""
        return self.too_few_of(self._shown[0])

    def band(self, size: Size = CARD) -> Band | None:
        """The band of the large figure."""
        return None if self.main is None else self.band_of(self.main, size)

    def rows(self, size: Size = ROW) -> list[OptionRow]:
        """A band for each option; none for a yes/no question, or a mean."""
        return self.ratings(size) if self.main is None else []

    def ratings(self, size: Size = ROW) -> list[OptionRow]:
        """A band for each option, and for each rating of a question that has a mean, too."""
        return [] if self.yes_no else [self._row(share, size) for share in self.result.shares]

    @property
    def intervals(self) -> list[tuple[str, str, str]]:
        """(name, ends, the question it answers) of each interval of the mean or share of yes."""
        estimated = self.result.mean or self.result.estimate
        names = [name for name in self._names if self._known(estimated, name)]
        return [(name, self._ends(estimated, name), self._question_of(name)) for name in names]

    def ends(self, share: Share, name: str) -> str:
        """The ends of an interval of one option's share."""
        return self._ends(share.estimate, name)

    @property
    def wordy(self) -> bool:
        """Whether an option's text needs a wide column."""
        return any(len(share.option) > WORDY for share in self.result.shares)

    @property
    def read_aloud(self) -> str:
        return summaries.read_aloud(self.result, self.told, PAGE_TRANSLATOR)

    @property
    def beyond_the_whole(self) -> str:
        """That the options' figures sum to more than 100%, where they exclude each other."""
        exclusive = [share.estimate for share in self.result.shares if share.projected is not None]
        return caveats.beyond_the_whole(list(filter(self.figure_of, exclusive)), PAGE_TRANSLATOR)

    @property
    def of_whom(self) -> str:
        return one_question.of_whom(self.result, PAGE_TRANSLATOR)

    @property
    def spoken_of(self) -> int:
        """How many respondents the large figure speaks of."""
        told = self.told_of(self.main) if self.main else self.told
        return (told != WHILE_OPEN and self.result.estimate.drawn_from) or self.respondents

    @property
    def warnings(self) -> list[str]:
        return caveats.warnings(self.result, PAGE_TRANSLATOR)

    @property
    def false_reports(self) -> str:
        return caveats.false_reports(self.result, PAGE_TRANSLATOR)

    @property
    def revelation(self) -> Revelation | None:
        """What one report reveals; None unless it is a yes/no question."""
        if not self.yes_no:
            return None
        estimate = self.estimate.estimate
        # Someone who is certain learns nothing, so even odds are shown instead.
        prior = estimate if estimate is not None and 0 < estimate < 1 else 0.5
        gamma = self.estimate.gamma
        return Revelation(prior, posterior(prior, 1, gamma), posterior(prior, 0, gamma))

    def told_of(self, estimated: Estimated) -> str:
        """The name of the interval that is told of this share or mean."""
        return told_name(estimated, self.told)

    def nothing_known(self, estimated: Estimated) -> bool:
        """Whether the interval that is told of it fills its scale."""
        return fills_the_scale(estimated, self.told_of(estimated))

    def too_few_of(self, estimated: Estimated) -> str:
        """ "Too few yet: about 40 more", in the place of its figure."""
        told = self.told_of(estimated)
        return summaries.too_few_in_words(estimated, told, PAGE_TRANSLATOR, self.closed)

    def band_of(self, estimated: Estimated, size: Size) -> Band:
        told = self.told_of(estimated)
        return band_of(estimated, told, size, PAGE_TRANSLATOR, self.closed)

    def figure_of(self, estimated: Estimated) -> str:
        """The estimate, moved to the end of its scale if it is beyond; a sentence says so.

        "" where nothing is known of it, and where no class could have sent its reports.
        """
        if self.nothing_known(estimated) or self.contradicted(estimated):
            return ""
        assert estimated.estimate is not None  # somebody responded
        least, most = possible(estimated)
        drawn = min(max(estimated.estimate, least), most)
        if isinstance(estimated, Estimate):
            return PAGE_TRANSLATOR.percent(drawn)
        return PAGE_TRANSLATOR.number(drawn)

    def contradicted(self, estimated: Estimated) -> bool:
        """Whether no class could plausibly have sent these reports."""
        return contradicts_the_scale(estimated, self.told_of(estimated))

    @property
    def _shown(self) -> list[Estimated]:
        """What the card's front shows: the large figure, or the options' shares."""
        if self.main is not None:
            return [self.main]
        return [share.estimate for share in self.result.shares]

    def _row(self, share: Share, size: Size) -> OptionRow:
        estimate, figure = share.estimate, self.figure_of(share.estimate)
        ends = summaries.possible_ends_in_words(estimate, PAGE_TRANSLATOR, name=self.told)
        band = self.band_of(estimate, size)
        return OptionRow(share.name, share.option, figure or "–", ends if figure else "", band)

    @property
    def _names(self) -> list[str]:
        """The names of all intervals, the announced one and the told one first."""
        return sorted(INTERVALS, key=lambda name: (name != ANNOUNCED, name != self.told))

    def _ends(self, estimated: Estimated, name: str) -> str:
        return summaries.ends_in_words(estimated, name, PAGE_TRANSLATOR)

    def _question_of(self, name: str) -> str:
        words = INTERVAL_WORDS[name]
        of_number = isinstance(self.result.mean, NumberMean)
        return (of_number and words.of_numbers) or words.sentence

    def _known(self, estimated: Estimated, name: str) -> bool:
        """Whether to list an interval: of a share even if empty, of a mean only if it exists."""
        return isinstance(estimated, Estimate) or estimated.interval(name) is not None
