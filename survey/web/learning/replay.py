"""A closed survey's reports, replayed: as dots, step by step, with other coins, in tens.

Everything here is computed from reports that are already public, so it costs no ε.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from flask import render_template, request
from flask.typing import ResponseReturnValue

from survey.core.estimates.quantity import Setting
from survey.core.instrument.instrument import Question
from survey.core.intervals.counts import ReportCount
from survey.core.intervals.registry import method_named
from survey.core.kinds.item import Item
from survey.errors import ParameterError, ResultsHidden
from survey.lab import replay
from survey.lab.lesson import SEED, Slider, typed
from survey.text.figures import rounded
from survey.text.kinds.item_words import words_of
from survey.translations.marked import N_
from survey.web.charts.people import people_of
from survey.web.charts.replay_pictures import groups_of, on_sight_of, path_of, wall_of
from survey.web.http.audiences import Audience, Pages
from survey.web.i18n.page_language import asked_by, labels, page_translator
from survey.web.learning.lab import seed_asked
from survey.web.learning.lesson_worker import lesson_worker
from survey.web.learning.replay_figures import figures_behind
from survey.web.results.public_page import worded_results
from survey.web.results.published import Results
from survey.web.results.report_list import public_reports
from survey.web.results.statement_list import responses_of

bp = Pages("replay", audience=Audience.RESPONDENT, url_prefix="/s/<code>")

MOST_DOTS = 200  # dots; if there are more, the first in the random order of ids


@dataclass(frozen=True)
class ReplayedOption:
    """An option of an item: the place of the item, and the report that names the option."""

    place: int
    report: int
    item: Item
    question: Question

    @property
    def name(self) -> str:
        """The name in an address: q2 for the yes of a yes/no item, q2-0 for an option."""
        return self.item.reference(self.report)

    @property
    def option(self) -> str:
        return labels(self.item)[self.report]

    @property
    def of_the_page(self) -> bool:
        """Whether the page, and not the instrument, has the option's text."""
        return words_of(self.item).of_the_page

    @property
    def title(self) -> str:
        return f"{asked_by(self.question, self.item)} – {self.option}"

    def count(self, results: Results) -> ReportCount:
        """The reports of this option among those who were asked, as the results have them."""
        setting = Setting(results.confidence, results.survey.instrument.asked_size)
        return self.item.count(results.tally.counts[self.place], self.report, setting)


@bp.get("/lab")
def page(code: str) -> ResponseReturnValue:
    results = worded_results(public_reports(code))
    offered = replayable(results)
    if not offered:
        raise ResultsHidden(N_("No question of this survey has options to replay."))
    chosen = _chosen(offered)
    count = chosen.count(results)
    slider = _share_slider(count)
    asked = request.args.get("share", "")
    share = Fraction(slider.parse(asked) if asked else slider.initial)
    seed = seed_asked()
    of_place = (reports[chosen.place] for _, reports in responses_of(results))
    asked_this = (report for report in of_place if report is not None)
    named = [report == chosen.report for report in islice(asked_this, MOST_DOTS)]
    percent = page_translator().percent
    redrawn = lesson_worker().wall(count, results.confidence, seed)
    tens = replay.groups(named, count)
    whole, told = count.estimate or 0.0, method_named(results.told)
    of_share = told.of_share if count.respondents else None
    around = of_share(count, results.confidence) if of_share else None
    return render_template(
        "learning/replay.html",
        survey=results.survey, results=results, offered=offered, chosen=chosen,
        count=count, slider=slider, share=share, typed=typed, seed=seed, seeds=SEED,
        people=people_of(named), named=sum(named), shown=len(named),
        expected=replay.expected_mean(share, count),
        hit=replay.hits(share, count), around=around, wall=redrawn,
        walled=wall_of(redrawn, percent),
        sighted=redrawn.on_sight and on_sight_of(redrawn.on_sight, percent),
        path=path_of(count, share, percent),
        behind=figures_behind(count, redrawn, tens), tens=tens,
        grouped=groups_of(tens, whole, around, percent) if tens else None, whole=whole,
    )  # fmt: skip


def replayable(results: Results) -> list[ReplayedOption]:
    """The yes of each yes/no item, and every option of a choice, if the item has reports."""
    instrument = results.survey.instrument
    question_of = [question for question, items in instrument.questions_with_items for _ in items]
    return [
        ReplayedOption(place, report, instrument.items[place], question_of[place])
        for place, report in instrument.named_options
        if not instrument.one_question_each or any(results.tally.counts[place])
    ]


def _chosen(offered: list[ReplayedOption]) -> ReplayedOption:
    asked = request.args.get("of")
    for each in offered:
        if asked in (None, each.name):
            return each
    raise ParameterError(N_("There is no such question to replay."), "of")


def _share_slider(count: ReportCount) -> Slider:
    """0 to 100 %; it begins at the mean of the reports, which is no estimate yet."""
    received = int(rounded(100 * (count.received or 0.0), 0))
    words = tuple(page_translator().percent(Fraction(each, 100)) for each in range(101))
    return Slider("share", "Share", 0, 100, received, per=100, words=words)
