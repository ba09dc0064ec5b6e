-- SPDX-License-Identifier: Apache-2.0
-- Puzzles from matches that were played here, and matches that are to be judged again.

-- +goose Up

-- They name no match and no user.
CREATE TABLE made_puzzles (
    game   TEXT COLLATE "C" NOT NULL,
    puzzle TEXT COLLATE "C" NOT NULL,
    line   TEXT COLLATE "C" NOT NULL,  -- as in a file of puzzles
    made   BIGINT NOT NULL,
    PRIMARY KEY (game, puzzle)
);

-- Matches with moves that tables did not know when they were judged. They are judged again
-- when there are more tables.
CREATE TABLE unjudged (
    match_id TEXT COLLATE "C" PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    game     TEXT COLLATE "C" NOT NULL,
    tables   BIGINT NOT NULL,           -- of the game, when it was judged; -1 before
    plies    TEXT COLLATE "C" NOT NULL           -- a letter for each turn: '.' judged, '?' not; missing ones are not
);

CREATE INDEX unjudged_game ON unjudged (game, tables, match_id);

-- Which moves were judged until now is not known: all of them are judged again.
DELETE FROM judged;
INSERT INTO unjudged (match_id, game, tables, plies) SELECT id, game, -1, '' FROM matches WHERE counted = 1;
