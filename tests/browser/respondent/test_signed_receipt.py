"""The acknowledgement is signed: checked in every browser, kept, and saved as a file."""

import json
import re
import secrets

import numpy as np
import pytest
import zxingcpp
from live_server import serving
from playwright.sync_api import Page, expect
from respondent_page import choose, expect_saved, posted_by, press_send, send, shown_reports
from table_of_lies import cells
from traces import serve_changed_client

from survey.core.responses.response import Response
from survey.wire.acknowledgement import acknowledgement, signer_of
from survey.wire.keys import SigningKey

RESPONSES = re.compile(r"/responses$")
WRONG = "the reply is not signed by this survey's server"


@pytest.fixture
def key(app) -> SigningKey:
    return app.extensions["signing_key"]


def named(url: str, key: SigningKey) -> str:
    return f"{url}#k={key.public.fingerprint.replace(' ', '')}"


def fold(page: Page):
    """Opens both: what is said of the response, and how to save it; gives the first."""
    checking, saving = page.locator(".ways details").all()
    for each in (checking, saving):
        each.locator("summary").click()
    return checking


def saved(page: Page) -> dict:
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile("^Save")).last.click()
    return json.loads(download.value.path().read_text())


def scanned(page: Page) -> dict:
    """What a scanner reads in the receipt's picture."""
    page.get_by_role("button", name="Show as a QR code").click()
    picture = page.get_by_role("img", name="QR code of your reports")
    expect(picture).to_be_visible()
    quiet, side = (abs(int(each)) for each in picture.get_attribute("viewBox").split()[1:3])
    pixels = np.full((side, side), 255, np.uint8)
    for across, down, run in re.findall(r"M(\d+) (\d+)h(\d+)", picture.inner_html()):
        row, start = int(down) + quiet, int(across) + quiet
        pixels[row, start : start + int(run)] = 0
    return json.loads(zxingcpp.read_barcode(pixels.repeat(4, 0).repeat(4, 1)).text)


def is_proof(receipt: dict, key: SigningKey) -> bool:
    response = Response(receipt["instrument"], receipt["response_id"], tuple(receipt["reports"]))
    return signer_of(receipt, receipt["code"], response) == key.public


@pytest.mark.first_cell
@pytest.mark.parametrize("linked", [True, False])
def test_receipt_names_the_key_and_is_saved_with_its_signature(page, survey_url, key, linked):
    page.goto(named(survey_url, key) if linked else survey_url)
    send(page, [1, 0, 1])
    page.reload()
    expect_saved(page)
    said = "the key that your link names" if linked else "Compare it with the screen"
    checking = fold(page)
    expect(checking).to_contain_text(said)
    expect(checking).to_contain_text(key.public.fingerprint)
    receipt = saved(page)
    assert set(receipt) == {
        "format", "code", "instrument", "response_id", "reports", "key", "signature"
    }  # fmt: skip
    assert is_proof(receipt, key)
    assert scanned(page) == receipt


def test_qr_codes_are_drawn_by_this_releases_script_alone(page, survey_url):
    """It is loaded when one is wanted; without it the file is left."""
    page.goto(survey_url)
    send(page, [1, 0, 1])
    fold(page)
    altered = re.compile(r"/client/on-need-\w+\.js")
    page.route(altered, lambda route: route.fulfill(
        body=route.fetch().text() + " ", content_type="text/javascript"))  # fmt: skip
    page.get_by_role("button", name="Show as a QR code").click()
    expect(page.get_by_text("The QR code did not load")).to_be_visible()
    expect(page.get_by_role("img", name="QR code")).to_have_count(0)
    page.unroute(altered)
    page.get_by_role("button", name="Show as a QR code").click()
    expect(page.get_by_role("img", name="QR code of your reports")).to_be_visible()


def lie(page: Page, signer: SigningKey, **changes) -> list:
    """Answers are signed by this key, with what is not signed, or of something else.

    A change may be a function of what it changes.
    Returns a list that gets all that were answered so, until the page's routes are taken off.
    """
    answered = []

    def answer(route):
        answered.append(route)
        sent = json.loads(route.request.post_data)
        signed = Response(
            sent["instrument"], sent["response_id"],
            tuple(changes.get("reports", sent["reports"])),
        )  # fmt: skip
        code = changes.get("code", "bcd234")
        said = acknowledgement(signer, code, signed, new=True)
        said |= {name: to(said[name]) if callable(to) else to for name, to in changes.items()}
        route.fulfill(status=201, json=said)

    page.route(RESPONSES, answer)
    return answered


LIES = cells("client", "acknowledgement")


@pytest.mark.first_cell
@pytest.mark.parametrize("name", LIES)
def test_a_false_acknowledgement_is_none(page, survey_url, key, store, bodies, name):
    told = LIES[name]()
    lied = lie(page, told.signer or key, **told.changes)
    url = named(survey_url, key) if told.linked else survey_url
    expect_no_acknowledgement(page, url, store, bodies, lied)


def expect_no_acknowledgement(page, url, store, bodies, lied):
    page.goto(url)
    choose(page, [1, 1, 1])
    press_send(page)
    wrong = page.get_by_text(WRONG)
    expect(wrong.or_(page.get_by_role("heading", name="Sent."))).to_be_visible()
    assert wrong.is_visible()
    assert '"acknowledged":false' in page.evaluate("Object.values({...localStorage}).join()")
    assert shown_reports(page) == ["", "", ""]
    page.unroute(RESPONSES)
    expect_saved(page)  # once the right one comes
    assert len(bodies) == len(lied) + 1
    assert len(set(bodies)) == 1
    assert store.responses.tally("bcd234").responses == 1


@pytest.fixture(params=["http", "https"])
def away(request, launch, watched, app, monkeypatch) -> Page:
    """A page for the app as a class has it: served from another machine, by its name."""
    monkeypatch.setitem(app.config, "KNOWN_HOSTS", {"class.example"})
    with serving(watched, encrypted=request.param == "https") as address:
        browser = launch("--host-resolver-rules=MAP class.example 127.0.0.1")
        url = address.replace("127.0.0.1", "class.example")
        page = browser.new_context(base_url=url, ignore_https_errors=True).new_page()
        yield page
        browser.close()


@pytest.mark.exhaustive
def test_a_garbage_signature_is_refused_with_tls_and_without(away, survey_url, key, store):
    """Over plain http a browser has no WebCrypto to ask."""
    lied = lie(away, key, signature=secrets.token_hex(64))
    expect_no_acknowledgement(away, named(survey_url, key), store, posted_by(away), lied)
    secure = away.url.startswith("https:")
    assert away.evaluate("[isSecureContext, Boolean(crypto.subtle)]") == [secure, secure]
    expect(fold(away)).to_contain_text("the key that your link names")
    assert is_proof(saved(away), key)


@pytest.mark.exhaustive
def test_a_client_that_does_not_check_is_caught(page, survey_url, key, store, bodies):
    serve_changed_client(page, r"verifies\(bytesOf\(key\), bytesOf\(signature\), signed\)", "true")
    lied = lie(page, key, signature=secrets.token_hex(64))
    with pytest.raises(AssertionError):
        expect_no_acknowledgement(page, survey_url, store, bodies, lied)


def test_damaged_fingerprint_opens_nothing(page, survey_url):
    page.goto(f"{survey_url}#k=7KF3")
    expect(page.get_by_text("This link is damaged")).to_be_visible()


def test_receipt_is_copied_where_an_app_saves_no_file(page, survey_url):
    """Also on a page without TLS, where browsers have no other clipboard."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(survey_url)
    send(page, [1, 0, 1])
    page.get_by_text("Save", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save my receipt").click()
    page.get_by_role("button", name="Copy").click()
    saved = download.value.path().read_text().strip()
    expect(page.get_by_role("textbox", name="Copy")).to_have_value(saved)
    assert page.evaluate("navigator.clipboard.readText()") == saved
