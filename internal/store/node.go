// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
	"time"

	"cairn/internal/live/cluster"
	"cairn/internal/live/stream"
)

const (
	upsertBeat = `INSERT INTO beats (name, at) VALUES ('server', $1) ON CONFLICT (name) DO UPDATE SET at = excluded.at`

	// The last heartbeat of a single server or of any node. Each node has a row of its own:
	// a node that is suspended in a transaction blocks no other.
	findBeat = `SELECT MAX(at) FROM (SELECT at FROM beats WHERE name = 'server' UNION ALL SELECT seen FROM nodes) AS all_beats`

	// Without a change SQLite would write nothing, so it counts up.
	countPing = `INSERT INTO beats (name, at) VALUES ('ping', 1) ON CONFLICT (name) DO UPDATE SET at = beats.at + 1`

	takeTask = `INSERT INTO beats (name, at) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET at = excluded.at WHERE beats.at <= $3`

	upsertNode = `INSERT INTO nodes (id, seen, stopping) VALUES ($1, $2, 0)
ON CONFLICT (id) DO UPDATE SET seen = excluded.seen WHERE nodes.seen < excluded.seen`

	stopNode = `UPDATE nodes SET stopping = 1 WHERE id = $1`

	countNodes = `SELECT COUNT(*) FROM nodes WHERE id <> $1 AND stopping = 0 AND seen >= $2`

	findNodes = `SELECT id, seen, stopping = 1, COALESCE(version, 0) FROM nodes LEFT JOIN presence ON node = id WHERE seen >= $1 ORDER BY id`

	// The last heartbeat stays: see findBeat.
	deleteNodes = `DELETE FROM nodes WHERE seen < $1 AND seen < (SELECT MAX(seen) FROM nodes)`

	upsertRoster = `INSERT INTO presence (node, version, body) VALUES ($1, $2, $3)
ON CONFLICT (node) DO UPDATE SET version = excluded.version, body = excluded.body`

	findRosters = `SELECT node, body FROM presence WHERE node IN (`

	findStates = `SELECT id, seq, COALESCE((SELECT MAX(number) FROM phrases WHERE match_id = matches.id), 0) FROM matches WHERE id IN (`
)

// Beat implements cluster.Store.
func (s *matches) Beat(ctx context.Context, now time.Time) error {
	return s.exec(ctx, "save heartbeat", upsertBeat, now.UnixMilli())
}

// LastBeat implements cluster.Store.
func (s *matches) LastBeat(ctx context.Context) (at time.Time, err error) {
	const what = "find the last heartbeat"
	err = s.row(ctx, what, findBeat, nil, moment(&at))
	if err == nil && at.IsZero() {
		err = s.explain(what, sql.ErrNoRows)
	}
	return at, err
}

// Ping implements cluster.Store. It writes to the disk, which may be full.
func (s *matches) Ping(ctx context.Context) error {
	return s.exec(ctx, "ping", countPing)
}

// Now implements cluster.Store.
func (s *matches) Now(ctx context.Context) (time.Time, error) {
	var now time.Time
	query := s.db.NowStatement()
	if query == "" {
		return now, nil
	}
	err := s.row(ctx, "find the database's clock", query, nil, moment(&now))
	return now, err
}

// BeatNode implements cluster.Store.
func (s *matches) BeatNode(ctx context.Context, b cluster.NodeBeat) (last time.Time, err error) {
	return writeValue(ctx, &s.base, "save heartbeat of a node", func(tx *transaction) (last time.Time) {
		tx.scan(findBeat, nil, moment(&last))
		if last.IsZero() {
			last = time.UnixMilli(0).UTC()
		}
		if b.Now.Sub(last) > b.Gap && (b.Settled.IsZero() || last.After(b.Settled)) {
			return last
		}
		if b.Now.After(last) {
			last = time.UnixMilli(b.Now.UnixMilli()).UTC()
		}
		tx.exec(upsertNode, b.ID, b.Now.UnixMilli())
		return last
	})
}

// StopNode implements cluster.Store. The count is a query after the commit: of two nodes
// that stop at the same time, the last to commit sees that the other one has stopped.
func (s *matches) StopNode(ctx context.Context, id string, since time.Time) (others int, err error) {
	if err := s.exec(ctx, "mark node as stopping", stopNode, id); err != nil {
		return 0, err
	}
	err = s.row(ctx, "count nodes", countNodes, []any{id, since.UnixMilli()}, &others)
	return others, err
}

// FindNodes implements cluster.Store.
func (s *matches) FindNodes(ctx context.Context, since time.Time) ([]cluster.Node, error) {
	return list(ctx, &s.base, "find nodes", findNodes, []any{since.UnixMilli()}, func(n *cluster.Node) []any {
		return []any{&n.ID, moment(&n.Seen), &n.Stopping, &n.Version}
	})
}

// DeleteNodes implements cluster.Store.
func (s *matches) DeleteNodes(ctx context.Context, before time.Time) error {
	return s.exec(ctx, "delete nodes", deleteNodes, before.UnixMilli())
}

// SaveRoster implements cluster.Store; ErrNotFound for an unknown node.
func (s *matches) SaveRoster(ctx context.Context, id string, version int64, body string) error {
	return s.exec(ctx, "save roster", upsertRoster, id, version, body)
}

// FindRosters implements cluster.Store.
func (s *matches) FindRosters(ctx context.Context, ids []string) (map[string]string, error) {
	return mapIn(ctx, &s.base, "find rosters", findRosters, ids, func(body *string) []any { return []any{body} })
}

// FindStates implements stream.Store.
func (s *matches) FindStates(ctx context.Context, ids []string) (map[string]stream.State, error) {
	return mapIn(ctx, &s.base, "find states of matches", findStates, ids, func(state *stream.State) []any {
		return []any{&state.Seq, &state.Phrase}
	})
}

// TakeTask implements cluster.Store.
func (s *matches) TakeTask(ctx context.Context, task string, now time.Time, every time.Duration) (taken bool, err error) {
	return writeValue(ctx, &s.base, "take the task "+task, func(tx *transaction) bool {
		return tx.exec(takeTask, "task "+task, now.UnixMilli(), now.Add(-every).UnixMilli()) > 0
	})
}
