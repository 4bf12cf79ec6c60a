"""Lessons worked out aside: in a process that gives way, few at a time, again after its end."""

import os
import threading

import pytest

from survey.errors import LabBusy
from survey.lab.lessons import attempts, linkage
from survey.web.learning import lesson_worker
from survey.web.learning.lesson_worker import MOST_WAITING, LessonWorker


@pytest.fixture
def worker():
    worker = LessonWorker()
    yield worker
    worker.close()


def test_outcome_is_the_lessons_own_and_from_a_process_that_gives_way(worker):
    settings = attempts.LESSON.initial
    assert worker.outcome(attempts.LESSON, settings) == attempts.LESSON.outcome(settings)
    process = worker._process.pid
    assert process != os.getpid()
    assert os.getpriority(os.PRIO_PROCESS, process) == 19


@pytest.mark.exhaustive
def test_outcome_is_worked_out_once(worker):
    first = worker.outcome(linkage.LESSON, linkage.LESSON.initial)
    assert worker.outcome(linkage.LESSON, linkage.LESSON.initial) is first


@pytest.mark.exhaustive
def test_few_are_kept(worker, monkeypatch):
    monkeypatch.setattr(lesson_worker, "MOST_KEPT", 1)
    first = worker.outcome(linkage.LESSON, linkage.LESSON.initial)
    worker.outcome(attempts.LESSON, attempts.LESSON.initial)
    again = worker.outcome(linkage.LESSON, linkage.LESSON.initial)
    assert again is not first
    assert again == first


@pytest.mark.exhaustive
def test_a_process_that_was_ended_is_started_anew(worker):
    worker.outcome(linkage.LESSON, linkage.LESSON.initial)
    worker._process.kill()
    worker._process.wait()
    settings = attempts.LESSON.initial
    assert worker.outcome(attempts.LESSON, settings) == attempts.LESSON.outcome(settings)


def test_what_takes_too_long_is_ended(worker, monkeypatch):
    monkeypatch.setattr(lesson_worker, "SECONDS", 0)
    with pytest.raises(LabBusy):
        worker.outcome(linkage.LESSON, linkage.LESSON.initial)
    assert worker._process is None


def test_more_than_a_few_that_wait_are_told_to_come_again(worker, respondent, monkeypatch):
    """Also where another server gives each request a thread."""
    begun, free = threading.Semaphore(0), threading.Event()

    def hold(name, settings):
        begun.release()
        assert free.wait(20)
        return linkage.LESSON.outcome(settings)

    monkeypatch.setattr(worker, "_worked_out", hold)
    monkeypatch.setattr("survey.web.learning.lab.lesson_worker", lambda: worker)
    threads = [
        threading.Thread(target=worker.outcome, args=(linkage.LESSON, linkage.LESSON.initial))
        for _ in range(MOST_WAITING)
    ]
    for thread in threads:
        thread.start()
    try:
        assert begun.acquire(timeout=20)
        while worker._places._value:  # the others are about to wait behind the first
            pass
        refused = respondent.get("/lab/linkage")
    finally:
        free.set()
        for thread in threads:
            thread.join()
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    assert "Many are trying the lab" in refused.text
    assert respondent.get("/lab/linkage").status_code == 200
