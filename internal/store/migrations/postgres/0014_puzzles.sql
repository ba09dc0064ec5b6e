-- SPDX-License-Identifier: Apache-2.0
-- Puzzles and drills: what people tried, and how hard puzzles are. The puzzles themselves are part of the program.

-- +goose Up

-- The first attempt of a user at a puzzle, the only one that counts.
CREATE TABLE puzzle_attempts (
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game    TEXT COLLATE "C" NOT NULL,
    puzzle  TEXT COLLATE "C" NOT NULL,
    at      BIGINT NOT NULL,
    solved  BOOLEAN NOT NULL,
    before  DOUBLE PRECISION NOT NULL,              -- the user's rating
    after   DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, game, puzzle)
);

-- How well a user solves the puzzles of a rule set.
CREATE TABLE puzzle_ratings (
    user_id    TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game       TEXT COLLATE "C" NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    attempts   BIGINT NOT NULL,
    streak     BIGINT NOT NULL,        -- puzzles solved in a row, up to now
    best       BIGINT NOT NULL,        -- the longest streak
    updated    BIGINT NOT NULL,
    PRIMARY KEY (user_id, game)
);

-- How hard a puzzle is.
CREATE TABLE puzzle_levels (
    game       TEXT COLLATE "C" NOT NULL,
    puzzle     TEXT COLLATE "C" NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    attempts   BIGINT NOT NULL,
    updated    BIGINT NOT NULL,
    PRIMARY KEY (game, puzzle)
);

-- The last match of a user in a drill.
CREATE TABLE drills (
    user_id  TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game     TEXT COLLATE "C" NOT NULL,
    drill    TEXT COLLATE "C" NOT NULL,
    match_id TEXT COLLATE "C" NOT NULL,
    reached  BOOLEAN NOT NULL,          -- the goal, in this match or in an earlier one
    started  BIGINT NOT NULL,
    PRIMARY KEY (user_id, game, drill)
);
