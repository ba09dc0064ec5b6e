-- SPDX-License-Identifier: Apache-2.0
-- A new seek is compared with the waiting seeks of its own pools, and with the waiting seeks that name several.

-- +goose Up

DROP INDEX seeks_waiting;
CREATE INDEX seeks_pool ON seeks (rated, game, control, id) WHERE match_id IS NULL;
CREATE INDEX seeks_flexible ON seeks (rated, id) WHERE match_id IS NULL AND also_games || also_controls <> '';
