"""survey doctor: every page that somebody else holds is compared, and the comparison is noted."""

from contextlib import closing
from datetime import UTC, datetime

import pytest
from holder import PAGE, Holder
from live_server import serving
from ports import unused_port
from release_client import RELEASE

from survey.store import State, Survey
from survey.store.sqlite.engine import SQLiteStore
from survey.web.running.holder_comparisons import HolderComparisons


@pytest.fixture
def name_holder(data, instrument):
    """Adds a survey that names the holder at this address."""

    def name_holder(address: str) -> None:
        with closing(SQLiteStore(data / "survey.db")) as store:
            store.surveys.add(Survey("hld234", instrument, State.OPEN, client_at=address))

    return name_holder


def test_all_is_well_where_nobody_else_holds_the_page(doctor):
    found, code = doctor()
    assert found["holders"]["says"] == "No survey names somebody else who holds the page."
    assert code == 0


def test_the_installations_holder_and_that_of_a_survey_are_compared(fault, data, name_holder):
    changed = RELEASE.single_file.content.replace(b"Deniable", b"Deniabel", 1)
    with serving(Holder()) as same, serving(Holder(changed)) as other:
        name_holder(other + PAGE)
        said = fault("holders", "--client-at", same + PAGE)
    assert f"{same + PAGE} is this release's file" in said
    assert f"{other + PAGE} is not this release's file" in said
    kept, today = HolderComparisons(data), datetime.now(UTC).date()
    found, differing = kept.last(same + PAGE), kept.last(other + PAGE)
    assert (found.sha256, found.day) == (RELEASE.single_file.sha256, today)
    assert differing.sha256 != found.sha256


def test_the_released_page_by_https_is_well(doctor, name_holder, authority):
    with serving(Holder(), authority.context("holder")) as origin:
        name_holder(origin + PAGE)
        found, code = doctor()
    assert code == 0
    assert "is this release's file" in found["holders"]["says"]


def test_a_holder_that_is_down_is_a_fault_and_nothing_is_noted(fault, data, name_holder):
    address = f"http://127.0.0.1:{unused_port()}{PAGE}"
    name_holder(address)
    assert "was not compared" in fault("holders")
    assert HolderComparisons(data).last(address) is None


def test_surveys_on_postgresql_name_holders_too(
    fault, data, postgresql_url, postgresql_store, instrument
):
    address = f"http://127.0.0.1:{unused_port()}{PAGE}"
    survey = Survey("hld234", instrument, State.OPEN, client_at=address)
    postgresql_store.surveys.add(survey)
    said = fault("holders", "--database", postgresql_url)
    assert said.startswith(f"{address.removesuffix(PAGE)} cannot be reached")
