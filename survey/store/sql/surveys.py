"""Surveys and their instructors' decisions about them, in an SQL database."""

from collections.abc import Callable, Collection, Sequence

from survey.core.instrument.instrument import Instrument
from survey.core.intervals.calibration import Calibration
from survey.errors import SurveyNotFound
from survey.store.models import Publication, Role, State, Survey, TokenCounts
from survey.store.rules import check_replaceable
from survey.store.sql import decisions, statements
from survey.store.sql.colleagues import hand_over, set_colleague
from survey.store.sql.database import Database, Result, Rows, wiped
from survey.store.sql.responses import ID_DIGITS
from survey.store.sql.survey_rows import (
    delete_survey,
    find_shared,
    find_surveys,
    insert_survey,
    read_survey,
    stored_calibrations,
    stored_labels,
    survey_lock,
    to_survey,
    update_survey,
)
from survey.store.stamps import check_stamp, survey_stamp
from survey.store.stored_rows import IS_NEW


class SQLSurveys:
    """See survey.store.interface.surveys for what each verb promises."""

    def __init__(self, database: Database):
        self._database = database
        self._confirmed: set[str] = set()  # statements that are known to be durable

    def add(self, survey: Survey) -> bool:
        return self._database.write(lambda rows: insert_survey(rows, survey))

    def add_first(self, survey: Survey) -> bool:
        # The lock makes each look only after the one before it has finished.
        return self._database.write(
            lambda rows: bool(rows.execute(IS_NEW).fetchone()[0]) and insert_survey(rows, survey),
            "first survey",
        )

    def get(self, code: str) -> Survey:
        with self._database.reading() as rows:
            return read_survey(rows, code)

    def all(self, owner: str | None = None) -> list[Survey]:
        with self._database.reading() as rows:
            found = find_surveys(rows, owner)
        return [to_survey(*row) for row in found]

    def set_labels(self, code: str, labels: Sequence[str]) -> None:
        self._update(code, labels=stored_labels(labels))

    def shared_with(self, name: str) -> list[Survey]:
        with self._database.reading() as rows:
            found = find_shared(rows, name)
        return [to_survey(*row) for row in found]

    def set_colleague(self, code: str, name: str, role: Role | None) -> None:
        self._change(code, lambda rows, survey: set_colleague(rows, survey, name, role))

    def hand_over(self, code: str, heir: str, shown: str | None = None) -> None:
        self._change(code, lambda rows, survey: hand_over(rows, survey, heir), shown)

    def replace_instrument(self, code: str, instrument: Instrument, expected: str) -> None:
        def job(rows: Rows, survey: Survey) -> None:
            check_replaceable(survey, instrument, expected)
            text, digest = instrument.canonical_json, instrument.digest
            update_survey(rows, code, instrument=text, digest=digest)

        self._change(code, job)

    def publish(self, code: str, chosen: Publication, shown: str | None = None) -> None:
        self._change(code, lambda rows, survey: decisions.publish(rows, survey, chosen), shown)

    def set_state(self, code: str, state: State) -> bool:
        def job(rows: Rows, survey: Survey) -> None:
            decisions.change_state(rows, survey, state)

        if state is State.CLOSED:
            return self._change_and_wipe(code, job)
        self._change(code, job)
        return True

    def plan_closing(
        self, code: str, closes_at: int | None, on_date: bool = False, shown: str | None = None
    ) -> None:
        self._change(
            code,
            lambda rows, survey: decisions.plan_closing(rows, survey, closes_at, on_date),
            shown,
        )

    def planned_in_minutes(self) -> dict[str, int]:
        with self._database.reading() as rows:
            return decisions.planned_in_minutes(rows)

    def move_closing(self, code: str, planned: int, closes_at: int) -> None:
        self._change(
            code, lambda rows, survey: decisions.move_closing(rows, survey, planned, closes_at)
        )

    def begin_last_minute(self, code: str, now: int, shown: str | None = None) -> None:
        self._change(
            code, lambda rows, survey: decisions.begin_last_minute(rows, survey, now), shown
        )

    def end_last_minute(self, code: str, shown: str | None = None) -> bool:
        return self._change_and_wipe(code, decisions.end_last_minute, shown)

    def set_limits(
        self, code: str, cap: int | None, hidden_until_closed: bool, shown: str | None = None
    ) -> None:
        def job(rows: Rows, survey: Survey) -> None:
            decisions.set_limits(rows, survey, cap, hidden_until_closed)

        self._change(code, job, shown)

    def uncalibrated(self) -> list[str]:
        with self._database.reading() as rows:
            return decisions.uncalibrated(rows)

    def keep_calibrations(self, code: str, calibrations: Collection[Calibration]) -> None:
        self._update(code, calibrated=stored_calibrations(calibrations))

    def close_due(self, now: int) -> list[str]:
        with self._database.reading() as rows:  # no lock unless a survey is due
            codes = decisions.surveys_to_close(rows, now)
        return [code for code in codes if self._close_if_due(code, now)]

    def missing_statements(self) -> list[str]:
        with self._database.reading() as rows:
            return statements.missing_statements(rows)

    def statements(self, code: str) -> list[str]:
        with self._database.reading() as rows:
            read_survey(rows, code)
            found = statements.read_statements(rows, code)
        # A reader who has seen a statement relies on it, so it must be durable before it is shown.
        if not self._confirmed.issuperset(found):
            self._database.confirm()
            self._confirmed.update(found)
        return found

    def definitions(self, code: str) -> dict[int, str]:
        with self._database.reading() as rows:
            read_survey(rows, code)
            return statements.read_definitions(rows, code)

    def listed(self, code: str) -> frozenset[str] | None:
        with self._database.reading() as rows:
            read_survey(rows, code)
            ids = statements.read_listed(rows, code)
        return frozenset(map("".join, zip(*[iter(ids)] * ID_DIGITS, strict=True))) or None

    def add_statement(self, code: str, text: str, definitions: str = "") -> bool:
        return self._change(
            code, lambda rows, survey: statements.add_statement(rows, survey, text, definitions)
        )

    def set_sharing(self, code: str, results_public: bool, fewest_responses: int) -> None:
        self._update(code, results_public=results_public, fewest_responses=fewest_responses)

    def set_client(self, code: str, client_at: str | None) -> None:
        self._change(code, lambda rows, survey: decisions.set_client(rows, survey, client_at))

    def set_archived(self, code: str, archived: bool) -> None:
        self._change(code, lambda rows, survey: decisions.set_archived(rows, survey, archived))

    def delete(self, code: str, shown: str | None = None) -> bool:
        def job(rows: Rows) -> None:
            survey = read_survey(rows, code)
            check_stamp(shown, survey_stamp(survey, decisions.count_responses(rows, code)))
            delete_survey(rows, code)
            self._database.note_pending_wipe(rows)

        self._database.delete(job, survey_lock(code))
        return wiped(self._database)

    def add_tokens(
        self, code: str, token_hashes: Collection[str], shown: str | None = None
    ) -> None:
        def job(rows: Rows, survey: Survey) -> None:
            decisions.issue_tokens(rows, survey, token_hashes)

        self._change(code, job, shown)

    def withdraw_tokens(self, code: str, shown: str | None = None) -> bool:
        return self._change_and_wipe(code, decisions.withdraw_tokens, shown)

    def token_counts(self, code: str) -> TokenCounts:
        with self._database.reading() as rows:
            read_survey(rows, code)
            return decisions.count_tokens(rows, code)

    def token_spent(self, code: str, token_hash: str) -> bool | None:
        with self._database.reading() as rows:
            read_survey(rows, code)
            return decisions.is_token_spent(rows, code, token_hash)

    def tokens(self, code: str) -> dict[str, bool]:
        with self._database.reading() as rows:
            read_survey(rows, code)
            return decisions.read_tokens(rows, code)

    def _close_if_due(self, code: str, now: int) -> bool:
        def job(rows: Rows, survey: Survey) -> bool:
            closed = decisions.close_if_due(rows, survey, now)
            if closed:
                self._database.note_pending_wipe(rows)
            return closed

        try:
            return self._change(code, job)
        except SurveyNotFound:
            return False  # deleted meanwhile

    def _update(self, code: str, **values: object) -> None:
        self._change(code, lambda rows, survey: update_survey(rows, code, **values))

    def _change(
        self, code: str, job: Callable[[Rows, Survey], Result], shown: str | None = None
    ) -> Result:
        """Runs the job while no response to the survey is stored and nobody else changes it.

        Raises StateChanged instead if the page with the pressed button has `shown` another state.
        """

        def changing(rows: Rows) -> Result:
            survey = read_survey(rows, code)
            check_stamp(shown, survey_stamp(survey))
            return job(rows, survey)

        return self._database.write(changing, survey_lock(code))

    def _change_and_wipe(
        self, code: str, job: Callable[[Rows, Survey], None], shown: str | None = None
    ) -> bool:
        """Runs the job as `_change` does, then rewrites the stored bytes.

        Returns False if they cannot be rewritten now; the database records that they still must be.
        """

        def changing(rows: Rows, survey: Survey) -> None:
            job(rows, survey)
            self._database.note_pending_wipe(rows)

        self._change(code, changing, shown)
        return wiped(self._database)
