-- SPDX-License-Identifier: Apache-2.0
-- Puzzles from matches that were played here, and matches that are to be judged again.

-- +goose Up

-- They name no match and no user.
CREATE TABLE made_puzzles (
    game   TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    line   TEXT NOT NULL,              -- as in a file of puzzles
    made   INTEGER NOT NULL,
    PRIMARY KEY (game, puzzle)
) STRICT, WITHOUT ROWID;

-- Matches with moves that tables did not know when they were judged. They are judged again
-- when there are more tables.
CREATE TABLE unjudged (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    game     TEXT NOT NULL,
    tables   INTEGER NOT NULL,           -- of the game, when it was judged; -1 before
    plies    TEXT NOT NULL           -- a letter for each turn: '.' judged, '?' not; missing ones are not
) STRICT, WITHOUT ROWID;

CREATE INDEX unjudged_game ON unjudged (game, tables, match_id);

-- Which moves were judged until now is not known: all of them are judged again.
DELETE FROM judged;
INSERT INTO unjudged (match_id, game, tables, plies) SELECT id, game, -1, '' FROM matches WHERE counted = 1;
