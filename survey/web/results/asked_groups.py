"""The groups of one instructor that were asked the same questions, and which can be pooled."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from survey.core.instrument.same_questions import questions_digest
from survey.core.pooling.pooled import Group
from survey.core.responses.tally import Tally
from survey.store import State, Survey
from survey.web.accounts.access import reachable_surveys
from survey.web.http.extensions import store


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
        """Under the name and the limits that its files have."""
        instrument = self.survey.instrument
        return Group.under(instrument.title, instrument, self.tally, self.survey.limits)


@dataclass(frozen=True)
class AskedGroups:
    """All of them, the oldest first; those with a code of `chosen` are pooled if they can be."""

    groups: Sequence[AskedGroup]
    chosen: Collection[str]

    @cached_property
    def choice(self) -> list[AskedGroup]:
        """Those that can be pooled."""
        return [each for each in self.groups if not each.why_not]

    @cached_property
    def on(self) -> list[AskedGroup]:
        return [each for each in self.choice if each.survey.code in self.chosen]

    @property
    def off(self) -> list[AskedGroup]:
        return [each for each in self.choice if each.survey.code not in self.chosen]

    @property
    def apart(self) -> list[AskedGroup]:
        """Those that cannot be pooled."""
        return [each for each in self.groups if each.why_not]


def asked_groups(survey: Survey, chosen: Collection[str] | None) -> AskedGroups:
    """The groups that were asked what this survey asks; all of them if None are chosen."""
    surveys = asked_the_same(survey)
    named = Counter(map(_name, surveys))
    groups = []
    for each in surveys:
        name = _name(each)
        tally = store().responses.tally(each.code)
        unique = name if named[name] == 1 else f"{name} · {each.code}"
        groups.append(AskedGroup(each, unique, tally, _why_not(each, tally)))
    return AskedGroups(groups, {each.code for each in surveys} if chosen is None else chosen)


def asked_the_same(survey: Survey) -> list[Survey]:
    """The instructor's surveys that ask the same questions; this one is among them.

    The oldest stand first, those that colleagues share before their own.

    `questions_digest` decides; their texts are compared before, which is faster.
    """
    texts, digest = _texts(survey), questions_digest(survey.instrument)
    return [
        each
        for each in reversed(reachable_surveys())
        if _texts(each) == texts and questions_digest(each.instrument) == digest
    ]


def has_other_groups(survey: Survey) -> bool:
    """Whether this survey and another one that asks the same have closed, of those in reach.

    While it is open its page is asked for again and again, and nothing is to be looked at yet.
    """
    if survey.state is not State.CLOSED:
        return False
    texts = _texts(survey)
    others = [
        each
        for each in reachable_surveys()
        if each.state is State.CLOSED and each.code != survey.code and _texts(each) == texts
    ]
    digest = questions_digest(survey.instrument) if others else ""
    return any(questions_digest(each.instrument) == digest for each in others)


def _texts(survey: Survey) -> list[str]:
    return [each.text for each in survey.instrument.questions]


def _name(survey: Survey) -> str:
    return survey.group_name or survey.instrument.title


def _why_not(survey: Survey, tally: Tally) -> str:
    """A sentence about a survey whose own page shows no final figures; else ""."""
    if not survey.published:
        return "It is a draft."
    if survey.closing:
        return "It is in its last minute, and pooled once that is over."
    if survey.state is not State.CLOSED:
        return "It is open, and pooled once it has closed. Do not close it on sight of this page."
    if missing := survey.missing_responses(tally.responses):
        return (
            f"Its results are hidden below {survey.fewest_responses} responses: {missing} too few."
        )
    return ""
