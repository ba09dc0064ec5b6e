-- SPDX-License-Identifier: Apache-2.0
-- A seek may name several games and clocks. The first of each stays in its
-- column; the others follow as text with spaces between them, the ratings in the
-- order of the games.

-- +goose Up
ALTER TABLE seeks ADD COLUMN also_games    TEXT NOT NULL DEFAULT '';
ALTER TABLE seeks ADD COLUMN also_ratings  TEXT NOT NULL DEFAULT '';
ALTER TABLE seeks ADD COLUMN also_controls TEXT NOT NULL DEFAULT '';

DROP INDEX seeks_waiting;
CREATE INDEX seeks_waiting ON seeks (rated, created, id) WHERE match_id IS NULL;
