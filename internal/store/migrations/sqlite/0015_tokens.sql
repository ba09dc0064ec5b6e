-- SPDX-License-Identifier: Apache-2.0
-- Personal tokens, which are sessions with a name and scopes; bots; SSH keys of accounts.

-- +goose Up

ALTER TABLE sessions ADD COLUMN name   TEXT NOT NULL DEFAULT '';   -- of a token, given by the user
ALTER TABLE sessions ADD COLUMN scopes TEXT NOT NULL DEFAULT '';   -- words; empty for a browser

ALTER TABLE users ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;       -- a program plays

CREATE TABLE ssh_keys (
    fingerprint TEXT PRIMARY KEY,          -- SHA256:…
    user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name        TEXT NOT NULL,
    public_key  TEXT NOT NULL,             -- type and key as in authorized_keys
    created     INTEGER NOT NULL,
    used        INTEGER                    -- NULL for never
) STRICT, WITHOUT ROWID;

CREATE INDEX ssh_keys_user ON ssh_keys (user_id, created, fingerprint);
