-- SPDX-License-Identifier: Apache-2.0
-- What the nodes of one site share about accounts and notifications.

-- +goose Up

-- Attempts to log in and the like, counted for all nodes.
CREATE TABLE attempts (
    key   TEXT COLLATE "C" PRIMARY KEY,                        -- hash of the account, the address or the browser
    until BIGINT NOT NULL                                      -- when the attempts so far no longer count
);

CREATE INDEX attempts_until ON attempts (until);

-- A turn that is pushed to a player when it is due. One node takes it.
CREATE TABLE turns (
    match_id TEXT COLLATE "C" NOT NULL,
    user_id  TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    due      BIGINT NOT NULL,
    PRIMARY KEY (match_id, user_id)
);

CREATE INDEX turns_due ON turns (due);
CREATE INDEX turns_user ON turns (user_id);
