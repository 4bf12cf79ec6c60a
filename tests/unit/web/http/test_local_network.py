"""What answers in the local network: respondents' and public pages, by the socket alone."""

import dataclasses

import pytest
from passwords import InstructorClient
from routes import PUBLIC, add_route, routes
from rsgi_requests import Headers, Protocol, run, scope, shut_down

from survey.app import create_app
from survey.app.rsgi import CompleteRequests
from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.web.accounts.sign_in import make_sign_in_link
from survey.web.http.audiences import Audience
from survey.web.http.security_headers import LISTENER, in_local_network
from survey.wire.stating import sign_missing_statements

NETWORK = "192.0.2.7"
THERE = f"http://{NETWORK}:8000"

# Of what anybody may ask here, what nobody may in the network.
ONLY_HERE = {
    "openapi.description", "health.alive", "health.ready", "metrics.page", "account.sign_in",
    "account.use_link",
}  # fmt: skip


@pytest.fixture
def config(config):
    return dataclasses.replace(config, network=NETWORK, public_url=THERE)


@pytest.fixture
def phone(app):
    """A browser in the network."""
    client = app.test_client()
    client.environ_base[LISTENER] = NETWORK
    return client


@pytest.fixture
def here(app):
    """A browser on the machine itself."""
    client = app.test_client()
    client.environ_base[LISTENER] = "127.0.0.1"
    return client


@pytest.fixture
def shown(store, instrument):
    """An open survey with public results, at the address that every route is asked with."""
    survey = Survey("bcd234", instrument, State.OPEN, results_public=True, fewest_responses=1)
    store.surveys.add(survey)
    store.responses.add("bcd234", Response(instrument.digest, "0" * 32, (0, 1, 0)))


@pytest.fixture
def instructor(here, store):
    """Signed in on the machine itself."""
    client = InstructorClient(here)
    assert client.choose_password(make_sign_in_link(store)).status_code == 302
    return client


def endpoints(app, client, *, refused: bool) -> set[str]:
    """Endpoints of which any method is refused, or any is not."""
    return {
        route.endpoint
        for route in routes(app)
        if refused
        == (
            client.open(route.path, method=route.method, base_url=THERE, buffered=True).status_code
            == 403
        )
    }


def test_of_every_route_only_respondents_and_public_ones_answer(app, shown, phone, store):
    store.surveys.set_state("bcd234", State.CLOSED)  # reports are public from then on
    sign_missing_statements(store, app.extensions["signing_key"])
    assert endpoints(app, phone, refused=False) == PUBLIC - ONLY_HERE
    assert (
        endpoints(app, phone, refused=True)
        == {each.endpoint for each in routes(app)} - PUBLIC | ONLY_HERE
    )


@pytest.mark.parametrize("audience", [Audience.INSTRUCTOR, Audience.MACHINE])
def test_a_new_route_is_refused_unless_it_is_for_respondents(app, phone, audience):
    add_route(app, "/new", lambda: "a page", audience)
    assert phone.get("/new", base_url=THERE).status_code == 403


def test_the_refusal_says_where_instructors_work(phone):
    page = phone.get("/sign-in", base_url=THERE)
    assert page.status_code == 403
    assert "only on the computer that runs the survey" in page.text


@pytest.mark.parametrize("path", ["/", "/s/bcd234", "/s/bcd234/results"])
@pytest.mark.parametrize(
    "host", ["127.0.0.1:8000", "localhost", "[::1]:8000", "evil.example", "", "192.0.2.8"]
)
def test_another_host_than_the_announced_one_is_refused(shown, phone, path, host):
    assert phone.get(path, headers={"Host": host}).status_code == 400
    assert phone.get("/sign-in", headers={"Host": host}).status_code == 403


@pytest.mark.parametrize(
    "header",
    ["X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Deniable.Listener",
     "Deniable-Listener"],
)  # fmt: skip
def test_no_header_makes_it_this_machine(phone, header):
    sent = {header: "127.0.0.1", "Host": f"{NETWORK}:8000"}
    assert phone.get("/sign-in", headers=sent).status_code == 403


def test_here_everything_answers_as_without_a_network(here, shown):
    for host in ("127.0.0.1:8000", "localhost:8000"):
        assert here.get("/sign-in", headers={"Host": host}).status_code == 200
    assert here.get("/s/bcd234").status_code == 200
    assert here.get("/", headers={"Host": "evil.example"}).status_code == 400


def test_an_unknown_socket_is_taken_for_the_network():
    assert in_local_network({}, NETWORK)
    assert in_local_network({LISTENER: ""}, NETWORK)
    assert in_local_network({LISTENER: "[::1]"}, NETWORK)
    assert not in_local_network({LISTENER: "127.0.0.1"}, NETWORK)
    assert not in_local_network({}, None)


def test_a_sign_in_is_neither_used_nor_kept_in_the_network(config, store, shown, instructor, phone):
    """The browser brings one that an earlier start gave it at the same address."""
    name = phone.application.config["SESSION_COOKIE_NAME"]
    phone.set_cookie(name, instructor.client.get_cookie(name).value, domain=NETWORK)
    for path in ("/surveys", "/surveys/bcd234", "/settings"):
        assert phone.get(path, base_url=THERE).status_code == 403
    page = phone.get("/s/bcd234/results", base_url=THERE)
    assert page.status_code == 200
    assert "Sign out" not in page.text
    # The cookie that came back names no sign-in, here neither.
    with phone.session_transaction(base_url=THERE) as session:
        assert "sign_in" not in session


def test_what_respondents_read_sets_no_cookie(phone, shown):
    for path in ("/", "/s/bcd234", "/s/bcd234/results", "/how"):
        answer = phone.get(path, base_url=THERE)
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers


@pytest.fixture
def ask(app):
    """Asks as Granian does, at the socket with this address."""
    served = CompleteRequests(app, threads=2)

    def ask(listener, host, path, method="GET", body=b""):
        asked = scope(method, path)
        asked.server = f"{listener}:8000"
        asked.headers = Headers([
            ("host", host), ("content-type", "application/json"),
            ("content-length", str(len(body))), ("x-forwarded-for", "127.0.0.1"),
        ])  # fmt: skip
        protocol = Protocol([body])
        run(served.__rsgi__(asked, protocol))
        return protocol.answer.status

    yield ask
    shut_down(served)


def test_the_servers_loop_decides_by_the_socket_too(ask, shown, instrument, store):
    sent = Response(instrument.digest, "3f" * 16, (0, 1, 0)).body()
    take = {"path": "/s/bcd234/responses", "method": "POST", "body": sent}
    for host in ("127.0.0.1:8000", "localhost", "192.0.2.8"):
        for path in ("/s/bcd234", "/s/bcd234/instrument.json", "/"):
            assert ask(NETWORK, host, path) == 400, (host, path)
        for path in ("/sign-in", "/surveys", "/health"):
            assert ask(NETWORK, host, path) == 403, (host, path)
        assert ask(NETWORK, host, **take) == 400
    assert store.responses.tally("bcd234").responses == 1
    for path in ("/s/bcd234", "/s/bcd234/instrument.json", "/"):
        assert ask(NETWORK, NETWORK, path) == 200, path
    for path in ("/sign-in", "/surveys", "/health"):
        assert ask(NETWORK, NETWORK, path) == 403, path
    assert ask(NETWORK, f"{NETWORK}:8000", **take) == 201
    assert ask("127.0.0.1", "localhost", "/sign-in") == 200
    assert ask("127.0.0.1", "localhost", "/health") == 200


def test_an_ipv6_network_is_one_too(config, store, shown):
    client = create_app(dataclasses.replace(config, network="fd00::5"), store).test_client()
    client.environ_base[LISTENER] = "[fd00::5]"
    assert client.get("/", headers={"Host": "[FD00::5]:8000"}).status_code == 200
    assert client.get("/sign-in", headers={"Host": "[fd00::5]:8000"}).status_code == 403
    assert client.get("/", headers={"Host": "[::1]:8000"}).status_code == 400
