-- SPDX-License-Identifier: Apache-2.0
-- Notifications of people who are away: Web Push and mail digests.

-- +goose Up

-- Secrets of the server that all its processes share, as the VAPID keys.
CREATE TABLE secrets (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A browser that gets notifications, until its session ends.
CREATE TABLE pushes (
    session  TEXT PRIMARY KEY REFERENCES sessions (hash) ON DELETE CASCADE,
    user_id  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    endpoint TEXT NOT NULL UNIQUE,
    p256dh   TEXT NOT NULL,
    auth     TEXT NOT NULL,
    lang     TEXT NOT NULL,
    created  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX pushes_user ON pushes (user_id, created);

CREATE TABLE digests (
    user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    per_day INTEGER NOT NULL,           -- 0 for none; the row keeps the token of old links
    last    INTEGER NOT NULL,           -- when one was sent, or they were turned on
    token   TEXT NOT NULL UNIQUE,       -- in the link that ends them
    lang    TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX digests_due ON digests (last) WHERE per_day > 0;
