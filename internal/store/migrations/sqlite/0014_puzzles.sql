-- SPDX-License-Identifier: Apache-2.0
-- Puzzles and drills: what people tried, and how hard puzzles are. The puzzles themselves are part of the program.

-- +goose Up

-- The first attempt of a user at a puzzle, the only one that counts.
CREATE TABLE puzzle_attempts (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game    TEXT NOT NULL,
    puzzle  TEXT NOT NULL,
    at      INTEGER NOT NULL,
    solved  INTEGER NOT NULL,
    before  REAL NOT NULL,              -- the user's rating
    after   REAL NOT NULL,
    PRIMARY KEY (user_id, game, puzzle)
) STRICT, WITHOUT ROWID;

-- How well a user solves the puzzles of a rule set.
CREATE TABLE puzzle_ratings (
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game       TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    attempts   INTEGER NOT NULL,
    streak     INTEGER NOT NULL,        -- puzzles solved in a row, up to now
    best       INTEGER NOT NULL,        -- the longest streak
    updated    INTEGER NOT NULL,
    PRIMARY KEY (user_id, game)
) STRICT, WITHOUT ROWID;

-- How hard a puzzle is.
CREATE TABLE puzzle_levels (
    game       TEXT NOT NULL,
    puzzle     TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    attempts   INTEGER NOT NULL,
    updated    INTEGER NOT NULL,
    PRIMARY KEY (game, puzzle)
) STRICT, WITHOUT ROWID;

-- The last match of a user in a drill.
CREATE TABLE drills (
    user_id  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game     TEXT NOT NULL,
    drill    TEXT NOT NULL,
    match_id TEXT NOT NULL,
    reached  INTEGER NOT NULL,          -- the goal, in this match or in an earlier one
    started  INTEGER NOT NULL,
    PRIMARY KEY (user_id, game, drill)
) STRICT, WITHOUT ROWID;
