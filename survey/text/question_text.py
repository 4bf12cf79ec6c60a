"""The result of one question in words: its headline or rows, a sentence, and doubts."""

from dataclasses import dataclass, replace
from functools import cached_property

from survey.core.estimates.quantity import Quantity
from survey.core.estimates.shares import no_other_is_more_frequent
from survey.core.results.results import QuestionResult
from survey.text.result import ResultText
from survey.text.translator import ENGLISH, Translator


@dataclass(frozen=True)
class QuestionText:
    """The words for a question's result in one language; `closed` as in ResultText.

    With `surely` a sentence ends with its confidence and when it is right.
    """

    result: QuestionResult
    translator: Translator = ENGLISH
    closed: bool = False
    surely: bool = True

    @cached_property
    def headline(self) -> ResultText | None:
        """The text of the headline quantity, if there is one."""
        headline = self.result.headline
        return None if headline is None else self._text(headline)

    @cached_property
    def rows(self) -> tuple[ResultText, ...]:
        """The text of each option or rating."""
        return tuple(map(self._text, self.result.rows))

    @property
    def shown(self) -> tuple[ResultText, ...]:
        """The texts that a page shows at first: the headline, or all rows."""
        return self.rows if self.headline is None else (self.headline,)

    @property
    def largest(self) -> ResultText:
        """The headline, or the option in the lead; of several, the first."""
        return self.headline or self.leading[0]

    @cached_property
    def leading(self) -> tuple[ResultText, ...]:
        """The option in the lead, or all that share it; without one, the first option."""
        return tuple(each for each in self.rows if each.quantity.leads) or self.rows[:1]

    @property
    def names_of_largest(self) -> list[str]:
        """The texts of all options that share the lead; none with a headline."""
        return [] if self.headline else [each.quantity.of for each in self.leading]

    @property
    def largest_range(self) -> str:
        """The range of `largest` with those it is of: "between 87 and 159 of the 200 who answered".

        It is "" if it holds all that is possible, or if no class could have sent the reports.
        """
        text, share = self.largest, self.largest.quantity.scale.share
        if text.quantity.nothing_known or text.quantity.contradicted:
            return ""
        return f"{text.spoken} {text.caption}" if share else text.spoken

    @property
    def figure(self) -> str:
        """The one large figure; "" if nothing is known, or if there are several."""
        return self.headline.figure if self.headline else ""

    @cached_property
    def too_few(self) -> str:
        """The words in the figures' place if nothing is known of any; otherwise ""."""
        return self.shown[0].too_few if all(each.too_few for each in self.shown) else ""

    @property
    def sentence(self) -> str:
        """The result in a sentence that a class can read aloud, by the interval that is told."""
        say = self.translator
        if not self.result.respondents:
            return say.gettext("Nobody has responded yet.")
        if self.headline is not None:
            return self._of_headline(self.headline)
        if self.too_few:
            return self._anything(self.shown[0].quantity)
        return self._of_largest()

    @property
    def of_whom(self) -> str:
        """Whom each interval is about, if each respondent was asked one question; otherwise ""."""
        asked, everyone, say = self.result.respondents, self.result.drawn_from, self.translator
        if not everyone or not asked:
            return ""
        return say.gettext(
            "%(asked)s of the %(all)s respondents were asked this, drawn by chance: the anytime "
            "interval is about those, every other one about all %(all)s.",
            asked=say.whole(asked),
            all=say.whole(everyone),
        )

    @property
    def warnings(self) -> list[str]:
        """A sentence for each fault that shows in the figures themselves."""
        if not self.result.respondents:
            return []
        found = []
        for each in [*self.rows, *([self.headline] if self.headline else [])]:
            if self._impossible(each.quantity):
                said = each.contradiction
                found.append(self._about(each, said) if each in self.rows else said)
        return found

    @property
    def false_reports(self) -> str:
        """How far one dishonest respondent can move the shares and the mean, in a sentence."""
        say, headline = self.translator, self.result.headline
        shares = [each for each in self.result.quantities if each.scale.share]
        points = say.points(shares[0].leverage) if shares else ""
        if headline is not None and headline.scale.share:
            return say.gettext(
                "One false respondent moves this estimate by at most %(points)s points.",
                points=points,
            )
        means = [each for each in self.result.quantities if not each.scale.share]
        if not means:
            return say.gettext(
                "One false respondent moves a share by at most %(points)s points.", points=points
            )
        distance = say.number(means[0].leverage)
        if not shares:
            return say.gettext(
                "One false respondent moves the mean by at most %(distance)s.", distance=distance
            )
        return say.gettext(
            "One false respondent moves a share by at most %(points)s points and the mean by at "
            "most %(distance)s.",
            points=points,
            distance=distance,
        )

    def _values(self, text: ResultText) -> dict[str, str]:
        """The values that a sentence fills in; see ResultText.values."""
        return text.values | {"surely": text.surely if self.surely else ""}

    def _text(self, quantity: Quantity) -> ResultText:
        return ResultText(quantity, self.translator, self.closed)

    def _of_headline(self, text: ResultText) -> str:
        say, quantity = self.translator, text.quantity
        if quantity.nothing_known:
            return self._anything(quantity)
        if quantity.contradicted:
            return text.contradiction
        if quantity.scale.share:
            if text.off_the_scale:
                return say.gettext(
                    "Chance carried the estimate to %(estimate)s: %(range)s of the %(count)s who "
                    "answered would truthfully say yes%(surely)s.",
                    **self._values(text),
                )
            return say.gettext(
                "About %(share)s of the %(count)s who answered would truthfully say yes; "
                "%(range)s%(surely)s.",
                **self._values(text),
            )
        if text.off_the_scale:
            return say.gettext(
                "Chance carried the estimate to %(estimate)s: the mean is %(range)s%(surely)s.",
                **self._values(text),
            )
        return say.gettext(
            "About %(estimate)s on average; %(range)s%(surely)s.", **self._values(text)
        )

    def _of_largest(self) -> str:
        """A sentence on the option with the largest estimate, or on all that share the lead."""
        say, found, text = self.translator, self.leading, self.largest
        quantity = text.quantity
        options = say.listed(list(map(say.quoted, self.names_of_largest)))
        if quantity.contradicted:
            return text.contradiction
        if quantity.nothing_known:
            return say.gettext(
                "%(option)s has the largest estimate, but any share of it is still possible.",
                option=say.quoted(quantity.of),
            )
        if not quantity.scale.share:
            return self._about(text, self._of_headline(text))
        values = self._values(text)
        if len(found) > 1 and text.off_the_scale:
            return say.gettext(
                "Chance carried the largest estimates, those of %(options)s, to %(estimate)s: "
                "%(range)s of the %(count)s who answered%(surely)s.",
                options=options,
                **values,
            )
        if len(found) > 1:
            return say.gettext(
                "%(options)s have the largest estimates: about %(share)s each of the "
                "%(count)s who answered; %(range)s%(surely)s.",
                options=options,
                **values,
            )
        if text.off_the_scale:
            said = say.gettext(
                "Chance carried the largest estimate, that of %(option)s, to %(estimate)s: "
                "%(range)s of the %(count)s who answered%(surely)s.",
                option=options,
                **values,
            )
        else:
            said = say.gettext(
                "The largest estimate is %(option)s: about %(share)s of the %(count)s who "
                "answered; %(range)s%(surely)s.",
                option=options,
                **values,
            )
        if not no_other_is_more_frequent(self.result.rows):
            return said
        alone = say.gettext("No other option is more frequent.")
        return f"{said} {alone}"

    def _anything(self, quantity: Quantity) -> str:
        say, scale = self.translator, quantity.scale
        if scale.share:
            return say.gettext(
                "Any share from %(none)s to %(all)s is still possible.",
                none=say.percent(0),
                all=say.percent(1),
            )
        return say.gettext(
            "Any mean from %(least)s to %(most)s is still possible.",
            least=say.plain(scale.low),
            most=say.plain(scale.high),
        )

    def _impossible(self, quantity: Quantity) -> bool:
        """Whether no class could have sent these reports.

        Each of k options gets alpha/k, so that all together alarm as rarely as one.
        """
        if not quantity.contradicted:
            return False  # then it is not empty at a larger confidence either
        alpha = (1 - quantity.accusing) / len(self.result.quantities)
        setting = replace(quantity.setting, confidence=1 - alpha)
        return bool(replace(quantity, setting=setting).contradicted)

    def _about(self, text: ResultText, doubt: str) -> str:
        say = self.translator
        return say.gettext(
            "%(option)s: %(doubt)s", option=say.quoted(text.quantity.of), doubt=doubt
        )
