"""A step of the wall clock closes nothing early or late that closes in so many minutes."""

import pytest
from signing_keys import KEY

from survey.app.housekeeper import Housekeeper
from survey.store import State
from survey.store.models import LAST_MINUTE

CODE = "bcd234"
NOW = 1_800_000_000
HOUR = 3600


class Machine:
    """A machine whose wall clock can be stepped; its processes look together, each second."""

    def __init__(self, store, processes: int):
        self.store, self.passed, self.step = store, 0.0, 0
        self.processes = [self.start() for _ in range(processes)]

    def start(self) -> Housekeeper:
        return Housekeeper(
            self.store, KEY, lambda: NOW + self.passed + self.step, lambda: 500 + self.passed
        )

    def run(self, until: float) -> None:
        while self.passed < until:
            self.passed += 1
            for process in self.processes:
                process.look()


@pytest.fixture(params=[1, 3], ids=["one process", "three processes"])
def machine(store, open_survey, request) -> Machine:
    return Machine(store, request.param)


@pytest.mark.parametrize("step", [HOUR, -HOUR, 5])
def test_ten_minutes_last_ten_minutes(machine, store, step):
    store.surveys.plan_closing(CODE, NOW + 600)
    machine.run(until=300)
    machine.step = step
    machine.run(until=599)
    assert not store.surveys.get(CODE).closing
    assert store.surveys.get(CODE).closes_at == pytest.approx(NOW + step + 600, abs=1)
    machine.run(until=601)
    assert store.surveys.get(CODE).closing
    machine.step = 0  # the clock is set back to what it was
    machine.run(until=600 + LAST_MINUTE - 1)
    assert store.surveys.get(CODE).state is State.OPEN
    machine.run(until=600 + LAST_MINUTE + 3)
    assert store.surveys.get(CODE).state is State.CLOSED


def test_after_a_step_a_restart_changes_nothing(machine, store):
    store.surveys.plan_closing(CODE, NOW + 600)
    machine.run(until=300)
    machine.step = HOUR
    machine.run(until=301)
    machine.processes = [machine.start()]
    machine.run(until=598)
    assert not store.surveys.get(CODE).closing
    machine.run(until=601)
    assert store.surveys.get(CODE).closing


def test_a_step_while_nothing_runs_counts_as_time(machine, store):
    """Nobody can tell it from time that has passed."""
    store.surveys.plan_closing(CODE, NOW + 600)
    machine.run(until=10)
    machine.step = HOUR
    machine.processes = [machine.start()]
    machine.run(until=11)
    assert store.surveys.get(CODE).closing


def test_a_date_follows_the_clock(machine, store):
    store.surveys.plan_closing(CODE, NOW + 600, on_date=True)
    machine.run(until=10)
    machine.step = HOUR
    machine.run(until=11)
    assert store.surveys.get(CODE).closing


def test_another_time_and_a_deletion_are_followed(machine, store):
    store.surveys.plan_closing(CODE, NOW + 600)
    machine.run(until=10)
    store.surveys.plan_closing(CODE, NOW + 900)
    machine.run(until=12)
    machine.step = HOUR
    machine.run(until=899)
    assert not store.surveys.get(CODE).closing
    store.surveys.delete(CODE)
    machine.run(until=903)
