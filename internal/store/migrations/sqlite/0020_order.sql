-- SPDX-License-Identifier: Apache-2.0
-- New matches and events are added at the end of their tables, and the keys are indexes: what a commit adds is on
-- few pages, whatever the ids. Foreign keys are off while migrations run.

-- +goose Up

CREATE TABLE ordered_events (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seq      INTEGER NOT NULL,
    body     TEXT NOT NULL,             -- JSON
    user_id  TEXT,                      -- with a command: who sent it
    command  TEXT,                      -- its id
    PRIMARY KEY (match_id, seq)
) STRICT;

INSERT INTO ordered_events SELECT match_id, seq, body, user_id, command FROM events ORDER BY match_id, seq;
DROP TABLE events;
ALTER TABLE ordered_events RENAME TO events;

CREATE TABLE ordered_matches (
    id         TEXT NOT NULL PRIMARY KEY,
    kind       TEXT NOT NULL,
    game       TEXT NOT NULL,
    control    TEXT NOT NULL,
    creator    TEXT NOT NULL,
    created    INTEGER NOT NULL,
    white      TEXT NOT NULL,
    black      TEXT NOT NULL,
    status     TEXT NOT NULL,
    seq        INTEGER NOT NULL,
    ply        INTEGER NOT NULL,
    turn       TEXT NOT NULL,
    verdict    TEXT NOT NULL,
    reason     TEXT NOT NULL,
    updated    INTEGER NOT NULL,
    deadline   INTEGER,                   -- NULL for never
    rematch    TEXT NOT NULL,
    rated      INTEGER NOT NULL DEFAULT 0,
    shown      INTEGER NOT NULL DEFAULT 0,  -- a private match that everyone may watch
    uploaded   INTEGER NOT NULL DEFAULT 0,  -- it goes on from a record
    position   TEXT NOT NULL DEFAULT '',    -- the last one
    white_name TEXT NOT NULL DEFAULT '',
    black_name TEXT NOT NULL DEFAULT '',
    counted    INTEGER NOT NULL DEFAULT 0,
    ended      INTEGER,                   -- its last change if it is over, else NULL
    length     INTEGER                    -- its plies then
) STRICT;

INSERT INTO ordered_matches
SELECT id, kind, game, control, creator, created, white, black, status, seq, ply, turn, verdict, reason, updated, deadline, rematch, rated, shown,
uploaded, position, white_name, black_name, counted, ended, length FROM matches ORDER BY created, id;
DROP TABLE matches;
ALTER TABLE ordered_matches RENAME TO matches;

CREATE INDEX matches_live ON matches (status, deadline) WHERE status <> 'over';
CREATE INDEX matches_pair ON matches (white, black, kind, verdict) WHERE status = 'over';
CREATE INDEX matches_over ON matches (ended DESC, id, length, verdict, kind, rated, shown) WHERE status = 'over';
CREATE INDEX matches_over_game ON matches (game, ended DESC, id, length, verdict, kind, rated, shown) WHERE status = 'over';
CREATE INDEX matches_uploaded ON matches (created) WHERE uploaded = 1;
CREATE INDEX matches_uncounted ON matches (ended, id) WHERE status = 'over' AND counted = 0 AND kind <> 'screen';
