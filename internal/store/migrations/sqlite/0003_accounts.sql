-- SPDX-License-Identifier: Apache-2.0
-- Log-ins that a change of the account overtakes, addresses that wait to be confirmed, private matches that are shown.

-- +goose Up

-- Raised with every change of what log-ins depend on: password, two-factor authentication, ban.
ALTER TABLE users ADD COLUMN auth_version INTEGER NOT NULL DEFAULT 0;

-- email is confirmed and unique; unconfirmed is neither. Addresses of before count as confirmed: they were unique.
ALTER TABLE users ADD COLUMN unconfirmed        TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN unconfirmed_folded TEXT;    -- NULL for none
ALTER TABLE users ADD COLUMN unconfirmed_since  INTEGER; -- NULL for none

CREATE INDEX users_unconfirmed ON users (unconfirmed_folded, unconfirmed_since) WHERE unconfirmed_folded IS NOT NULL;

-- A private match that everyone may watch.
ALTER TABLE matches ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;

DROP INDEX matches_over;
CREATE INDEX matches_over ON matches (updated DESC, id, ply, verdict, kind, rated, shown) WHERE status = 'over';
DROP INDEX matches_over_game;
CREATE INDEX matches_over_game ON matches (game, updated DESC, id, ply, verdict, kind, rated, shown) WHERE status = 'over';
