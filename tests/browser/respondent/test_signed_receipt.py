"""The acknowledgement is signed: checked where that can be, kept, and saved as a file."""

import json
import re
import secrets

import numpy as np
import pytest
import zxingcpp
from instruments import make_wave
from playwright.sync_api import Page, expect
from respondent_page import choose, expect_saved, press_send, send, shown_reports
from small_order import MESSAGES, SIGNATURE, SMALL_ORDER, signed_at_the_neutral_point
from traces import DATABASES, serve_changed_client

from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.wire.acknowledgement import acknowledgement, signer_of
from survey.wire.keys import SigningKey

RESPONSES = re.compile(r"/responses$")
WRONG = "what answers does not sign as this survey's server does"
OTHER_KEY = SigningKey("17" * 32)


@pytest.fixture
def key(app) -> SigningKey:
    return app.extensions["signing_key"]


def named(url: str, key: SigningKey) -> str:
    return f"{url}#k={key.public.fingerprint.replace(' ', '')}"


def fold(page: Page):
    page.get_by_text("Check that it was counted").click()
    return page.locator(".receipt details")


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
    expect(page.get_by_text("Not checked here.")).to_have_count(0)
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
    altered = re.compile(r"/client/qr-\w+\.js")
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


LIES = {
    "to another survey": {"code": "bcd235"},
    "of other reports": {"reports": [0, 0, 0, 0]},
    "none": {"signature": None},
    "a number": {"signature": 7, "key": 7},
    "another's": {"signature": secrets.token_hex(64)},
    "another key": {"key": OTHER_KEY.public.hex},
}


@pytest.mark.first_cell
@pytest.mark.parametrize("name", LIES)
def test_wrong_signature_is_no_acknowledgement(page, survey_url, key, store, bodies, name):
    lied = lie(page, key, **LIES[name])
    expect_no_acknowledgement(page, survey_url, store, bodies, lied)


@pytest.mark.first_cell
@pytest.mark.parametrize("name", ["signature", "key"])
def test_a_text_within_a_list_is_no_acknowledgement(page, survey_url, key, store, bodies, name):
    """JavaScript's expressions match a list of one text as that text."""
    lied = lie(page, key, **{name: lambda text: [text]})
    expect_no_acknowledgement(page, survey_url, store, bodies, lied)


def test_another_key_than_the_links_is_no_acknowledgement(page, survey_url, key, store, bodies):
    lied = lie(page, OTHER_KEY)
    expect_no_acknowledgement(page, named(survey_url, key), store, bodies, lied)


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


def test_a_key_of_small_order_signs_nothing(page, module):
    """One signature by it would fit every message, and WebCrypto takes it."""
    page.goto("/ledger")
    taken = page.evaluate(
        """async ([acknowledgement, keys, signature, messages]) => {
            const { bytesOf, encoded, verifies } = await import(acknowledgement);
            const verified = (key) => Promise.all(
                messages.map((message) => verifies(key, bytesOf(signature), encoded(message))));
            const taken = await Promise.all(keys.map(verified));
            return keys.filter((_, place) => taken[place].some(Boolean));
        }""",
        [module("acknowledgement"), SMALL_ORDER, SIGNATURE.hex(), [m.decode() for m in MESSAGES]],
    )
    assert taken == []


def test_a_signature_that_lays_the_key_bare_is_none(page, module, key):
    """`survey verify` takes none, so that a receipt with it would prove nothing; WebCrypto does."""
    page.goto("/ledger")
    message = b"message"
    signature = signed_at_the_neutral_point(key.seed, key.public.hex, message)
    taken = page.evaluate(
        """async ([acknowledgement, key, signature, message]) => {
            const { bytesOf, encoded, verifies } = await import(acknowledgement);
            const signed = [bytesOf(signature), encoded(message)];
            const { subtle } = crypto;
            const known = await subtle.importKey("raw", bytesOf(key), "Ed25519", false, ["verify"]);
            const byBrowser = await subtle.verify("Ed25519", known, ...signed);
            return [byBrowser, await verifies(key, ...signed)];
        }""",
        [module("acknowledgement"), key.public.hex, signature.hex(), message.decode()],
    )
    assert taken == [True, False]


@pytest.mark.exhaustive
def test_a_client_that_does_not_check_is_caught(page, survey_url, key, store, bodies):
    serve_changed_client(page, r"checked === false \? null", "checked === 0 ? null")
    lied = lie(page, key, signature=secrets.token_hex(64))
    with pytest.raises(AssertionError):
        expect_no_acknowledgement(page, survey_url, store, bodies, lied)


def test_damaged_fingerprint_opens_nothing(page, survey_url):
    page.goto(f"{survey_url}#k=7KF3")
    expect(page.get_by_text("This link is damaged")).to_be_visible()


def test_without_webcrypto_the_signature_is_kept_and_not_checked(page, survey_url, key):
    page.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined});")
    page.goto(named(survey_url, key))
    send(page, [1, 0, 1])
    expect(fold(page)).to_contain_text("Not checked here.")
    assert is_proof(saved(page), key)


def test_in_waves_nothing_of_it_is_kept_and_saving_says_what_it_can_prove(
    page, store, instrument, key
):
    store.surveys.add(Survey("wav234", make_wave(instrument), State.OPEN))
    page.goto("/s/wav234")
    send(page, [1, 0, 1])
    kept = json.dumps([page.evaluate("({...localStorage})"), page.evaluate(DATABASES)])
    assert "table" in kept
    assert key.public.hex not in kept
    assert "signature" not in kept
    fold(page)
    page.get_by_role("button", name="Save my receipt").click()
    expect(page.get_by_text("together can prove your answer")).to_be_focused()
    page.get_by_role("button", name="Forget the table").click()
    expect(page.get_by_text("What was kept for all waves is gone too")).to_be_visible()
    receipt = saved(page)
    assert is_proof(receipt, key)
    assert scanned(page) == receipt
    kept = json.dumps([page.evaluate("({...localStorage})"), page.evaluate(DATABASES)])
    assert "table" not in kept
