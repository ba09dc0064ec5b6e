-- SPDX-License-Identifier: Apache-2.0
-- What people play: moves from positions, and moves that gave a result away.

-- +goose Up

ALTER TABLE matches ADD COLUMN counted BIGINT NOT NULL DEFAULT 0; -- 1 when it is in the tables below

CREATE INDEX matches_uncounted ON matches (updated, id) WHERE status = 'over' AND counted = 0 AND kind <> 'screen';

-- How often a move was played, with results for the mover. Symmetric positions are one. It names no users.
CREATE TABLE explorer (
    position BIGINT NOT NULL,          -- hash of game and position
    move     TEXT COLLATE "C" NOT NULL,         -- touches, in the orientation of the position
    band     BIGINT NOT NULL,          -- of the mover's rating; 0 without one
    month    BIGINT NOT NULL,          -- year * 12 + month - 1
    won      BIGINT NOT NULL,
    drawn    BIGINT NOT NULL,
    lost     BIGINT NOT NULL,
    PRIMARY KEY (position, move, band, month)
);

-- How many moves of a player kept the result or changed it, by the tables.
CREATE TABLE judged (
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game    TEXT COLLATE "C" NOT NULL,
    phase   TEXT COLLATE "C" NOT NULL,
    verdict TEXT COLLATE "C" NOT NULL,
    public  BIGINT NOT NULL,           -- 1 for matches that others may see
    moves   BIGINT NOT NULL,
    PRIMARY KEY (user_id, game, phase, verdict, public)
);
