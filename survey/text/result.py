"""One quantity in words: figure, ends, sentences, and the reasons for having none.

Pages, slides, cards, handout and terminal read it, so that a result has the same words everywhere.
"""

import math
from dataclasses import dataclass
from functools import cached_property

from survey.core.estimates.quantity import Quantity
from survey.core.intervals.counts import Interval, covers, misses
from survey.core.intervals.registry import ANNOUNCED
from survey.text.figures import rounded
from survey.text.interval_words import INTERVAL_WORDS
from survey.text.translator import ENGLISH, Translator

# A float's own error is below this: an end that misses a whole number by less is that number.
ROUNDING = 1e-9


def whole_ends(ends: Interval, count: int) -> tuple[int, int]:
    """The least and the most of `count` respondents whose share lies within the ends, 0..count."""
    least, most = math.ceil(ends[0] * count - ROUNDING), math.floor(ends[1] * count + ROUNDING)
    return max(least, 0), min(most, count)


@dataclass(frozen=True)
class ResultText:
    """A quantity in the words of one language; once `closed`, no more responses can come.

    Only `figure` is clipped, and then `off_the_scale` is true.
    """

    quantity: Quantity
    translator: Translator = ENGLISH
    closed: bool = False

    @cached_property
    def figure(self) -> str:
        """The estimate, moved to the end of its scale if it is beyond.

        It is "" if nothing is known of the quantity, or if no class could have sent its reports.
        """
        quantity = self.quantity
        if quantity.nothing_known or quantity.contradicted:
            return ""
        assert quantity.estimate is not None  # somebody responded
        return self.written(quantity.scale.nearest(quantity.estimate))

    @cached_property
    def estimate(self) -> str:
        """The estimate, not clipped."""
        return self.written(self.quantity.estimate)

    @property
    def exact_estimate(self) -> str:
        """The estimate for tables: a share with one decimal."""
        return self.written(self.quantity.estimate, digits=1)

    @property
    def received(self) -> str:
        """The share or mean of the reports, not debiased, for tables."""
        return self.written(self.quantity.received, digits=1)

    @property
    def off_the_scale(self) -> bool:
        """Whether the estimate, as it is written, lies beyond the scale."""
        scale, estimate = self.quantity.scale, self.quantity.estimate or 0
        as_written = rounded(100 * estimate, 0) / 100 if scale.share else estimate
        return not scale.low <= as_written <= scale.high

    @property
    def caption(self) -> str:
        """The caption of the figure: "of the 300 who answered", or "on average · 300 responses"."""
        count, say = self.quantity.speaks_of, self.translator
        if self.quantity.scale.share:
            return say.gettext("of the %(count)s who answered", count=say.whole(count))
        return say.ngettext(
            "on average · %(shown)s response",
            "on average · %(shown)s responses",
            count,
            shown=say.whole(count),
        )

    @cached_property
    def ends(self) -> str:
        """The range in the unit of the figure, for all places but sentences: "16% to 44%"."""
        return self._possible(self.quantity.ends)

    @cached_property
    def announced(self) -> str:
        """Hoeffding's interval by its possible ends."""
        return self._possible(self.quantity.interval(ANNOUNCED))

    @property
    def spoken(self) -> str:
        """The range within a sentence that names the respondents, where shares are in persons."""
        ends = self.quantity.ends
        return self.in_persons(ends) if self.quantity.scale.share else self._between(ends)

    @property
    def persons(self) -> str:
        """The number of respondents that the figure stands for: a half is rounded up, as in it."""
        scale, estimate = self.quantity.scale, self.quantity.estimate
        assert estimate is not None  # somebody responded
        return self.translator.decimal(scale.nearest(estimate) * self.quantity.speaks_of, 0)

    @property
    def when(self) -> str:
        """The circumstances in which the told interval is right: "however often you look"."""
        return self.translator.gettext(INTERVAL_WORDS[self.quantity.told].spoken)

    @property
    def surely(self) -> str:
        """The end of a sentence: the told interval's confidence, and when it is right."""
        return self.translator.gettext(
            ", %(when)s (%(confidence)s)", when=self.when, confidence=self.confidence
        )

    @property
    def confidence(self) -> str:
        return self.translator.exact_percent(self.quantity.confidence)

    @cached_property
    def too_few(self) -> str:
        """ "Too few yet: about 40 more" if nothing is known; otherwise "".

        The 40 would make the told interval narrower than the whole scale. Once `closed`, no more
        can come, and the sentence names none.
        """
        if not self.quantity.nothing_known:
            return ""
        say = self.translator
        more = None if self.closed else self.quantity.more_responses
        if more is None:
            return say.gettext("Too few to say anything")
        if not more:
            return say.gettext("Too few yet")
        return say.gettext("Too few yet: about %(more)s more", more=say.about(more))

    @property
    def contradiction(self) -> str:
        """The sentence that no class could plausibly have sent these reports."""
        say, count = self.translator, self.quantity.respondents
        return say.ngettext(
            "No class of %(count)s respondent could plausibly have sent this: either a chance of "
            "less than %(chance)s happened, or some reports are false.",
            "No class of %(count)s respondents could plausibly have sent this: either a chance of "
            "less than %(chance)s happened, or some reports are false.",
            count,
            count=say.whole(count),
            chance=self.translator.exact_percent(1 - self.quantity.accusing),
        )

    @property
    def in_short(self) -> str:
        """The quantity in a sentence, for people who do not see its band."""
        if self.too_few:
            return self.too_few
        say = self.translator
        if self.quantity.contradicted:
            return say.gettext("No class could plausibly have sent these reports")
        return say.gettext(
            "Estimate %(estimate)s, %(range)s; Hoeffding %(announced)s",
            estimate=self.estimate,
            range=self.ends,
            announced=self.announced,
        )

    @property
    def values(self) -> dict[str, str]:
        """The values that sentences on this quantity fill in; shares are in persons."""
        return {
            "estimate": self.estimate,
            "share": self.persons if self.quantity.scale.share else "",
            "count": self.translator.whole(self.quantity.speaks_of),
            "range": self.spoken,
        }

    def _possible(self, ends: Interval | None) -> str:
        """An interval by its possible ends: "16% to 44%", "at most 44%", "at least 81%".

        Leaves out an end that no class can have, rather than moving it, so that nothing is
        clipped silently. Says both ends if the interval holds everything that is possible, or
        nothing. "–" where there is no interval.
        """
        scale = self.quantity.scale.ends
        if ends is None:
            return "–"
        if covers(ends, scale):
            low, high = map(self.scale_end, scale)
            return self.translator.gettext("%(first)s to %(last)s", first=low, last=high)
        return self._bounded(ends, *self.written_ends(ends))

    def _between(self, ends: Interval | None) -> str:
        """An interval's ends within a sentence: "between 1.4 and 3.1"."""
        if ends is None:
            return "–"
        return self._bounded(ends, *self.written_ends(ends), spoken=True)

    def in_persons(self, ends: Interval | None, of: int | None = None) -> str:
        """The ends of a share as numbers of persons, which loses nothing: "between 6 and 27".

        Only for sentences that say of how many, since the figure is in per cent. The persons are
        the quantity's respondents, unless `of` gives their number. They are whole, so each end
        moves inwards to the next one. Where no whole number lies between, or there is no interval,
        it is said in per cent.
        """
        if ends is None:
            return "–"
        count, say = of or self.quantity.speaks_of, self.translator
        least, most = whole_ends(ends, count)
        if least > most:
            return self._between(ends)
        return self._bounded(ends, say.whole(least), say.whole(most), spoken=True)

    def exact_ends(self, name: str) -> str:
        """The ends of an interval for tables, not clipped, or the reason for having none."""
        quantity, say = self.quantity, self.translator
        if ends := quantity.interval(name):
            first, last = self.written_ends(ends, digits=1)
            return say.gettext("%(first)s to %(last)s", first=first, last=last)
        if not quantity.respondents:
            return "–"
        if not quantity.statistic.has(name):
            return say.gettext("none known")
        return say.gettext(
            "no class could plausibly have sent this: chance below %(chance)s, or false reports",
            chance=self._alpha,
        )

    def written_ends(self, ends: Interval, digits: int = 0) -> tuple[str, str]:
        """The ends of an interval, rounded outwards, in the digits of `written`."""
        if self.quantity.scale.share:
            return self.translator.percent_ends(*ends, digits)
        return self.translator.mean_ends(*ends, self.quantity.scale.length)

    def written(self, value: float | None, digits: int = 0) -> str:
        """A value of this scale: a percentage with `digits` decimals, or a mean in its digits."""
        if self.quantity.scale.share:
            return self.translator.percent(value, digits)
        return self.translator.mean(value, self.quantity.scale.length)

    def scale_end(self, end: float) -> str:
        """An end of the scale with all its digits: "0%"."""
        if self.quantity.scale.share:
            return self.translator.percent(end)
        return self.translator.plain(end)

    @property
    def _alpha(self) -> str:
        return self.translator.exact_percent(1 - self.quantity.confidence)

    def _bounded(self, ends: Interval, low: str, high: str, spoken: bool = False) -> str:
        """The ends in words, without an end beyond the scale: "at most 23"."""
        scale, say = self.quantity.scale.ends, self.translator
        if not misses(ends, scale) and not covers(ends, scale):
            if ends[0] <= scale[0]:
                return say.gettext("at most %(high)s", high=high)
            if ends[1] >= scale[1]:
                return say.gettext("at least %(low)s", low=low)
        if spoken:
            return say.gettext("between %(low)s and %(high)s", low=low, high=high)
        return say.gettext("%(first)s to %(last)s", first=low, last=high)
