-- SPDX-License-Identifier: Apache-2.0
-- A command is a part of the last event that it led to, instead of a row of its own: a move writes one row less.

-- +goose Up

ALTER TABLE events ADD COLUMN user_id TEXT COLLATE "C"; -- with a command: who sent it
ALTER TABLE events ADD COLUMN command TEXT COLLATE "C"; -- its id

UPDATE events SET user_id = c.user_id, command = c.id FROM commands c WHERE c.match_id = events.match_id AND c.seq = events.seq;

DROP TABLE commands;
