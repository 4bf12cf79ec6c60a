"""The site for nginx that is shipped, with a real nginx, on a port of its own."""

import re
import socket
import ssl
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import replace

import pytest
from live_server import serving
from nginx import in_front_of
from passwords import PASSWORD
from patience import PATIENCE

from survey.app import create_app
from survey.web.accounts.sign_in import make_sign_in_link

OLD = {  # as the site was: both hand on the name without its port
    "proxy_set_header Host $http_host": "proxy_set_header Host $host",
    "proxy_set_header X-Forwarded-Host $http_host": "proxy_set_header X-Forwarded-Host $host",
}


@pytest.fixture
def behind(tmp_path, config, store):
    """Serves the app, for nginx to stand in front of it; gives the app's port."""
    app = create_app(replace(config, proxies=1, public_url="https://localhost"), store)
    with serving(app) as address:
        yield int(address.rpartition(":")[2])


class Browser:
    """Keeps cookies, and says with each form from which page it comes."""

    def __init__(self, folder):
        self.address = f"https://localhost:{(folder / 'https').read_text()}"
        self._trusted = ssl.create_default_context(cafile=folder / "cert.pem")
        self._open = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(),
            urllib.request.HTTPSHandler(context=self._trusted),
        ).open

    def left_waiting(self) -> ssl.SSLSocket:
        """A connection on which a page was asked for."""
        port = urllib.parse.urlsplit(self.address).port
        connection = self._trusted.wrap_socket(
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE),
            server_hostname="localhost",
        )
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return connection

    def get(self, path: str) -> str:
        return self._open(self.address + path, timeout=PATIENCE).read().decode()

    def post(self, path: str, at: str, **form: str) -> tuple[int, str]:
        """The status of the page that comes back, and its text."""
        (token,) = set(re.findall(r'name="csrf_token"[^>]*value="([^"]+)"', self.get(at)))
        sent = urllib.parse.urlencode({"csrf_token": token, **form}).encode()
        headers = {"Origin": self.address, "Referer": self.address + at,
                   "Sec-Fetch-Site": "same-origin"}  # fmt: skip
        request = urllib.request.Request(self.address + path, sent, headers)
        try:
            with self._open(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode()


def chosen_password(browser: Browser, store) -> tuple[int, str]:
    link = make_sign_in_link(store)
    return browser.post(link, link, password=PASSWORD, again=PASSWORD)


def test_forms_are_taken_on_any_port(behind, tmp_path, store):
    with in_front_of(behind, tmp_path) as folder:
        browser = Browser(folder)
        status, page = chosen_password(browser, store)
        assert status == 200
        assert "Sign out" in page
        form = {"pasted": "Exam\n\nDid you?", "gamma": "1/4"}
        status, page = browser.post("/surveys/new/import", "/surveys/new", **form)
        assert status == 200
        assert "Did you?" in page


def test_a_proxy_that_drops_the_port_is_said_to_be_the_reason(behind, tmp_path, store):
    with in_front_of(behind, tmp_path, **OLD) as folder:
        status, page = chosen_password(Browser(folder), store)
    assert status == 400
    assert "must pass on the Host header with its port" in page
    assert "another session" not in page


def test_how_many_are_connected_is_told_and_nobody_is_logged(tmp_path):
    """Before an app that answers nobody, with fewer connections than the crowd would need."""
    with (
        socket.create_server(("127.0.0.1", 0)) as app,
        in_front_of(app.getsockname()[1], tmp_path, connections=16) as folder,
    ):
        browser = Browser(folder)
        crowd = [browser.left_waiting() for _ in range(4)]  # two connections each, one to the app
        figures = f"http://127.0.0.1:{(folder / 'figures').read_text()}/"
        with urllib.request.urlopen(figures, timeout=PATIENCE) as answer:
            told = answer.read().decode()
        crowd += [browser.left_waiting() for _ in range(4)]
        refused = crowd[-1].recv(100)
        for each in crowd:
            each.close()
    assert int(re.match(r"Active connections: (\d+)", told)[1]) >= 4
    assert b" 500 " in refused
    assert (folder / "log").read_text() == ""
