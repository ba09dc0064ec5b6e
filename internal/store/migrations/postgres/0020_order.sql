-- SPDX-License-Identifier: Apache-2.0
-- Rows of PostgreSQL stand in the order in which they came anyway.

-- +goose Up

SELECT 1;
