-- SPDX-License-Identifier: Apache-2.0
-- What lists show of a match beside its result: the last position, and the names that a record gave its players.

-- +goose Up

ALTER TABLE matches ADD COLUMN position   TEXT NOT NULL DEFAULT ''; -- empty for the start of matches of before
ALTER TABLE matches ADD COLUMN white_name TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN black_name TEXT NOT NULL DEFAULT '';

UPDATE matches SET position = COALESCE((SELECT json_extract(body, '$.position') FROM events
WHERE match_id = matches.id AND json_valid(body) AND json_extract(body, '$.position') <> '' ORDER BY events.seq DESC LIMIT 1), '');
