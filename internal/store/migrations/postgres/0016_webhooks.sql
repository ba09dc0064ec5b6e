-- SPDX-License-Identifier: Apache-2.0
-- Reports of users to moderators, and the events that the operator's webhook still has to get.

-- +goose Up

-- What users report to moderators about others.
CREATE TABLE reports (
    id      TEXT COLLATE "C" PRIMARY KEY,
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- who is reported
    by_user TEXT COLLATE "C" REFERENCES users (id) ON DELETE SET NULL,         -- who reports; NULL when deleted
    reason  TEXT COLLATE "C" NOT NULL,
    detail  TEXT COLLATE "C" NOT NULL,
    at      BIGINT NOT NULL,
    closed  BIGINT                                                -- when a moderator has closed it
);

-- Of one user about another there is one open report at most.
CREATE UNIQUE INDEX reports_open ON reports (user_id, by_user) WHERE closed IS NULL;
CREATE INDEX reports_at ON reports (at) WHERE closed IS NULL;
CREATE INDEX reports_user ON reports (user_id);
CREATE INDEX reports_by ON reports (by_user);

-- Events that the webhook has not confirmed yet. They name what they are about, and hold nothing else.
CREATE TABLE outbox (
    kind     TEXT COLLATE "C" NOT NULL,
    subject  TEXT COLLATE "C" NOT NULL,     -- a match or a report
    at       BIGINT NOT NULL,  -- when it happened
    due      BIGINT NOT NULL,  -- when to send it next
    attempts BIGINT NOT NULL,
    PRIMARY KEY (kind, subject)
);

CREATE INDEX outbox_due ON outbox (due);
