"""Slide and Share say that phones cannot join, or where they join now, once the network changes."""

import pytest

from survey.web.respondent.survey_links import LAN, LanState

SLIDE, SHARE = "/surveys/bcd234/present?slide=0", "/surveys/bcd234/share"
HOME, CAMPUS = "http://192.168.1.5:8000", "http://10.1.2.3:8000"


@pytest.fixture
def lan(app):
    """Sets the state of the address in the network."""

    def change(**state) -> None:
        app.config[LAN] = LanState(**state)
        app.config["PUBLIC_URL"] = app.config[LAN].url

    return change


@pytest.mark.parametrize("page", [SLIDE, SHARE])
@pytest.mark.parametrize("followed", [True, False])
def test_an_address_that_is_gone_is_said(instructor, open_survey, lan, page, followed):
    lan(url=HOME, followed=followed)
    assert "Phones cannot reach" not in instructor.get(page).text
    lan(url=HOME, followed=followed, gone=True)
    shown = instructor.get(page).text
    assert f"Phones cannot reach {HOME}: this computer has left that network." in shown
    assert ("Connect it to a network: the app then goes on there." in shown) is followed
    assert ('<code class="command">survey serve --lan</code>' in shown) is not followed


def test_a_slide_that_is_open_hears_of_it(instructor, open_survey, lan):
    """A live page asks with what it has, and takes a reply only if something is another."""
    lan(url=HOME, followed=True)
    etag = instructor.get(SLIDE).headers["ETag"]
    kept = {"If-None-Match": etag}
    assert instructor.get(SLIDE, headers=kept).status_code == 304
    lan(url=HOME, followed=True, gone=True)
    assert instructor.get(SLIDE, headers=kept).status_code == 200


def test_after_a_move_the_slide_has_the_new_address_everywhere(instructor, open_survey, lan):
    lan(url=HOME, followed=True)
    before = instructor.get(SLIDE).text
    lan(url=CAMPUS, followed=True, former=HOME)
    after = instructor.get(SLIDE).text
    assert "192.168.1.5" in before
    assert "192.168.1.5" not in after
    # A part that a live page replaces only if its word changes, and a picture that it loads anew.
    for changed in ('data-as="open 10.1.2.3:8000"', "qr.svg?at=10.1.2.3", 'data-stays="10.1.2.3'):
        assert changed in after


def test_after_a_move_share_says_what_leads_nowhere(instructor, open_survey, lan):
    lan(url=CAMPUS, followed=True, former=HOME)
    shown = instructor.get(SHARE).text
    assert f"Links, QR codes and slips with {HOME} lead nowhere now" in shown
    assert "10.1.2.3:8000/s/bcd234" in shown
