"""XLSX of several groups together: their figures, the groups, and the columns' meanings."""

from collections.abc import Iterator, Sequence
from typing import IO

from xlsxwriter import Workbook

from survey.core.pooling.pooled import Group, PooledQuestion
from survey.exports.pooled_values import COLUMNS, pooled_document, pooled_rows
from survey.exports.spool import spooled
from survey.exports.xlsx.sheet import Sheet
from survey.exports.xlsx.workbook import MADE


def pooled_workbook(
    groups: Sequence[Group], questions: Sequence[PooledQuestion], confidence: float
) -> Iterator[bytes]:
    """The workbook in pieces; its sheets hold the same as the JSON."""

    def write(file: IO[bytes]) -> None:
        with Workbook(file, {"in_memory": True}) as book:
            book.set_properties({"created": MADE})
            _fill(book, groups, questions, confidence)

    return spooled(write)


def _fill(
    book: Workbook,
    groups: Sequence[Group],
    questions: Sequence[PooledQuestion],
    confidence: float,
) -> None:
    document = pooled_document(groups, questions, confidence)
    figures = Sheet(book, "figures", [10, 24, 32, 12, 12, 12, 12, 16, 14, 14, 16])
    figures.header(COLUMNS)
    for row in pooled_rows(groups, questions):
        figures.row(row)
    persons = Sheet(book, "persons", [10, 40, 24, 10, 10])
    persons.header(["question", "text", "option", "least", "most"])
    for question in document["questions"]:
        for each in question["persons"]:
            least_and_most = each["least_and_most"] or (None, None)
            persons.row([question["name"], question["text"], each["option"], *least_and_most])
    told = Sheet(book, "groups", [32, 70, 12, 20, 8, 70, 70])
    told.header(document["groups"][0])
    for group in document["groups"]:
        told.row(group.values())
    about = Sheet(book, "about", [22, 100])
    for fact in ("questions_sha256", "confidence"):
        about.row([fact, document[fact]])
    about.row([])
    about.header(["word", "definition"], frozen=False)
    for word in document["definitions"].items():
        about.row(word)
