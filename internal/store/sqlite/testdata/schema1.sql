-- SPDX-License-Identifier: Apache-2.0
-- A database of schema 1 as the program wrote it that knew no other, after a
-- crash: Ann, who waits for an opponent, and a guest; one match that is over, and
-- one that goes on with running clocks. Ann's password is "stone-by-stone".

PRAGMA journal_mode = WAL;

CREATE TABLE goose_db_version (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    version_id INTEGER NOT NULL,
    is_applied INTEGER NOT NULL,
    tstamp     TIMESTAMP DEFAULT (datetime('now'))
);

INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, 1), (1, 1);

CREATE TABLE users (
    id           TEXT PRIMARY KEY,
    name         TEXT NOT NULL,
    name_folded  TEXT NOT NULL UNIQUE,
    email        TEXT NOT NULL,
    email_folded TEXT UNIQUE,           -- NULL for guests
    password     TEXT NOT NULL,
    guest        INTEGER NOT NULL,
    created      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    hash    TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expires ON sessions (expires);

-- What lists say of a match. Only columns after created ever change.
CREATE TABLE matches (
    id       TEXT PRIMARY KEY,
    kind     TEXT NOT NULL,
    game     TEXT NOT NULL,
    control  TEXT NOT NULL,
    creator  TEXT NOT NULL,
    created  INTEGER NOT NULL,
    white    TEXT NOT NULL,
    black    TEXT NOT NULL,
    status   TEXT NOT NULL,
    seq      INTEGER NOT NULL,
    ply      INTEGER NOT NULL,
    turn     TEXT NOT NULL,
    verdict  TEXT NOT NULL,
    reason   TEXT NOT NULL,
    updated  INTEGER NOT NULL,
    deadline INTEGER,                   -- NULL for never
    rematch  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A move writes one entry of one small index: the one of the matches that go on.
CREATE INDEX matches_live ON matches (status, deadline) WHERE status <> 'over';
CREATE INDEX matches_over ON matches (updated DESC, id) WHERE status = 'over';

-- Whose matches they are: of those who sit, and of who made them.
CREATE TABLE players (
    user_id  TEXT NOT NULL,
    match_id TEXT NOT NULL REFERENCES matches (id),
    PRIMARY KEY (user_id, match_id)
) STRICT, WITHOUT ROWID;

-- The truth. The primary key decides races.
CREATE TABLE events (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seq      INTEGER NOT NULL,
    body     TEXT NOT NULL,             -- JSON
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE commands (
    match_id TEXT NOT NULL REFERENCES matches (id),
    user_id  TEXT NOT NULL,
    id       TEXT NOT NULL,
    seq      INTEGER NOT NULL,          -- what the command led to
    PRIMARY KEY (match_id, user_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE seeks (
    id       TEXT PRIMARY KEY,
    user_id  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game     TEXT NOT NULL,
    control  TEXT NOT NULL,
    created  INTEGER NOT NULL,
    match_id TEXT REFERENCES matches (id) -- NULL while waiting
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX seeks_user ON seeks (user_id) WHERE match_id IS NULL;
CREATE INDEX seeks_waiting ON seeks (game, control, created, id) WHERE match_id IS NULL;

CREATE TABLE scores (
    user_id TEXT NOT NULL,
    game    TEXT NOT NULL,
    wins    INTEGER NOT NULL,
    losses  INTEGER NOT NULL,
    draws   INTEGER NOT NULL,
    PRIMARY KEY (user_id, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE beats (
    name TEXT PRIMARY KEY,
    at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO users (id, name, name_folded, email, email_folded, password, guest, created) VALUES ('68urpwkga9xmq5h2xk9m', 'Guest-85PG3', 'guest-85pg3', '', NULL, '', 1, 1793534400000);
INSERT INTO users (id, name, name_folded, email, email_folded, password, guest, created) VALUES ('7u64s2factms6nt4mhhe', 'Ann', 'ann', 'ann@example.org', 'ann@example.org', '$argon2id$v=19$m=19456,t=2,p=1$821nq74zw+kO9t1Yd4O3Bg$fdEsw0LrVmlDqxrAK6D/E1fib1xWDaRzE5KOIMfQULA', 0, 1793534400000);
INSERT INTO sessions (hash, user_id, created, expires) VALUES ('152c76c174284e4010725d6900d6546af0154ef8861f99d57be8f4b3ca3f7f1f', '68urpwkga9xmq5h2xk9m', 1793534400000, 1809086400000);
INSERT INTO sessions (hash, user_id, created, expires) VALUES ('c17ba0476c389b690dc34762cebbe7e4916fe648e5921dca5e6fb1ac8c7db958', '7u64s2factms6nt4mhhe', 1793534400000, 1809086400000);
INSERT INTO matches (id, kind, game, control, creator, created, white, black, status, seq, ply, turn, verdict, reason, updated, deadline, rematch) VALUES ('3z5awrh', 'private', 'tic-tac-toe', 'none', '7u64s2factms6nt4mhhe', 1793534400000, '7u64s2factms6nt4mhhe', '68urpwkga9xmq5h2xk9m', 'over', 6, 2, 'white', 'white-wins', 'resignation', 1793534400000, NULL, '');
INSERT INTO matches (id, kind, game, control, creator, created, white, black, status, seq, ply, turn, verdict, reason, updated, deadline, rematch) VALUES ('pnjv9u8', 'private', 'tic-tac-toe', '5m+3s', '7u64s2factms6nt4mhhe', 1793534400000, '7u64s2factms6nt4mhhe', '68urpwkga9xmq5h2xk9m', 'playing', 5, 2, 'white', 'playing', '', 1793534430000, 1793534713000, '');
INSERT INTO players (user_id, match_id) VALUES ('68urpwkga9xmq5h2xk9m', '3z5awrh');
INSERT INTO players (user_id, match_id) VALUES ('68urpwkga9xmq5h2xk9m', 'pnjv9u8');
INSERT INTO players (user_id, match_id) VALUES ('7u64s2factms6nt4mhhe', '3z5awrh');
INSERT INTO players (user_id, match_id) VALUES ('7u64s2factms6nt4mhhe', 'pnjv9u8');
INSERT INTO events (match_id, seq, body) VALUES ('3z5awrh', 1, '{"seq":1,"at":"2026-11-01T12:00:00Z","kind":"created","by":"white","setup":{"game":"tic-tac-toe","revision":1,"control":"none","takeback":"consent","creator":"white","seats":["7u64s2factms6nt4mhhe",""]}}');
INSERT INTO events (match_id, seq, body) VALUES ('3z5awrh', 2, '{"seq":2,"at":"2026-11-01T12:00:00Z","kind":"joined","by":"black","account":"68urpwkga9xmq5h2xk9m"}');
INSERT INTO events (match_id, seq, body) VALUES ('3z5awrh', 3, '{"seq":3,"at":"2026-11-01T12:00:00Z","kind":"started","by":"white"}');
INSERT INTO events (match_id, seq, body) VALUES ('3z5awrh', 4, '{"seq":4,"at":"2026-11-01T12:00:00Z","kind":"moved","by":"white","move":"a1","position":"3/3/w2 b 0"}');
INSERT INTO events (match_id, seq, body) VALUES ('3z5awrh', 5, '{"seq":5,"at":"2026-11-01T12:00:00Z","kind":"moved","by":"black","move":"b1","position":"3/3/wb1 w 0"}');
INSERT INTO events (match_id, seq, body) VALUES ('3z5awrh', 6, '{"seq":6,"at":"2026-11-01T12:00:00Z","kind":"resigned","by":"black","end":{"verdict":"white-wins","reason":"resignation"}}');
INSERT INTO events (match_id, seq, body) VALUES ('pnjv9u8', 1, '{"seq":1,"at":"2026-11-01T12:00:00Z","kind":"created","by":"white","setup":{"game":"tic-tac-toe","revision":1,"control":"5m+3s","takeback":"consent","creator":"white","seats":["7u64s2factms6nt4mhhe",""]}}');
INSERT INTO events (match_id, seq, body) VALUES ('pnjv9u8', 2, '{"seq":2,"at":"2026-11-01T12:00:00Z","kind":"joined","by":"black","account":"68urpwkga9xmq5h2xk9m"}');
INSERT INTO events (match_id, seq, body) VALUES ('pnjv9u8', 3, '{"seq":3,"at":"2026-11-01T12:00:00Z","kind":"started","by":"white"}');
INSERT INTO events (match_id, seq, body) VALUES ('pnjv9u8', 4, '{"seq":4,"at":"2026-11-01T12:00:20Z","kind":"moved","by":"white","move":"a1","position":"3/3/w2 b 0"}');
INSERT INTO events (match_id, seq, body) VALUES ('pnjv9u8', 5, '{"seq":5,"at":"2026-11-01T12:00:30Z","kind":"moved","by":"black","move":"b2","position":"3/1b1/w2 w 0"}');
INSERT INTO seeks (id, user_id, game, control, created, match_id) VALUES ('2u664suj6amnvuzvjy9d', '7u64s2factms6nt4mhhe', 'tic-tac-toe', 'none', 1793534435000, NULL);
INSERT INTO scores (user_id, game, wins, losses, draws) VALUES ('68urpwkga9xmq5h2xk9m', 'tic-tac-toe', 0, 1, 0);
INSERT INTO scores (user_id, game, wins, losses, draws) VALUES ('7u64s2factms6nt4mhhe', 'tic-tac-toe', 1, 0, 0);
INSERT INTO beats (name, at) VALUES ('server', 1793534435000);
