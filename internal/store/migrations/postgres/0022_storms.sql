-- SPDX-License-Identifier: Apache-2.0
-- Storms: as many puzzles of a rule set as a user solves in three minutes.

-- +goose Up

-- The last storm of a user on a day, and the best of that day.
CREATE TABLE storms (
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game    TEXT COLLATE "C" NOT NULL,
    day     BIGINT NOT NULL,           -- since 1970, in UTC
    started BIGINT NOT NULL,
    tried   BIGINT NOT NULL,           -- puzzles answered in the last one
    score   BIGINT NOT NULL,           -- solved ones of them
    best    BIGINT NOT NULL,           -- of the day
    PRIMARY KEY (user_id, game, day)
);

CREATE INDEX storms_best ON storms (day, game, best DESC);
