-- SPDX-License-Identifier: Apache-2.0
-- No index has a column that every move changes: those of the archive have their own.

-- +goose Up

ALTER TABLE matches ADD COLUMN ended  INTEGER; -- its last change if it is over, else NULL
ALTER TABLE matches ADD COLUMN length INTEGER; -- its plies then

DROP INDEX matches_over;
DROP INDEX matches_over_game;
DROP INDEX matches_uploaded;
DROP INDEX matches_uncounted;

UPDATE matches SET ended = updated, length = ply WHERE status = 'over';

CREATE INDEX matches_over ON matches (ended DESC, id, length, verdict, kind, rated, shown) WHERE status = 'over';
CREATE INDEX matches_over_game ON matches (game, ended DESC, id, length, verdict, kind, rated, shown) WHERE status = 'over';
CREATE INDEX matches_uploaded ON matches (created) WHERE uploaded = 1;
CREATE INDEX matches_uncounted ON matches (ended, id) WHERE status = 'over' AND counted = 0 AND kind <> 'screen';
