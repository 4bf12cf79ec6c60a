"""Each who waits has the whole time, by one timer for all."""

import asyncio

import pytest
from rsgi_requests import run

from survey.app.shared_timeout import SharedTimeout

SECONDS = 0.05


async def never():
    await asyncio.Event().wait()


async def seconds_until_ended(timeout):
    loop = asyncio.get_running_loop()
    begun = loop.time()
    with pytest.raises(TimeoutError):
        await timeout.wait(never())
    return loop.time() - begun


def test_what_comes_is_given_and_what_it_raises_raised():
    async def both():
        timeout = SharedTimeout(SECONDS)
        assert await timeout.wait(asyncio.sleep(0, "it")) == "it"
        with pytest.raises(KeyError):
            await timeout.wait(raising())
        return True

    async def raising():
        raise KeyError

    assert run(both())


def test_each_is_ended_and_none_before_its_own_time():
    async def one_after_another():
        timeout = SharedTimeout(SECONDS)
        first = asyncio.create_task(seconds_until_ended(timeout))
        await asyncio.sleep(SECONDS / 2)
        second = asyncio.create_task(seconds_until_ended(timeout))
        together = await asyncio.gather(first, second)
        return [*together, await seconds_until_ended(timeout)]

    assert min(run(one_after_another())) >= SECONDS


def test_one_timer_is_there_for_all():
    async def timers():
        timeout = SharedTimeout(SECONDS)
        loop, made = asyncio.get_running_loop(), []
        later = loop.call_later
        loop.call_later = lambda *arguments: made.append(arguments) or later(*arguments)
        for _ in range(100):
            await timeout.wait(asyncio.sleep(0))
        return len(made)

    assert run(timers()) == 1


def test_whom_others_cancel_is_cancelled():
    async def cancelled():
        task = asyncio.create_task(SharedTimeout(SECONDS).wait(never()))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    assert run(cancelled())


def test_another_loop_has_a_timer_of_its_own():
    timeout = SharedTimeout(SECONDS)
    assert run(timeout.wait(asyncio.sleep(0, "it"))) == "it"  # its timer ends with its loop
    assert run(seconds_until_ended(timeout)) >= SECONDS
