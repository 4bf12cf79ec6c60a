"""The PostgreSQL schema, as numbered migrations; the first equals SQLite's after m007.

Of respondents it holds what SQLite's schema does: random ids, reports, counts.
No column counts up or holds a time. A column beside the id holds its first byte, the shard, so
that a response and the counts that it changes can live on one node of a distributed database
(survey/docs/scale.md). Counts of one survey are spread over 256 shards, since one row that every
response changes would make them all wait for each other's commit; for the same reason `response`
has no foreign key: it would lock the survey's row for every response.
"""

MIGRATIONS = (
    # 1: instructors, surveys, responses, counts, tokens. fillfactor: room to count up in place.
    """
    CREATE TABLE instructor (
        name text COLLATE "C" PRIMARY KEY,
        password_hash text,
        link_hash text UNIQUE,
        largest_epsilon double precision CHECK (largest_epsilon > 0)
    );
    CREATE TABLE survey (
        code text COLLATE "C" PRIMARY KEY,
        position bigint GENERATED ALWAYS AS IDENTITY,
        state text NOT NULL CHECK (state IN ('draft', 'open', 'closed')),
        instrument text NOT NULL,
        digest text NOT NULL,
        results_public boolean NOT NULL,
        fewest_responses integer NOT NULL CHECK (fewest_responses >= 1),
        tokens_required boolean NOT NULL,
        owner text COLLATE "C" NOT NULL REFERENCES instructor (name)
    );
    CREATE TABLE response (
        response_id uuid NOT NULL,
        shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 255),
        survey text COLLATE "C" NOT NULL,
        reports bytea NOT NULL,
        PRIMARY KEY (survey, shard, response_id)
    );
    CREATE TABLE tally (
        reports integer NOT NULL,
        shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 255),
        item smallint NOT NULL,
        value smallint NOT NULL,
        survey text COLLATE "C" NOT NULL,
        PRIMARY KEY (survey, shard, item, value)
    ) WITH (fillfactor = 50);
    CREATE TABLE sign_in (
        token_hash text COLLATE "C" PRIMARY KEY,
        instructor text COLLATE "C" NOT NULL REFERENCES instructor (name)
    );
    CREATE TABLE token (
        survey text COLLATE "C" NOT NULL,
        token_hash text COLLATE "C" NOT NULL,
        spent boolean NOT NULL,
        PRIMARY KEY (survey, token_hash)
    );
    CREATE INDEX token_of_any_survey ON token (token_hash);
    INSERT INTO instructor (name) VALUES ('instructor');
    """,
    # 2: when an open survey is to close, in seconds since 1970: an instructor's plan; and
    # whether it has been closed and the order of arrival must still be erased.
    """
    ALTER TABLE survey ADD COLUMN closes_at bigint;
    ALTER TABLE survey ADD COLUMN order_to_wipe boolean NOT NULL DEFAULT false;
    """,
    # 3: notes of the bytes that must still be erased, after a closing or a deletion. An earlier
    # release noted only a part of them, so everything that it wrote is rewritten.
    """
    CREATE TABLE debt (what text PRIMARY KEY CHECK (what IN ('tables', 'statistics')));
    INSERT INTO debt SELECT 'tables' WHERE EXISTS (SELECT FROM survey) OR EXISTS (
        SELECT FROM instructor
        WHERE name <> 'instructor' OR password_hash IS NOT NULL OR link_hash IS NOT NULL
    );
    ALTER TABLE survey DROP COLUMN order_to_wipe;
    """,
    # 4: no statistics of any column: ANALYZE would copy values into pg_statistic, where they
    # outlive their rows. Setting a column's type, even to the same type, deletes its statistics.
    """
    INSERT INTO debt SELECT 'statistics' FROM debt;
    DO $$
    DECLARE
        each record;
    BEGIN
        FOR each IN
            SELECT attrelid::regclass AS place, quote_ident(attname) AS name,
                format_type(atttypid, atttypmod)
                    || coalesce(' COLLATE ' || quote_ident(collname), '') AS type
            FROM pg_attribute LEFT JOIN pg_collation ON pg_collation.oid = attcollation
            WHERE attnum > 0 AND NOT attisdropped AND attrelid IN (
                'instructor'::regclass, 'sign_in'::regclass, 'survey'::regclass,
                'response'::regclass, 'tally'::regclass, 'token'::regclass
            )
        LOOP
            EXECUTE format('ALTER TABLE %s ALTER %s TYPE %s, ALTER %2$s SET STATISTICS 0',
                each.place, each.name, each.type);
        END LOOP;
    END
    $$;
    """,
    # 5: the day of the instructor's last act that changed the state, and whether a survey is
    # archived.
    """
    ALTER TABLE survey
        ADD COLUMN since text, ADD COLUMN archived boolean NOT NULL DEFAULT false,
        ALTER since SET STATISTICS 0, ALTER archived SET STATISTICS 0;
    """,
    # 6: whether the time to close was set before a figure could be seen.
    """
    ALTER TABLE survey
        ADD COLUMN closes_unseen boolean NOT NULL DEFAULT false,
        ALTER closes_unseen SET STATISTICS 0;
    """,
    # 7: the public half of the key with which the database was first started.
    """
    CREATE TABLE signing_key (
        one integer PRIMARY KEY CHECK (one = 1),
        public_key text NOT NULL
    );
    """,
    # 8: how often a survey has closed, and the signed statement of each closing. A survey that an
    # earlier release closed counts as closed once, and so needs its first statement.
    """
    ALTER TABLE survey
        ADD COLUMN closings integer NOT NULL DEFAULT 0,
        ALTER closings SET STATISTICS 0;
    UPDATE survey SET closings = 1 WHERE state = 'closed';
    CREATE TABLE statement (
        survey text COLLATE "C" NOT NULL,
        closing integer NOT NULL CHECK (closing >= 1),
        text text NOT NULL,
        PRIMARY KEY (survey, closing)
    );
    ALTER TABLE statement
        ALTER survey SET STATISTICS 0, ALTER closing SET STATISTICS 0,
        ALTER text SET STATISTICS 0;
    """,
    # 9: the counts that the public sees of an open survey, and those that wait to be shown.
    """
    CREATE TABLE public_step (
        survey text COLLATE "C" PRIMARY KEY,
        due bigint NOT NULL,
        shown text NOT NULL,
        waiting text,
        published bigint NOT NULL
    );
    ALTER TABLE public_step
        ALTER survey SET STATISTICS 0, ALTER due SET STATISTICS 0, ALTER shown SET STATISTICS 0,
        ALTER waiting SET STATISTICS 0, ALTER published SET STATISTICS 0;
    """,
    # 10: the definitions whose SHA-256 a statement signs; '' if it signs none.
    """
    ALTER TABLE statement
        ADD COLUMN definitions text NOT NULL DEFAULT '',
        ALTER definitions SET STATISTICS 0;
    """,
    # 11: the fingerprint of the secret that belongs to the signing key.
    """
    ALTER TABLE signing_key ADD COLUMN secret text;
    """,
    # 12: the ids that a statement covers, stored if its survey was opened again; '' otherwise.
    """
    ALTER TABLE statement
        ADD COLUMN listed text NOT NULL DEFAULT '',
        ALTER listed SET STATISTICS 0;
    """,
    # 13: a survey closes once: one that was opened again closes, and its last statement stays
    # valid.
    """
    INSERT INTO debt SELECT 'tables'
        WHERE EXISTS (SELECT FROM survey WHERE state = 'open' AND closings > 0)
        ON CONFLICT DO NOTHING;
    UPDATE survey SET state = 'closed', closes_at = NULL, closes_unseen = false
        WHERE state = 'open' AND closings > 0;
    ALTER TABLE survey DROP COLUMN closings;
    DELETE FROM public_step WHERE survey IN (SELECT code FROM survey WHERE state <> 'open');
    ALTER TABLE public_step DROP COLUMN published;
    """,
    # 14: the name of the group that is asked the questions of an earlier survey; '' otherwise.
    """
    ALTER TABLE survey
        ADD COLUMN group_name text NOT NULL DEFAULT '', ALTER group_name SET STATISTICS 0;
    """,
    # 15: the cap, and whether figures are hidden until it has closed. A survey that closed at a
    # time set before any figure could be seen counts as hidden until then.
    """
    ALTER TABLE survey RENAME COLUMN closes_unseen TO hidden_until_closed;
    UPDATE survey SET hidden_until_closed = false WHERE state <> 'closed';
    ALTER TABLE survey
        ADD COLUMN cap integer CHECK (cap BETWEEN 1 AND 10000),
        ALTER cap SET STATISTICS 0;
    """,
    # 16: the counts with which a survey's last minute began; NULL outside it.
    """
    ALTER TABLE survey ADD COLUMN frozen text, ALTER frozen SET STATISTICS 0;
    """,
    # 17: the calibration of a capped survey's horizon intervals; NULL until it is computed.
    """
    ALTER TABLE survey ADD COLUMN calibrated text, ALTER calibrated SET STATISTICS 0;
    """,
    # 18: the instructors with whom a survey is shared, each with a role, as JSON; '' of none.
    """
    ALTER TABLE survey
        ADD COLUMN colleagues text NOT NULL DEFAULT '', ALTER colleagues SET STATISTICS 0;
    """,
    # 19: the labels of a survey, as a JSON list, '' of none; and whether a draft is a template.
    """
    ALTER TABLE survey
        ADD COLUMN labels text NOT NULL DEFAULT '', ALTER labels SET STATISTICS 0,
        ADD COLUMN template boolean NOT NULL DEFAULT false, ALTER template SET STATISTICS 0;
    """,
    # 20: the tag of the language of an instructor's pages; '' is the browser's.
    """
    ALTER TABLE instructor
        ADD COLUMN language text NOT NULL DEFAULT '', ALTER language SET STATISTICS 0;
    """,
    # 21: the address at which somebody else holds the client for a survey; '' for nobody, NULL
    # for the default.
    """
    ALTER TABLE survey ADD COLUMN client_at text, ALTER client_at SET STATISTICS 0;
    """,
    # 22: whether a survey closes on a date that was given, or so many minutes after it was planned.
    """
    ALTER TABLE survey
        ADD COLUMN closes_on_date boolean NOT NULL DEFAULT false,
        ALTER closes_on_date SET STATISTICS 0;
    """,
    # 23: what tells a term from others in which the same was asked; '' of the first.
    """
    ALTER TABLE survey ADD COLUMN term text NOT NULL DEFAULT '', ALTER term SET STATISTICS 0;
    """,
    # 24: the code of the survey whose questions one asks again; '' if it asks none again.
    """
    ALTER TABLE survey
        ADD COLUMN asked_first text NOT NULL DEFAULT '', ALTER asked_first SET STATISTICS 0;
    """,
)
