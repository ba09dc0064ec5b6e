-- SPDX-License-Identifier: Apache-2.0
-- Personal tokens, which are sessions with a name and scopes; bots; SSH keys of accounts.

-- +goose Up

ALTER TABLE sessions ADD COLUMN name   TEXT COLLATE "C" NOT NULL DEFAULT '';   -- of a token, given by the user
ALTER TABLE sessions ADD COLUMN scopes TEXT COLLATE "C" NOT NULL DEFAULT '';   -- words; empty for a browser

ALTER TABLE users ADD COLUMN bot BOOLEAN NOT NULL DEFAULT FALSE;               -- a program plays

CREATE TABLE ssh_keys (
    fingerprint TEXT COLLATE "C" PRIMARY KEY,                  -- SHA256:…
    user_id     TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name        TEXT COLLATE "C" NOT NULL,
    public_key  TEXT COLLATE "C" NOT NULL,                     -- type and key as in authorized_keys
    created     BIGINT NOT NULL,
    used        BIGINT                                         -- NULL for never
);

CREATE INDEX ssh_keys_user ON ssh_keys (user_id, created, fingerprint);
