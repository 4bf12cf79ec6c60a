"""A closed survey's published reports, replayed: dots, the estimate by hand, other coins, tens.

Everything here is computed from reports that are public already: ε stays what it was.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from flask import render_template, request
from flask.typing import ResponseReturnValue

from survey.core.estimation.shares import Estimate
from survey.core.instrument.questions import Question
from survey.core.kinds.item import Item
from survey.errors import ParameterError, ResultsHidden
from survey.lab.experiments import replay
from survey.lab.lesson import SEED, Slider, typed
from survey.translations.marked import N_
from survey.web.charts.people import people_of
from survey.web.charts.replay import groups_of, path_of, wall_of
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.i18n.localized_numbers import asked_by, labels, percent
from survey.web.learning.lesson_worker import lesson_worker
from survey.web.learning.replay_figures import figures_behind
from survey.web.learning.seeds import seed_asked
from survey.web.results.public_page import worded_results
from survey.web.results.published import Results
from survey.web.results.reports import public_reports

bp = Pages("replay", audience=Audience.RESPONDENT, url_prefix="/s/<code>")

MOST_DOTS = 200  # more are no picture; they are the first in the random order of the ids


@dataclass(frozen=True)
class Replayed:
    """One option of one item: its place among the items, and the report that names it."""

    place: int
    report: int
    item: Item
    question: Question

    @property
    def name(self) -> str:
        """How an address names it: q2 for the yes of a yes/no item, q2-0 for an option."""
        return self.item.name if self.item.yes_no else f"{self.item.name}-{self.report}"

    @property
    def option(self) -> str:
        return labels(self.item)[self.report]

    @property
    def title(self) -> str:
        return f"{asked_by(self.question, self.item)} – {self.option}"

    def estimate(self, results: Results) -> Estimate:
        """The share of this option among those who were asked, as the results have it."""
        counts = results.tally.counts[self.place]
        return Estimate(
            sum(counts),
            counts[self.report],
            self.item.gamma,
            results.confidence,
            results.survey.instrument.asked_size,
            self.item.options,
        )


@bp.get("/lab")
def page(code: str) -> ResponseReturnValue:
    results = worded_results(public_reports(code))
    offered = replayable(results)
    if not offered:
        raise ResultsHidden(N_("No question of this survey has options to replay."))
    chosen = _chosen(offered)
    estimate = chosen.estimate(results)
    slider = _share_slider(estimate)
    asked = request.args.get("share", "")
    share = Fraction(slider.parse(asked) if asked else slider.initial)
    seed = seed_asked()
    of_place = (reports[chosen.place] for _, reports in store().responses.all(code))
    asked_this = (report for report in of_place if report is not None)
    named = [report == chosen.report for report in islice(asked_this, MOST_DOTS)]
    redrawn = lesson_worker().wall(estimate, seed)
    tens = replay.groups(named, estimate)
    whole, around = estimate.estimate or 0.0, estimate.interval(results.told)
    return render_template(
        "learning/replay.html",
        survey=results.survey, results=results, offered=offered, chosen=chosen,
        estimate=estimate, slider=slider, share=share, typed=typed, seed=seed, seeds=SEED,
        people=people_of(named), named=sum(named), shown=len(named),
        expected=replay.expected_mean(share, estimate),
        hit=replay.hits(share, estimate), around=around, wall=redrawn,
        walled=wall_of(redrawn, percent), path=path_of(estimate, share, percent),
        behind=figures_behind(estimate, redrawn, tens), tens=tens,
        grouped=groups_of(tens, whole, around, percent) if tens else None, whole=whole,
    )  # fmt: skip


def replayable(results: Results) -> list[Replayed]:
    """The yes of each yes/no item, and every option of a choice; a number's ends are no options."""
    found, place = [], 0
    instrument = results.survey.instrument
    for question, items in zip(instrument.questions, instrument.items_of_questions, strict=True):
        for item in items:
            named = [] if item.ends else [1] if item.yes_no else range(item.options)
            if instrument.one_question_each and not sum(results.tally.counts[place]):
                named = []  # nobody was asked
            found += [Replayed(place, report, item, question) for report in named]
            place += 1
    return found


def _chosen(offered: list[Replayed]) -> Replayed:
    asked = request.args.get("of")
    for each in offered:
        if asked in (None, each.name):
            return each
    raise ParameterError(N_("There is no such question to replay."), "of")


def _share_slider(estimate: Estimate) -> Slider:
    """0 to 100 %; it begins at the mean of the reports, which is no estimate yet."""
    received = round(100 * (estimate.share or 0.0))
    words = tuple(percent(Fraction(each, 100)) for each in range(101))
    return Slider("share", "Share", 0, 100, received, per=100, words=words)
