-- SPDX-License-Identifier: Apache-2.0
-- Ids are text made by the program; times are milliseconds of UTC.

-- +goose Up

CREATE TABLE users (
    id           TEXT PRIMARY KEY,
    name         TEXT NOT NULL,
    name_folded  TEXT NOT NULL UNIQUE,
    email        TEXT NOT NULL,
    email_folded TEXT UNIQUE,           -- NULL for guests
    password     TEXT NOT NULL,
    guest        INTEGER NOT NULL,
    created      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    hash    TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expires ON sessions (expires);

-- What lists say of a match. Only columns after created ever change.
CREATE TABLE matches (
    id       TEXT PRIMARY KEY,
    kind     TEXT NOT NULL,
    game     TEXT NOT NULL,
    control  TEXT NOT NULL,
    creator  TEXT NOT NULL,
    created  INTEGER NOT NULL,
    white    TEXT NOT NULL,
    black    TEXT NOT NULL,
    status   TEXT NOT NULL,
    seq      INTEGER NOT NULL,
    ply      INTEGER NOT NULL,
    turn     TEXT NOT NULL,
    verdict  TEXT NOT NULL,
    reason   TEXT NOT NULL,
    updated  INTEGER NOT NULL,
    deadline INTEGER,                   -- NULL for never
    rematch  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A move writes one entry of one small index: the one of the matches that go on.
CREATE INDEX matches_live ON matches (status, deadline) WHERE status <> 'over';
CREATE INDEX matches_over ON matches (updated DESC, id) WHERE status = 'over';

-- Whose matches they are: of those who sit, and of who made them.
CREATE TABLE players (
    user_id  TEXT NOT NULL,
    match_id TEXT NOT NULL REFERENCES matches (id),
    PRIMARY KEY (user_id, match_id)
) STRICT, WITHOUT ROWID;

-- The truth. The primary key decides races.
CREATE TABLE events (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seq      INTEGER NOT NULL,
    body     TEXT NOT NULL,             -- JSON
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE commands (
    match_id TEXT NOT NULL REFERENCES matches (id),
    user_id  TEXT NOT NULL,
    id       TEXT NOT NULL,
    seq      INTEGER NOT NULL,          -- what the command led to
    PRIMARY KEY (match_id, user_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE seeks (
    id       TEXT PRIMARY KEY,
    user_id  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game     TEXT NOT NULL,
    control  TEXT NOT NULL,
    created  INTEGER NOT NULL,
    match_id TEXT REFERENCES matches (id) -- NULL while waiting
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX seeks_user ON seeks (user_id) WHERE match_id IS NULL;
CREATE INDEX seeks_waiting ON seeks (game, control, created, id) WHERE match_id IS NULL;

CREATE TABLE scores (
    user_id TEXT NOT NULL,
    game    TEXT NOT NULL,
    wins    INTEGER NOT NULL,
    losses  INTEGER NOT NULL,
    draws   INTEGER NOT NULL,
    PRIMARY KEY (user_id, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE beats (
    name TEXT PRIMARY KEY,
    at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
