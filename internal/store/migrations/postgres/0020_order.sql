-- SPDX-License-Identifier: Apache-2.0
-- Nothing to do: PostgreSQL does not keep rows in the order of their keys.

-- +goose Up

SELECT 1;
