-- SPDX-License-Identifier: Apache-2.0
-- Puzzles made from matches that were played here. They name no match and no user.

-- +goose Up

CREATE TABLE made_puzzles (
    game   TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    line   TEXT NOT NULL,              -- as in a file of puzzles
    made   INTEGER NOT NULL,
    PRIMARY KEY (game, puzzle)
) STRICT, WITHOUT ROWID;
