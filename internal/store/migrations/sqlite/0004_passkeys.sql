-- SPDX-License-Identifier: Apache-2.0
-- Passkeys, and identities at an OpenID Connect provider.

-- +goose Up

ALTER TABLE users ADD COLUMN passkeys INTEGER NOT NULL DEFAULT 0; -- how many the account has

CREATE TABLE passkeys (
    id         TEXT PRIMARY KEY,           -- of the credential, base64url
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name       TEXT NOT NULL,
    credential TEXT NOT NULL,              -- JSON: public key, flags, count of signatures
    created    INTEGER NOT NULL,
    used       INTEGER                     -- NULL for never
) STRICT, WITHOUT ROWID;

CREATE INDEX passkeys_user ON passkeys (user_id, created, id);

CREATE TABLE identities (
    issuer  TEXT NOT NULL,
    subject TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX identities_user ON identities (user_id, issuer);
