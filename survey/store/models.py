"""The dataclasses that go into a store and come out of it: surveys, instructors and their roles."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import IntEnum, StrEnum
from typing import Any

from survey.core.instrument.instrument import Instrument
from survey.core.intervals.calibration import Calibration
from survey.core.intervals.registry import told_interval
from survey.core.responses.public_steps import PublicSteps
from survey.core.responses.reports import Reports
from survey.core.responses.statement_terms import FIGURES_ONCE_CLOSED
from survey.core.responses.tally import Tally
from survey.core.results.results import DEFAULT_FEWEST_RESPONSES
from survey.errors import ParameterError, ResultsHidden
from survey.translations.marked import N_

INSTRUCTOR = "instructor"  # the name of the one instructor of a new store
LONGEST_NAME = 40

_NAME = re.compile(rf"[a-z0-9][a-z0-9.-]{{0,{LONGEST_NAME - 1}}}")


def check_name(name: str) -> str:
    """The name itself; raises ParameterError for a name that is hard to type or tell apart."""
    if not _NAME.fullmatch(name):
        raise ParameterError(
            f"An instructor's name is 1 to {LONGEST_NAME} lower-case letters (a to z), digits, "
            "dots and hyphens, and begins with a letter or a digit, such as ada or ada.lovelace."
        )
    return name


class Role(IntEnum):
    """The rights of a colleague; each role includes the roles before it."""

    PRESENT = 1  # slides, results, the page that shares the link
    EDIT = 2  # compose, publish, close, files, settings
    OWN = 3  # delete, archive, choose colleagues and who holds the page, hand over

    @property
    def stored(self) -> str:
        """The role's name in the database and in forms."""
        return self.name.lower()


SHARED = {role.stored: role for role in (Role.PRESENT, Role.EDIT)}

Colleagues = tuple[tuple[str, Role], ...]


FIGURES_WAIT = N_("Figures are hidden until the survey is closed.")
FILES_WAIT = "What was sent before the survey closed may still arrive. The files come in a minute."

LAST_MINUTE = 60  # seconds


class State(StrEnum):
    """The state of a survey: a draft may be edited, an open survey takes responses.

    A rehearsal is a draft with simulated students. Only pages show it; no store holds this state.
    """

    DRAFT = "draft"
    OPEN = "open"
    CLOSED = "closed"
    REHEARSAL = "rehearsal"


@dataclass(frozen=True)
class Survey:
    """An instrument with its join code and its instructor's decisions.

    `labels`, such as a course, help its owner to find it. A `template` is a draft to start
    others from; nobody publishes it.

    Surveys.add_tokens and withdraw_tokens set `tokens_required`; `owner` is the name of
    the one instructor who may do all with it, and `colleagues` are those with whom they share it,
    each with a role. `closes_at` is when an open survey is to close,
    in whole seconds since 1970 (UTC), as the instructor planned it. `closes_on_date` is true if
    they gave a date, and false if so many minutes, which pass whatever is done to the clock.
    Nothing records when anybody responds. `since` is the day (UTC) of the instructor's last act
    that changed the state, None if an earlier release stored none; `archived` hides it in a folded
    part of their list. `group_name` is the group that is asked the questions of an earlier survey,
    "" if there is none. Such questions are frozen in the draft, too.

    With the response of number `cap`, if there is one, it closes by itself. While
    `hidden_until_closed`, nobody sees a figure before it is closed. Both are fixed before the first
    response (Surveys.set_limits).

    `client_at` is the address at which somebody else holds the client for it, and to which links
    lead. It is "" if this server's own page is used, and None for the installation's choice
    (survey serve --client-at).

    `term` tells surveys of the same questions apart that were asked in other terms, with fresh
    coins: those of one term are groups, whose reports may be summed. It is "" in the first term.
    `asked_first` is the code of the survey whose questions this asks again; "" if it asks none
    again, or if an earlier release made it.

    In the last minute before an open survey closes, `frozen` are the counts with which that
    minute began. `calibrated` are the calibrations of its horizon intervals, once they are
    computed.
    """

    code: str
    instrument: Instrument
    state: State = State.DRAFT
    results_public: bool = False
    fewest_responses: int = DEFAULT_FEWEST_RESPONSES
    tokens_required: bool = False
    owner: str = INSTRUCTOR
    closes_at: int | None = None
    since: date | None = None
    archived: bool = False
    group_name: str = ""
    cap: int | None = None
    hidden_until_closed: bool = False
    frozen: Tally | None = None
    calibrated: tuple[Calibration, ...] = field(default=(), repr=False)  # changes no figure
    colleagues: Colleagues = ()
    labels: tuple[str, ...] = ()
    template: bool = False
    client_at: str | None = None
    closes_on_date: bool = False
    term: str = ""
    asked_first: str = ""

    @property
    def line(self) -> str:
        """The code that a survey shares with what asks it again; "" if no one noted it."""
        return self.asked_first or ("" if self.group_name else self.code)

    def role_of(self, name: str) -> Role | None:
        """The role of the instructor of this name; None if they may not know of the survey."""
        return Role.OWN if name == self.owner else dict(self.colleagues).get(name)

    @property
    def closing(self) -> bool:
        """Whether this is the last minute: only responses sent before it may still arrive."""
        return self.frozen is not None

    @property
    def shown_state(self) -> State:
        """The state that pages show: in the last minute nobody can begin to answer any more."""
        return State.CLOSED if self.closing else self.state

    @property
    def told(self) -> str:
        """The name of the interval that the results of this survey show first."""
        return told_interval(self.hidden_until_closed, self.cap)

    @property
    def limits(self) -> dict[str, Any]:
        """The limits that were fixed before the first response, as the statement names them."""
        limits: dict[str, Any] = {} if self.cap is None else {"cap": self.cap}
        return limits | ({"figures": FIGURES_ONCE_CLOSED} if self.hidden_until_closed else {})

    @property
    def published(self) -> bool:
        return self.state is not State.DRAFT

    @property
    def frozen_digest(self) -> str | None:
        """The digest that links carry; None for a draft, whose instrument may still change."""
        return self.instrument.digest if self.published else None

    @property
    def hides_figures(self) -> bool:
        """Whether nobody may see a figure yet, however many have responded."""
        return self.hidden_until_closed and self.state is State.OPEN

    def missing_responses(self, responses: int) -> int:
        """How many more responses it takes until results are shown."""
        return max(0, self.fewest_responses - responses)

    def check_shown(self, responses: int) -> None:
        """Raises ResultsHidden while figures wait for the closing, or for more responses."""
        if self.hides_figures:
            raise ResultsHidden(FIGURES_WAIT)
        if self.missing_responses(responses):
            fewest = self.fewest_responses
            if self.state is State.CLOSED:
                raise ResultsHidden(f"Too few answered: {responses} of the {fewest} needed.")
            have_come = "response has come" if fewest == 1 else "responses have come"
            raise ResultsHidden(f"Results are hidden until {fewest} {have_come}.")

    def check_settled(self) -> None:
        """Raises ResultsHidden in the last minute; call it before listing the responses."""
        if self.closing:
            raise ResultsHidden(FILES_WAIT)


@dataclass(frozen=True)
class Publication:
    """The choices with which a draft is published; their names are those of a Survey."""

    instrument: Instrument
    cap: int | None
    hidden_until_closed: bool
    closes_at: int | None = None
    closes_on_date: bool = False


@dataclass(frozen=True)
class TokenCounts:
    """How many participation tokens of a survey were issued, and how many of them are spent."""

    issued: int
    spent: int


@dataclass(frozen=True)
class SurveyContents:
    """A survey with all that belongs to it.

    `steps` are the counts that the public sees. `tokens` maps each keyed hash to whether it is
    spent; `statements` are in the order of closings, `definitions` by closing, `listed` are the
    ids that the last of them covers, None if all (see Surveys.listed), and `responses`, which are
    (response id, reports), in the order of their ids.
    """

    survey: Survey
    steps: PublicSteps | None
    tokens: Mapping[str, bool]
    statements: Sequence[str]
    definitions: Mapping[int, str]
    listed: frozenset[str] | None
    responses: Iterable[tuple[str, Reports]]


@dataclass(frozen=True)
class Instructor:
    """Someone who may compose surveys and read results; holds hashes and no secrets.

    `password_hash` is None until a password is chosen; `link_hash` is the
    SHA-256 of the one sign-in link that still works, if any. A survey whose ε
    is above `largest_epsilon` is not published; None is no limit. `language` is
    the tag of the language of their pages; "" is the browser's.
    """

    name: str
    password_hash: str | None = None
    link_hash: str | None = None
    largest_epsilon: float | None = None
    language: str = ""


@dataclass(frozen=True)
class KnownKeys:
    """The secret and the signing key of a database, as far as it has stored them.

    `public_key` is the signing key's public half as hex digits, `secret` the secret's
    fingerprint, None if an earlier release stored none.
    """

    public_key: str
    secret: str | None


@dataclass(frozen=True)
class StoredCounts:
    """How many surveys and responses a database or a backup holds."""

    surveys: int
    responses: int

    @property
    def in_words(self) -> str:
        surveys = f"{self.surveys:,} survey{'' if self.surveys == 1 else 's'}"
        return f"{surveys} with {self.responses:,} response{'' if self.responses == 1 else 's'}"


@dataclass(frozen=True)
class Inspection:
    """The findings of an inspection of a sound database.

    `pending` is how many of this release's migrations it lacks, `wipe_pending` whether deleted
    bytes or an order of arrival must still be erased from its files, `keys` the keys that it
    belongs to.
    """

    engine: str
    kept: StoredCounts
    pending: int
    wipe_pending: bool
    keys: KnownKeys | None
