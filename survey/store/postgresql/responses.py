"""How PostgreSQL keeps responses: the id as a number, its first byte beside it, a byte a report."""

from uuid import UUID

from survey.store.postgresql.groups import add_responses
from survey.store.postgresql.report_bytes import read_bytes, report_bytes
from survey.store.sql.responses import ResponseTable

TABLE = ResponseTable(
    key="shard, response_id",
    key_of=lambda response_id: (int(response_id[:2], 16), UUID(response_id)),
    reports_of=report_bytes,
    read=lambda response_id, reports: (response_id.hex, read_bytes(reports)),
    report="nullif(get_byte(reports, ?), 255)",
    add=add_responses,
    count="INSERT INTO tally (survey, shard, item, value, reports)"
    " SELECT survey, shard, item, get_byte(reports, item), count(*)"
    " FROM response, generate_series(0, length(reports) - 1) AS item"
    " WHERE get_byte(reports, item) <> 255"
    " GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4",
)
