-- SPDX-License-Identifier: Apache-2.0
-- The nodes that share this database, and the people who are on their pages.

-- +goose Up

CREATE TABLE nodes (
    id       TEXT PRIMARY KEY,          -- of a process
    seen     INTEGER NOT NULL,          -- its last beat
    stopping INTEGER NOT NULL           -- it takes no more commands
) STRICT, WITHOUT ROWID;

CREATE TABLE presence (
    node    TEXT PRIMARY KEY REFERENCES nodes (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,           -- raised with every change
    body    TEXT NOT NULL               -- JSON
) STRICT, WITHOUT ROWID;
