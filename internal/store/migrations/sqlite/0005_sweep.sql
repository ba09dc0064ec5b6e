-- SPDX-License-Identifier: Apache-2.0
-- What guests have uploaded is deleted after a while.

-- +goose Up

ALTER TABLE matches ADD COLUMN uploaded INTEGER NOT NULL DEFAULT 0; -- it goes on from a record
UPDATE matches SET uploaded = 1 WHERE kind IN ('screen', 'computer')
AND EXISTS (SELECT 1 FROM events WHERE match_id = id AND events.seq = 1 AND body LIKE '%"loaded":%');

CREATE INDEX matches_uploaded ON matches (updated) WHERE uploaded = 1;

-- To delete a match.
CREATE INDEX players_match ON players (match_id);
CREATE INDEX seeks_match ON seeks (match_id) WHERE match_id IS NOT NULL;
