"""The tables and views of a Datasette export.

`recomputed` and `means` are the estimates in SQL, from the codebook's formula:
a reader of the file can see how a figure comes from the counts, and change the formula.
"""

TABLES = """
CREATE TABLE surveys (
    survey TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    introduction TEXT NOT NULL,
    class_size INTEGER NOT NULL,
    responses INTEGER NOT NULL,
    epsilon REAL NOT NULL,
    confidence REAL NOT NULL,
    instrument_sha256 TEXT NOT NULL,
    instrument TEXT NOT NULL,
    root TEXT,
    fingerprint TEXT,
    cap INTEGER,
    figures TEXT,
    state TEXT
);
CREATE TABLE questions (
    question TEXT PRIMARY KEY,
    survey TEXT NOT NULL REFERENCES surveys (survey),
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    gamma TEXT NOT NULL,
    epsilon REAL NOT NULL
);
CREATE TABLE codebook (
    "column" TEXT NOT NULL,
    question TEXT NOT NULL REFERENCES questions (question),
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    option TEXT,
    code INTEGER NOT NULL,
    label TEXT NOT NULL,
    value INTEGER,
    gamma TEXT NOT NULL,
    gamma_decimal REAL NOT NULL,
    odds_a INTEGER NOT NULL,
    odds_b INTEGER NOT NULL,
    epsilon REAL NOT NULL,
    keep REAL NOT NULL,
    other REAL NOT NULL,
    debias TEXT NOT NULL,
    known TEXT,
    known_source TEXT,
    PRIMARY KEY ("column", code)
) WITHOUT ROWID;
CREATE TABLE tallies (
    "column" TEXT NOT NULL,
    code INTEGER NOT NULL,
    reports INTEGER NOT NULL,
    PRIMARY KEY ("column", code),
    FOREIGN KEY ("column", code) REFERENCES codebook ("column", code)
) WITHOUT ROWID;
CREATE TABLE reports (
    response_id TEXT NOT NULL,
    "column" TEXT NOT NULL,
    code INTEGER NOT NULL,
    PRIMARY KEY (response_id, "column"),
    FOREIGN KEY ("column", code) REFERENCES codebook ("column", code)
) WITHOUT ROWID;
CREATE VIEW reports_in_words AS
    SELECT response_id, question, text, option, label
    FROM reports JOIN codebook USING ("column", code);
CREATE VIEW recomputed AS
    SELECT
        "column", question, text, option, code, label, value, reports,
        CAST(reports AS REAL) / asked AS reported_share,
        (CAST(reports AS REAL) / asked - other) / (keep - other) AS estimate
    FROM codebook JOIN tallies USING ("column", code)
    JOIN (SELECT "column", sum(reports) AS asked FROM tallies GROUP BY 1) USING ("column");
CREATE VIEW means AS
    SELECT question, text, sum(value * estimate) AS mean
    FROM recomputed WHERE value IS NOT NULL GROUP BY question, text;
"""
