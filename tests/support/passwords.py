"""The instructor's password in tests, and a client instead of their browser."""

import re

from flask.testing import FlaskClient

PASSWORD = "a long enough password"


class InstructorClient:
    """A client that sends the CSRF token with every form, as a browser does."""

    def __init__(self, client: FlaskClient):
        self.client = client
        self.get = client.get

    def token(self, path: str) -> str:
        """The CSRF token of the form at this path."""
        return re.search(r'name="csrf_token"[^>]*value="([^"]+)"', self.get(path).text)[1]

    def post(self, path: str, form: dict | None = None, at: str = "/password", **options):
        """Posts a form with the token of the form at `at`."""
        return self.client.post(
            path, data={"csrf_token": self.token(at), **(form or {})}, **options
        )

    def choose_password(self, link: str, password: str = PASSWORD):
        return self.post(link, {"password": password, "again": password}, at=link)
