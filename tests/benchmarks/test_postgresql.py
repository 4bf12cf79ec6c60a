"""What survey/docs/scale.md computes with: sizes, rates and the cost of closing on PostgreSQL.

    python -m pytest tests/benchmarks/test_postgresql.py -s

Clients, servers and database share the machine.
"""

import secrets
import shutil
import statistics
import subprocess
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import product
from pathlib import Path

import pytest
from class_of_respondents import submission
from instruments import make_instrument
from load_client import keep_asking
from ports import unused_port
from postgresql import find_or_install
from served import served

from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.store.postgresql.connection import connect
from survey.store.postgresql.database import PostgreSQLRows
from survey.store.postgresql.table_rewriting import note_pending_wipe, wipe_if_pending

ROOT = Path(__file__).parents[2]
CODE = "bnc234"
SECONDS = 6.0
SERVERS = (1, 2, 4)
ROUNDS = 3

# Ids come at random here as well, so that the index grows as it does in use.
FILL = """
    INSERT INTO response (survey, shard, response_id, reports)
    SELECT %(code)s, get_byte(uuid_send(id), 0), id, decode(repeat('01', %(items)s), 'hex')
    FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, %(rows)s)) AS drawn
"""
COUNT = """
    INSERT INTO tally (survey, shard, item, value, reports)
    SELECT survey, shard, item, get_byte(reports, item), count(*)
    FROM response, generate_series(0, length(reports) - 1) AS item GROUP BY 1, 2, 3, 4
"""
SIZES = """
    SELECT pg_table_size('response'), pg_indexes_size('response'),
           pg_total_relation_size('tally')
"""


@pytest.mark.parametrize(("items", "rows"), [(3, 100_000), (20, 100_000), (3, 1_000_000)])
def test_bytes_a_response_and_the_cost_of_closing(postgresql_store, postgresql_url, items, rows):
    instrument = make_instrument(*["1/4"] * items)
    postgresql_store.surveys.add(Survey(CODE, instrument, State.OPEN))
    with connect(postgresql_url) as connection:
        connection.execute(FILL, {"code": CODE, "items": items, "rows": rows})
        connection.execute(COUNT)
        before = connection.execute(SIZES).fetchone()
        note_pending_wipe(PostgreSQLRows(connection))
        started = time.perf_counter()
        wipe_if_pending(postgresql_store.database.connections)
        seconds = time.perf_counter() - started
        after = connection.execute(SIZES).fetchone()
        started = time.perf_counter()
        postgresql_store.responses.tally(CODE)
        milliseconds = 1000 * (time.perf_counter() - started)
    print(f"\n{rows:,} responses of {items} reports: row and index {before[0] / rows:.1f} + "
          f"{before[1] / rows:.1f} bytes, after closing {after[0] / rows:.1f} + "
          f"{after[1] / rows:.1f}; counts {after[2] / 1024:,.0f} kB, "
          f"read in {milliseconds:.1f} ms; closing {seconds:.1f} s")  # fmt: skip


@pytest.mark.parametrize("rows", [100_000, 1_000_000])
def test_responses_beside_a_closing(postgresql_store, postgresql_url, rows):
    """How long a response waits to one survey while another, of so many, closes."""
    asked = make_instrument("1/4", "1/4", "1/4")
    for code in (CODE, "sml234"):
        postgresql_store.surveys.add(Survey(code, asked, State.OPEN))
    with connect(postgresql_url) as connection:
        connection.execute(FILL, {"code": CODE, "items": 3, "rows": rows})
        connection.execute(COUNT)
    waits: list[float] = []
    with ThreadPoolExecutor(1) as pool:
        closing = pool.submit(postgresql_store.surveys.set_state, CODE, State.CLOSED)
        started = time.perf_counter()
        while not closing.done():
            begun = time.perf_counter()
            sent = Response(asked.digest, secrets.token_hex(16), (0, 1, 0))
            postgresql_store.responses.add("sml234", sent)
            waits.append(time.perf_counter() - begun)
            time.sleep(0.02)
        seconds = time.perf_counter() - started
        assert closing.result()
    median, longest = 1000 * statistics.median(waits), 1000 * max(waits)
    print(f"\n{rows:,} responses close in {seconds:.1f} s: of {len(waits)} others the median waits "
          f"{median:.0f} ms, the longest {longest:.0f} ms")  # fmt: skip


@pytest.mark.parametrize("clients", [16, 64])
def test_one_row_for_all_and_256_shards(postgresql_store, postgresql_url, tmp_path, clients):
    """The same transaction from PostgreSQL's own client, without this app in between."""
    postgresql_store.surveys.add(Survey(CODE, make_instrument("1/4", "1/4", "1/4"), State.OPEN))
    rates: dict[str, list[float]] = {"one row": [], "256 shards": []}
    for name in list(rates) * ROUNDS:
        shard = "0" if name == "one row" else "get_byte(uuid_send(id), 0)"
        script = tmp_path / "script.sql"
        script.write_text(
            f"""
            BEGIN;
            SELECT pg_advisory_xact_lock_shared(1), pg_advisory_xact_lock_shared(2);
            WITH stored AS (
                INSERT INTO response (survey, shard, response_id, reports)
                SELECT code, {shard}, id, '\\x010001'::bytea
                FROM survey, (SELECT gen_random_uuid() AS id) AS drawn
                WHERE code = '{CODE}' AND state = 'open'
                ON CONFLICT DO NOTHING RETURNING survey, shard, reports
            )
            INSERT INTO tally (survey, shard, item, value, reports)
            SELECT survey, shard, item, get_byte(reports, item), 1
            FROM stored, generate_series(0, length(reports) - 1) AS item ORDER BY item
            ON CONFLICT (survey, shard, item, value) DO UPDATE SET reports = tally.reports + 1;
            COMMIT;
        """.replace("\n", " ").replace(";", ";\n")
        )
        printed = subprocess.run(
            [find_or_install() / "pgbench", "--no-vacuum", "--client", str(clients), "--time",
             f"{SECONDS:.0f}", "--file", script, "--protocol", "prepared", postgresql_url],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        (line,) = [line for line in printed.splitlines() if line.startswith("tps")]
        rates[name].append(float(line.split()[2]))
    for name, found in rates.items():
        print(f"\n{clients} clients, {name}: {statistics.median(found):,.0f} transactions a second")


@pytest.mark.parametrize("connections", [16, 64])
def test_submissions_a_second(
    postgresql_server, tmp_path, monkeypatch, prepare, previous, connections
):
    """One server, two and four, of this release and of the previous one, by turns."""
    send = submission(CODE, make_instrument("1/4", "1/3", "1/10").digest, 3)
    ports = {}
    with ExitStack() as stack:
        for name, root in (("this", ROOT), ("previous", previous)):
            place = postgresql_server.create(f"survey_{secrets.token_hex(8)}")
            monkeypatch.setenv("PYTHONPATH", prepare(root, place)["PYTHONPATH"])
            monkeypatch.chdir(root)  # python -m takes the code from here
            ports[name] = [unused_port() for _ in range(max(SERVERS))]
            for number, port in enumerate(ports[name]):
                folder = tmp_path / f"{name}{number}"
                if number:  # the servers of one database have one key
                    shutil.copytree(tmp_path / f"{name}0", folder)
                else:
                    folder.mkdir()
                stack.enter_context(served(folder, port, place))
        rates = defaultdict(list)
        slowest = defaultdict(list)
        for _ in range(ROUNDS):
            for name, servers in product(ports, SERVERS):
                with ThreadPoolExecutor(servers) as pool:
                    loads = [
                        pool.submit(keep_asking, port, send, connections // servers, SECONDS)
                        for port in ports[name][:servers]
                    ]
                loads = [each.result() for each in loads]
                assert {status for load in loads for status in load.statuses} == {201}
                rates[name, servers].append(sum(load.rate for load in loads))
                slowest[name, servers].append(max(load.quantile(0.99) for load in loads))
    medians = {each: statistics.median(found) for each, found in rates.items()}
    for (name, servers), rate in medians.items():
        p99 = 1000 * statistics.median(slowest[name, servers])
        print(f"\n{connections} connections, {name} release, servers {servers}: "
              f"{rate:,.0f} durable submissions a second, p99 {p99:.0f} ms", end="")  # fmt: skip
    for servers in SERVERS:
        print(f"\n{servers} servers: {medians['this', servers] / medians['previous', servers]:.2f} "
              f"times the previous release's, {medians['this', servers] / medians['this', 1]:.2f} "
              "times one")  # fmt: skip
