"""Every route says whom it is for, and what does not is open to nobody but an instructor."""

import pytest
from flask import Blueprint, Flask
from routes import PUBLIC, add_route

from survey.app import found_pages
from survey.store import Survey
from survey.web.http.audiences import Audience, Pages, needs_sign_in

NOBODYS = ("/surveys/ready-made/", "/surveys/ask-class/", "/settings/colleagues/")  # no survey's


def without_audience(app: Flask) -> set[str]:
    """Endpoints that belong to no audience's blueprint."""
    return {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if not isinstance(app.blueprints.get(rule.endpoint.partition(".")[0]), Pages)
    }


def not_owned(app: Flask) -> set[str]:
    """Instructors' endpoints whose address names something, and not first of all a survey."""
    with app.app_context():
        return {
            rule.endpoint
            for rule in app.url_map.iter_rules()
            if needs_sign_in(rule.endpoint)
            and "<" in rule.rule
            and not f"{rule.rule}/".startswith(("/surveys/<code>/", *NOBODYS))
        }


@pytest.fixture
def leaking(app) -> Flask:
    """The app with two routes that forgot their audience, and one that names a survey otherwise."""
    app.add_url_rule("/leak", "leak", lambda: "a page")
    plain = Blueprint("plain", __name__)
    plain.add_url_rule("/plain/<code>", "page", lambda survey: survey.code)
    app.register_blueprint(plain)
    add_route(app, "/surveys/of/<number>", lambda number: number, Audience.INSTRUCTOR)
    return app


def test_every_route_has_an_audience(app):
    assert without_audience(app) == {"static"}


def test_every_survey_in_an_instructors_address_is_known_by_its_code(app):
    assert not_owned(app) == set()


def test_a_route_that_forgot_its_audience_is_caught(leaking):
    assert without_audience(leaking) == {"static", "leak", "plain.page"}
    assert not_owned(leaking) == {"plain.page", "lambda.page"}


def test_a_route_that_forgot_its_audience_is_the_owners_only(
    leaking, instrument, store, signed_in_as
):
    store.surveys.add(Survey("bcd234", instrument))
    stranger, browsers = leaking.test_client(), [signed_in_as("ada"), signed_in_as("grace")]
    store.surveys.add(Survey("ada234", instrument, owner="ada"))
    for path in ("/leak", "/plain/ada234"):
        assert stranger.get(path).headers["Location"].startswith("/sign-in")
    assert [each.get("/plain/ada234").status_code for each in browsers] == [200, 404]


def test_few_views_of_instructors_need_no_sign_in():
    """Each is listed here by name: without it nobody could sign in."""
    excepted = {view for pages in found_pages() for view in pages.before_sign_in}
    assert excepted == {"account.sign_in", "account.use_link"}


def test_what_is_open_to_all_is_what_the_tests_expect(app):
    with app.app_context():
        open_to_all = {
            rule.endpoint for rule in app.url_map.iter_rules() if not needs_sign_in(rule.endpoint)
        }
    assert open_to_all == PUBLIC
