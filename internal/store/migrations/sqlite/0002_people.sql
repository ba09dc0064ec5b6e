-- SPDX-License-Identifier: Apache-2.0
-- Accounts with all that belongs to them, ratings, and an archive to search.

-- +goose Up

ALTER TABLE users ADD COLUMN role     TEXT NOT NULL DEFAULT '';    -- '', moderator or admin
ALTER TABLE users ADD COLUMN banned   INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN settings TEXT NOT NULL DEFAULT '';    -- as the pages write them
ALTER TABLE users ADD COLUMN secret   TEXT NOT NULL DEFAULT '';    -- of the second factor; empty without one
ALTER TABLE users ADD COLUMN step     INTEGER NOT NULL DEFAULT 0;  -- of the last code that was used
ALTER TABLE users ADD COLUMN codes    TEXT NOT NULL DEFAULT '';    -- hashes of unused recovery codes, with spaces between

CREATE INDEX users_role ON users (role) WHERE role <> '';

ALTER TABLE sessions ADD COLUMN agent TEXT NOT NULL DEFAULT '';    -- browser and system, in two words
ALTER TABLE sessions ADD COLUMN seen  INTEGER NOT NULL DEFAULT 0;  -- to the hour
UPDATE sessions SET seen = created;

-- Sessions that were ended before their time, so that every server closes their streams.
CREATE TABLE ended (
    seq  INTEGER PRIMARY KEY AUTOINCREMENT,
    hash TEXT NOT NULL,
    at   INTEGER NOT NULL
) STRICT;

-- Secrets that are good for one use: links to reset a password, second steps of logging in.
CREATE TABLE tokens (
    hash    TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE, -- NULL for nobody's
    data    TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_user ON tokens (user_id);
CREATE INDEX tokens_expires ON tokens (expires);

ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;

-- The archive finds its matches in the index alone, whatever it is asked for.
DROP INDEX matches_over;
CREATE INDEX matches_over ON matches (updated DESC, id, ply, verdict, kind, rated) WHERE status = 'over';
CREATE INDEX matches_over_game ON matches (game, updated DESC, id, ply, verdict, kind, rated) WHERE status = 'over';

ALTER TABLE seeks ADD COLUMN rated  INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seeks ADD COLUMN rating REAL NOT NULL DEFAULT 0;       -- of who waits, when it began
ALTER TABLE seeks ADD COLUMN seen   INTEGER NOT NULL DEFAULT 0;    -- when the page last asked

DROP INDEX seeks_waiting;
CREATE INDEX seeks_waiting ON seeks (game, control, rated, created, id) WHERE match_id IS NULL;

CREATE TABLE ratings (
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game       TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    games      INTEGER NOT NULL,
    updated    INTEGER NOT NULL,
    PRIMARY KEY (user_id, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_leaders ON ratings (game, rating DESC, user_id);

-- How each rated match changed a rating.
CREATE TABLE rating_changes (
    user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game      TEXT NOT NULL,
    at        INTEGER NOT NULL,
    match_id  TEXT NOT NULL REFERENCES matches (id),
    before    REAL NOT NULL,
    after     REAL NOT NULL,
    deviation REAL NOT NULL,            -- afterwards
    PRIMARY KEY (user_id, game, at, match_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_changes_match ON rating_changes (match_id);
