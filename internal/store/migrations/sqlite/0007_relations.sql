-- SPDX-License-Identifier: Apache-2.0
-- Whom users follow and block, challenges, phrases in matches, and the score between two players.

-- +goose Up

-- A user either follows or blocks another one.
CREATE TABLE relations (
    user_id  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    other_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind     TEXT NOT NULL,             -- follow or block
    created  INTEGER NOT NULL,
    PRIMARY KEY (user_id, other_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX relations_other ON relations (other_id);

-- Who may challenge a user; no row for everyone.
CREATE TABLE privacy (
    user_id    TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    challenges TEXT NOT NULL            -- followed or nobody
) STRICT, WITHOUT ROWID;

CREATE TABLE challenges (
    id       TEXT PRIMARY KEY,
    from_id  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    to_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    pair     TEXT NOT NULL,             -- both ids in order
    game     TEXT NOT NULL,
    control  TEXT NOT NULL,
    rated    INTEGER NOT NULL,
    side     TEXT NOT NULL,             -- of the challenger: white, black or random
    shown    INTEGER NOT NULL,
    status   TEXT NOT NULL,             -- open, accepted or declined
    reason   TEXT NOT NULL,             -- why it was declined; may be empty
    match_id TEXT REFERENCES matches (id), -- NULL until it is accepted
    created  INTEGER NOT NULL,
    seen     INTEGER NOT NULL,          -- when the challenger's page last asked
    expires  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Two users have one open challenge, whoever made it.
CREATE UNIQUE INDEX challenges_pair ON challenges (pair) WHERE status = 'open';
CREATE INDEX challenges_from ON challenges (from_id, created);
CREATE INDEX challenges_to ON challenges (to_id, created);
CREATE INDEX challenges_expires ON challenges (expires);
CREATE INDEX challenges_match ON challenges (match_id) WHERE match_id IS NOT NULL;

-- The last phrases of a match. They are no events of it.
CREATE TABLE phrases (
    match_id TEXT NOT NULL REFERENCES matches (id),
    number   INTEGER NOT NULL,          -- counted from 1
    side     TEXT NOT NULL,             -- white or black
    phrase   TEXT NOT NULL,             -- its key
    at       INTEGER NOT NULL,
    PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;

-- The score between two players is counted in the index alone.
CREATE INDEX matches_pair ON matches (white, black, kind, verdict) WHERE status = 'over';
