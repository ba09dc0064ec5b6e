-- SPDX-License-Identifier: Apache-2.0
-- Puzzles made from matches that were played here. They name no match and no user.

-- +goose Up

CREATE TABLE made_puzzles (
    game   TEXT COLLATE "C" NOT NULL,
    puzzle TEXT COLLATE "C" NOT NULL,
    line   TEXT COLLATE "C" NOT NULL,  -- as in a file of puzzles
    made   BIGINT NOT NULL,
    PRIMARY KEY (game, puzzle)
);
