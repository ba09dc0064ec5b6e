-- SPDX-License-Identifier: Apache-2.0
-- What people play: moves from positions, and moves that gave a result away.

-- +goose Up

ALTER TABLE matches ADD COLUMN counted INTEGER NOT NULL DEFAULT 0; -- 1 when it is in the tables below

CREATE INDEX matches_uncounted ON matches (updated, id) WHERE status = 'over' AND counted = 0 AND kind <> 'screen';

-- How often a move was played, with results for the mover. Symmetric positions are one. It names no users.
CREATE TABLE explorer (
    position INTEGER NOT NULL,          -- hash of game and position
    move     TEXT NOT NULL,         -- touches, in the orientation of the position
    band     INTEGER NOT NULL,          -- of the mover's rating; 0 without one
    month    INTEGER NOT NULL,          -- year * 12 + month - 1
    won      INTEGER NOT NULL,
    drawn    INTEGER NOT NULL,
    lost     INTEGER NOT NULL,
    PRIMARY KEY (position, move, band, month)
) STRICT, WITHOUT ROWID;

-- How many moves of a player kept the result or changed it, by the tables.
CREATE TABLE judged (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game    TEXT NOT NULL,
    phase   TEXT NOT NULL,
    verdict TEXT NOT NULL,
    public  INTEGER NOT NULL,           -- 1 for matches that others may see
    moves   INTEGER NOT NULL,
    PRIMARY KEY (user_id, game, phase, verdict, public)
) STRICT, WITHOUT ROWID;
