"""Parquet: the reports in typed columns, with the codebook and digest in the file's metadata.

It needs pyarrow (pip install pyarrow). A database, a data frame or a
cluster reads it many times faster than CSV.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from itertools import islice
from typing import IO, TYPE_CHECKING

from survey.core.instrument.instrument import Instrument
from survey.core.responses.reports import RESPONSE_ID, Report
from survey.errors import FormatUnavailable
from survey.exports.codebook import codebook_document
from survey.exports.results_csv import NO_FACTS
from survey.exports.spool import spooled

if TYPE_CHECKING:
    from pyarrow import Schema

RESPONSES_A_GROUP = 50_000  # rows that are in memory at a time, and that a reader can skip together


def parquet_installed() -> bool:
    """Whether pyarrow is installed."""
    return find_spec("pyarrow") is not None


def parquet(
    instrument: Instrument,
    responses: Iterable[tuple[str, Sequence[Report]]],
    facts: Mapping[str, str] = NO_FACTS,
) -> Iterator[bytes]:
    """The reports in pieces: response_id as text, and each report as an 8-bit whole number,
    null for a question that was not asked.

    The file's metadata holds `instrument_sha256`, `instrument` (the canonical
    JSON), `codebook` (JSON) and the stated facts; each column's metadata holds its entry of the
    codebook. Raises FormatUnavailable, at once, without pyarrow.
    """
    if not parquet_installed():
        raise FormatUnavailable("Parquet needs pyarrow: pip install pyarrow.")

    def write(file: IO[bytes]) -> None:
        # Loaded here, since it takes longer than the rest of a command.
        import pyarrow
        from pyarrow.parquet import ParquetWriter

        schema = _schema(instrument, facts)
        names = schema.names
        rows = iter(responses)
        with ParquetWriter(file, schema, compression="zstd") as writer:
            while group := list(islice(rows, RESPONSES_A_GROUP)):
                ids, reports = zip(*group, strict=True)
                columns = [ids, *zip(*reports, strict=True)]
                arrays = [
                    pyarrow.array(column, schema.field(name).type)
                    for name, column in zip(names, columns, strict=True)
                ]
                writer.write_batch(pyarrow.record_batch(arrays, schema=schema))

    return spooled(write)


def _schema(instrument: Instrument, facts: Mapping[str, str]) -> "Schema":
    import pyarrow

    codebook = codebook_document(instrument)
    fields = [pyarrow.field(RESPONSE_ID, pyarrow.string(), nullable=False)]
    for column in codebook["columns"]:
        about = {"codebook": json.dumps(column, ensure_ascii=False)}
        fields.append(
            pyarrow.field(
                column["column"], pyarrow.int8(), instrument.one_question_each, metadata=about
            )
        )
    return pyarrow.schema(
        fields,
        {
            "instrument_sha256": instrument.digest,
            "instrument": instrument.canonical_json,
            "codebook": json.dumps(codebook, ensure_ascii=False),
            **facts,
        },
    )
