"""The listener in the local network ends with its worker, and says when it cannot begin."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from survey.app import network_listener
from survey.app.network_listener import WithNetwork
from survey.web.respondent.lan_address import AddressChange
from survey.web.respondent.survey_links import LanState


class Listener:
    """Granian's embedded server, as far as it is used."""

    def __init__(self, fault: Exception | None = None):
        self.fault, self.served, self.stopping = fault, False, asyncio.Event()

    async def serve(self):
        if self.fault:
            raise self.fault
        await self.stopping.wait()
        self.served = True

    def stop(self):
        self.stopping.set()


class Served:
    def __rsgi_init__(self, loop):
        self.begun_with = loop

    async def __rsgi__(self, scope, protocol):
        pass


@pytest.fixture
def loop():
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


class Address:
    """A LanAddress that goes to these addresses, one after the other."""

    def __init__(self, *coming: str):
        self.address, self._coming, self.lost = "192.168.1.5", list(coming), False
        self.state = LanState("http://192.168.1.5:8000")

    def look(self) -> AddressChange | None:
        if not self._coming:
            return None
        self.address = self._coming.pop(0)
        return AddressChange.MOVED

    def lose(self) -> None:
        self.lost = True


def serve_a_moment(loop, address: Address, listening, rounds: int = 3) -> None:
    """In a thread of its own: in this one a browser's loop may run."""

    def serve() -> None:
        served = Served()
        both = WithNetwork(served, address, listening)
        both.__rsgi_init__(loop)
        assert served.begun_with is loop
        for _ in range(rounds):
            loop.run_until_complete(asyncio.sleep(0.001))
        both.__rsgi_del__(loop)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(serve).result()


def test_it_ends_with_the_worker_and_in_order(loop, caplog):
    listener = Listener()
    serve_a_moment(loop, Address(), lambda host: listener)
    assert listener.served
    assert caplog.records == []


def test_an_address_that_is_gone_is_logged(loop, caplog):
    broken, address = Listener(RuntimeError("Cannot assign requested address")), Address()
    serve_a_moment(loop, address, lambda host: broken)
    (record,) = caplog.records
    assert "Phones cannot reach the app, which cannot listen at http" in record.getMessage()
    assert address.lost


def test_where_the_address_goes_a_new_server_listens(loop, caplog, monkeypatch):
    monkeypatch.setattr(network_listener, "LOOKED_AT_EVERY_SECONDS", 0.001)
    listeners = {}

    def listening(host: str) -> Listener:
        return listeners.setdefault(host, Listener())

    serve_a_moment(loop, Address("10.1.2.3", "10.1.2.4"), listening, rounds=30)
    assert list(listeners) == ["192.168.1.5", "10.1.2.3", "10.1.2.4"]
    assert all(each.served for each in listeners.values())
    assert caplog.records == []
