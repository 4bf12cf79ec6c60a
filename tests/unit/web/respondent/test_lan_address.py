"""An address in the local network that is gone is told of, and followed if nobody named it."""

import pytest

from survey.cli.server.start_lines import change_lines
from survey.web.http.security_headers import _bound, is_own_address
from survey.web.respondent import lan_address
from survey.web.respondent.lan_address import AddressChange, LanAddress, lan_url
from survey.web.respondent.reachability import ReachedCodes
from survey.web.respondent.survey_links import LAN

HOME, CAMPUS = "192.168.1.5", "10.1.2.3"
COMMAND = "survey serve --data class --lan"


class Machine:
    """The addresses that it has, and the one that is usual; what the terminal says."""

    def __init__(self):
        self.addresses, self.usual, self.said = {HOME}, HOME, []

    def tell(self, change: AddressChange, address: LanAddress) -> None:
        self.said += ["\n".join(change_lines(change, address, COMMAND))]

    def move(self, address: str | None) -> None:
        self.addresses, self.usual = {address} - {None}, address


@pytest.fixture
def machine(monkeypatch) -> Machine:
    machine = Machine()
    monkeypatch.setattr(lan_address, "has_address", lambda host: host in machine.addresses)
    return machine


@pytest.fixture(params=[True, False])
def followed(request) -> bool:
    return request.param


@pytest.fixture
def reached() -> ReachedCodes:
    codes = ReachedCodes(lan_url(HOME, 8000))
    codes.note("bcd234", {"REMOTE_ADDR": "203.0.113.9", "HTTP_HOST": f"{HOME}:8000"})
    assert "bcd234" in codes
    return codes


def made(machine: Machine, reached: ReachedCodes, followed: bool) -> LanAddress:
    settings = {"NETWORK": HOME, "PUBLIC_URL": lan_url(HOME, 8000)}
    find = (lambda: machine.usual) if followed else None
    return LanAddress(settings, reached, 8000, find, machine.tell)


def test_while_it_is_there_nothing_is_said(machine, reached, followed):
    address = made(machine, reached, followed)
    machine.usual = CAMPUS  # a second network, beside the one that phones use
    machine.addresses.add(CAMPUS)
    assert [address.look() for _ in range(3)] == [None] * 3
    assert (address.address, address.state.gone, machine.said) == (HOME, False, [])
    assert "bcd234" in reached


def test_one_that_is_gone_is_said_once_and_so_is_its_return(machine, reached, followed):
    address = made(machine, reached, followed)
    machine.move(None)
    assert [address.look() for _ in range(3)] == [AddressChange.GONE, None, None]
    assert address.settings[LAN].gone
    (said,) = machine.said
    assert f"This computer no longer has the address {HOME}, so phones cannot join." in said
    assert (COMMAND in said) is not followed
    machine.move(HOME)
    assert [address.look() for _ in range(2)] == [AddressChange.BACK, None]
    assert not address.settings[LAN].gone
    assert f"Phones in the same network join at http://{HOME}:8000/" in machine.said[1]


@pytest.mark.parametrize("without_network_before", [True, False])
def test_one_that_was_chosen_by_itself_is_followed(machine, reached, without_network_before):
    address = made(machine, reached, followed=True)
    if without_network_before:
        machine.move(None)
        address.look()
    machine.move(CAMPUS)
    assert [address.look() for _ in range(2)] == [AddressChange.MOVED, None]
    assert address.settings["NETWORK"] == CAMPUS
    assert address.settings["PUBLIC_URL"] == f"http://{CAMPUS}:8000"
    state = address.settings[LAN]
    assert (state.url, state.gone) == (f"http://{CAMPUS}:8000", False)
    assert state.former == f"http://{HOME}:8000"
    assert "The network has changed." in machine.said[-1]
    assert f"join at http://{CAMPUS}:8000/" in machine.said[-1]
    # No phone has reached it there yet.
    assert "bcd234" not in reached
    reached.note("bcd234", {"REMOTE_ADDR": "203.0.113.9", "HTTP_HOST": f"{CAMPUS}:8000"})
    assert "bcd234" in reached


def test_one_at_which_nobody_can_listen_is_not_said_to_be_back(machine, reached):
    address = made(machine, reached, followed=True)
    address.lose()
    assert address.look() is None
    assert address.settings[LAN].gone
    machine.move(CAMPUS)
    assert address.look() is AddressChange.MOVED
    assert not address.settings[LAN].gone


def test_one_that_somebody_named_is_not_followed(machine, reached):
    address = made(machine, reached, followed=False)
    machine.move(CAMPUS)
    assert address.look() is AddressChange.GONE
    assert address.settings["NETWORK"] == HOME


def test_own_addresses_are_looked_up_anew_after_a_change(machine, reached):
    assert is_own_address("127.0.0.9")
    assert _bound.cache_info().currsize > 0
    address = made(machine, reached, followed=False)
    machine.move(None)
    address.look()
    assert _bound.cache_info().currsize == 0


def test_an_address_with_colons_is_written_in_brackets():
    assert lan_url("2001:db8::5", 8000) == "http://[2001:db8::5]:8000"
