"""The listener in the local network ends with its worker, and says when it cannot begin."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from survey.app.network_listener import WithNetwork


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


def serve_a_moment(loop, listener: Listener) -> None:
    """In a thread of its own: in this one a browser's loop may run."""

    def serve() -> None:
        served = Served()
        both = WithNetwork(served, listener)
        both.__rsgi_init__(loop)
        assert served.begun_with is loop
        for _ in range(3):
            loop.run_until_complete(asyncio.sleep(0))
        both.__rsgi_del__(loop)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(serve).result()


def test_it_ends_with_the_worker_and_in_order(loop, caplog):
    listener = Listener()
    serve_a_moment(loop, listener)
    assert listener.served
    assert caplog.records == []


def test_an_address_that_is_gone_is_logged(loop, caplog):
    serve_a_moment(loop, Listener(RuntimeError("Cannot assign requested address")))
    (record,) = caplog.records
    assert "Phones cannot reach the app" in record.getMessage()
