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
