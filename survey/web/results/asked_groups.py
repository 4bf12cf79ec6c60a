"""The groups that were asked the same questions in one term, and whether each can be pooled."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from flask_babel import gettext

from survey.core.pooling.pooled import Group
from survey.core.responses.tally import Tally
from survey.store import State, Survey
from survey.web.http.extensions import store
from survey.web.results.dashboard import asked_the_same
from survey.wire.signed_note import read_signed_statement


@dataclass(frozen=True)
class AskedGroup:
    """A survey of these questions, under the `name` that tells it from the others.

    `why_not` says why it is not pooled, "" if it can be.
    """

    survey: Survey
    name: str
    tally: Tally
    why_not: str

    @cached_property
    def group(self) -> Group:
        """The group for pooling, with the limits and the root that its files have."""
        instrument = self.survey.instrument
        group = Group.under(instrument.title, instrument, self.tally, self.survey.limits)
        notes = store().surveys.statements(self.survey.code)
        stated = read_signed_statement(notes[-1]) if notes else None
        if stated is None or stated.tally != self.tally:
            return group
        return replace(group, root=stated.root, key=stated.key)


@dataclass(frozen=True)
class AskedGroups:
    """All groups, the oldest first; those with a code of `chosen` are pooled if they can be."""

    groups: Sequence[AskedGroup]
    chosen: Collection[str]

    @cached_property
    def choice(self) -> list[AskedGroup]:
        """The groups that can be pooled."""
        return [each for each in self.groups if not each.why_not]

    @cached_property
    def on(self) -> list[AskedGroup]:
        return [each for each in self.choice if each.survey.code in self.chosen]

    @property
    def off(self) -> list[AskedGroup]:
        return [each for each in self.choice if each.survey.code not in self.chosen]

    @property
    def apart(self) -> list[AskedGroup]:
        """The groups that cannot be pooled, each with the reason."""
        return [each for each in self.groups if each.why_not]


def asked_groups(survey: Survey, chosen: Collection[str] | None) -> AskedGroups:
    """The groups that were asked this survey's questions in its term; None chosen, all of them."""
    surveys = [each for each in asked_the_same(survey) if each.term == survey.term]
    return AskedGroups(
        named_groups(surveys), {each.code for each in surveys} if chosen is None else chosen
    )


def named_groups(surveys: Sequence[Survey]) -> list[AskedGroup]:
    """These surveys as groups; names that two share have the code behind them."""
    named = Counter(map(_name, surveys))
    groups = []
    for each in surveys:
        name = _name(each)
        tally = store().responses.tally(each.code)
        unique = name if named[name] == 1 else f"{name} · {each.code}"
        groups.append(AskedGroup(each, unique, tally, _why_not(each, tally)))
    return groups


def _name(survey: Survey) -> str:
    return survey.group_name or survey.instrument.title


def _why_not(survey: Survey, tally: Tally) -> str:
    """The reason why a survey's own page shows no final figures; "" if it does."""
    if not survey.published:
        return gettext("It is a draft.")
    if survey.closing:
        return gettext("It is in its last minute. It joins the others once that is over.")
    if survey.state is not State.CLOSED:
        return gettext(
            "It is open. It joins the others once it has closed. Do not close it because of "
            "what this page shows."
        )
    if survey.missing_responses(tally.responses):
        return gettext(
            "Too few answered: %(responses)s of the %(fewest)s needed.",
            responses=tally.responses,
            fewest=survey.fewest_responses,
        )
    return ""
