-- SPDX-License-Identifier: Apache-2.0
-- Storms: as many puzzles of a rule set as a user solves in three minutes.

-- +goose Up

-- The last storm of a user on a day, and the best of that day.
CREATE TABLE storms (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game    TEXT NOT NULL,
    day     INTEGER NOT NULL,           -- since 1970, in UTC
    started INTEGER NOT NULL,
    tried   INTEGER NOT NULL,           -- puzzles answered in the last one
    score   INTEGER NOT NULL,           -- solved ones of them
    best    INTEGER NOT NULL,           -- of the day
    PRIMARY KEY (user_id, game, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX storms_best ON storms (day, game, best DESC);
