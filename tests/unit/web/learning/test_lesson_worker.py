"""Lessons are worked out beside the server, and kept for all who ask for the same."""

from queue import Full

import pytest

from survey.errors import LabBusy
from survey.lab.lessons import attempts, linkage
from survey.web.http.side_process import SideProcess
from survey.web.learning import lesson_worker
from survey.web.learning.lesson_worker import LessonWorker


@pytest.fixture
def process():
    process = SideProcess()
    yield process
    process.close()


@pytest.fixture
def worker(process):
    return LessonWorker(process)


def test_outcome_is_the_lessons_own_and_from_another_process(worker, process):
    settings = attempts.LESSON.initial
    assert worker.outcome(attempts.LESSON, settings) == attempts.LESSON.outcome(settings)
    assert process._process.poll() is None


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


def test_what_takes_too_long_is_refused(worker, monkeypatch):
    monkeypatch.setattr(lesson_worker, "SECONDS", 0)
    with pytest.raises(LabBusy):
        worker.outcome(linkage.LESSON, linkage.LESSON.initial)


def test_where_too_many_wait_the_reader_is_told_to_come_again(respondent, monkeypatch):
    """Also where another server gives each request a thread."""

    class Crowded(SideProcess):
        def turn(self):
            raise Full

    monkeypatch.setattr("survey.web.learning.lab.lesson_worker", lambda: LessonWorker(Crowded()))
    refused = respondent.get("/lab/linkage")
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    assert "Many are trying the lab" in refused.text
    monkeypatch.undo()
    assert respondent.get("/lab/linkage").status_code == 200
