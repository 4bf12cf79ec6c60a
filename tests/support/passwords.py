"""The instructor's password in tests, and a client instead of their browser."""

import re
import secrets
from dataclasses import replace

from flask.testing import FlaskClient
from itsdangerous import URLSafeTimedSerializer
from werkzeug.security import generate_password_hash

from survey.errors import SurveyError
from survey.store.interface.store import Store
from survey.store.stamps import survey_stamp
from survey.web.http.sessions import hash_token

PASSWORD = "a long enough password"


class InstructorClient:
    """A client that sends with every form what its page has, as a browser does.

    That is the CSRF token, and the stamp of what the page shows at that moment.
    """

    def __init__(self, client: FlaskClient):
        self.client = client
        self.get = client.get

    def token(self, path: str) -> str:
        """The CSRF token of the form at this path."""
        return re.search(r'name="csrf_token"[^>]*value="([^"]+)"', self.get(path).text)[1]

    def post(self, path: str, form: dict | None = None, at: str = "", **options):
        """Posts a form with the CSRF token of the form at `at`, or otherwise of any page."""
        token = self.token(at) if at else self._token_of_session()
        carried = {"csrf_token": token}
        if "shown=" not in path:
            carried["shown"] = self.stamp(path)
        if re.fullmatch("/surveys/[^/]+/translations/[^/]+/remove", path):
            store = self.client.application.extensions["store"]
            carried["draft"] = store.surveys.get(path.split("/")[2]).instrument.digest
        return self.client.post(path, data={**carried, **(form or {})}, **options)

    def close_for_good(self, survey: str, **options):
        """Presses Close and Finish now on the page of the survey at this path."""
        self.post(f"{survey}/close")
        return self.post(f"{survey}/finish", **options)

    def stamp(self, path: str) -> str:
        """The stamp of the page with the form that is sent to this path, loaded at this moment."""
        store = self.client.application.extensions["store"]
        part = path.partition("?")[0].split("/")
        try:
            if part[1:3] == ["settings", "colleagues"]:
                return store.instructors.stamp(part[3]) if len(part) > 3 else ""
            survey = store.surveys.get(part[2])
            if part[3:] in (["delete"], ["demo", "remove"]):
                return survey_stamp(survey, store.responses.tally(survey.code).responses)
            return survey_stamp(survey)
        except (SurveyError, IndexError):
            return ""

    def sign_in(self, store: Store, name: str) -> None:
        """Signs in without the form, as an instructor with a password."""
        cheap = generate_password_hash(PASSWORD, method="pbkdf2:sha256:1")
        known = store.instructors.get(name)
        store.instructors.save(replace(known, password_hash=cheap, link_hash=None))
        token = secrets.token_urlsafe(32)
        store.instructors.add_sign_in(hash_token(token), name)
        with self.client.session_transaction() as session:
            session["sign_in"] = token
            session["used"] = self.client.application.extensions["day_count"].today()

    def _token_of_session(self) -> str:
        with self.client.session_transaction() as session:
            raw = session.setdefault("csrf_token", secrets.token_hex(20))
        key = self.client.application.secret_key
        return URLSafeTimedSerializer(key, salt="wtf-csrf-token").dumps(raw)

    def choose_password(self, link: str, password: str = PASSWORD):
        return self.post(link, {"password": password, "again": password}, at=link)
