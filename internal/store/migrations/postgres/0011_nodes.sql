-- SPDX-License-Identifier: Apache-2.0
-- The nodes that share this database, and the people who are on their pages.

-- +goose Up

CREATE TABLE nodes (
    id       TEXT COLLATE "C" PRIMARY KEY,                     -- of a process
    seen     BIGINT NOT NULL,                                  -- its last beat
    stopping BIGINT NOT NULL                                   -- it takes no more commands
);

CREATE TABLE presence (
    node    TEXT COLLATE "C" PRIMARY KEY REFERENCES nodes (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,                                   -- raised with every change
    body    TEXT COLLATE "C" NOT NULL                          -- JSON
);

-- Matches in which the computer is to move, which any node may do.
CREATE INDEX matches_thinking ON matches (updated)
WHERE status = 'playing' AND (CASE turn WHEN 'white' THEN white ELSE black END) LIKE 'computer:%';
