// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"fmt"
	"slices"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/webhook"
	"cairn/match"
)

const (
	matchColumns = `id, kind, game, control, creator, created, rated, shown, white_name, black_name, white, black, status, seq, ply, turn, verdict, reason,
updated, deadline, rematch, position`

	insertMatch = `INSERT INTO matches (` + matchColumns + `, ended, length)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
CASE WHEN $13 = 'over' THEN CAST($19 AS BIGINT) END, CASE WHEN $13 = 'over' THEN CAST($15 AS BIGINT) END)`

	// The columns from id to black_name never change. seq is the version of the row.
	updateMatch = `UPDATE matches SET white = $3, black = $4, status = $5, seq = $6, ply = $7, turn = $8, verdict = $9,
reason = $10, updated = $11, deadline = $12, rematch = $13, position = $14,
ended = CASE WHEN $5 = 'over' THEN CAST($11 AS BIGINT) END, length = CASE WHEN $5 = 'over' THEN CAST($7 AS BIGINT) END WHERE id = $1 AND seq = $2`

	// A move that does not end the match changes only these columns. None is in an index,
	// except the deadline of a match with clocks.
	moveMatch    = `UPDATE matches SET seq = $3, ply = $4, turn = $5, updated = $6, position = $7 WHERE id = $1 AND seq = $2`
	moveWithTime = `UPDATE matches SET seq = $3, ply = $4, turn = $5, updated = $6, position = $7, deadline = $8 WHERE id = $1 AND seq = $2`

	findMatch = `SELECT ` + matchColumns + ` FROM matches WHERE id = $1`

	findSeq = `SELECT seq FROM matches WHERE id = $1`

	insertPlayer = `INSERT INTO players (user_id, match_id) VALUES ($1, $2) ON CONFLICT (user_id, match_id) DO NOTHING`
)

// matchState returns the columns of a match that can change.
func matchState(i room.Info) []any {
	return []any{
		i.Seats[game.White], i.Seats[game.Black], i.Status.String(), i.Seq, i.Ply, i.Turn.String(),
		i.End.Verdict.String(), string(i.End.Reason), i.Updated.UnixMilli(), millisOrNull(i.Deadline), i.Rematch, i.Position,
	}
}

func matchTargets(i *room.Info) []any {
	return []any{
		&i.ID, &i.Kind, &i.Game, &i.Control, &i.Creator, moment(&i.Created), &i.Rated, &i.Shown,
		&i.Names[game.White], &i.Names[game.Black], &i.Seats[game.White], &i.Seats[game.Black],
		parsed(&i.Status), &i.Seq, &i.Ply, parsed(&i.Turn), parsed(&i.End.Verdict), &i.End.Reason,
		moment(&i.Updated), moment(&i.Deadline), &i.Rematch, &i.Position,
	}
}

// CreateMatch implements room.Store.
func (s *matches) CreateMatch(ctx context.Context, n room.NewMatch) error {
	what := "create match " + n.Info.ID
	bodies, err := encodeEvents(0, n.Info.Seq, n.Events)
	if err != nil {
		return s.explain(what, err)
	}
	return s.write(ctx, what, func(tx *transaction) { s.insertMatch(tx, n, bodies) })
}

// storeMatch encodes and stores a new match.
func (s *matches) storeMatch(tx *transaction, n room.NewMatch) {
	bodies, err := encodeEvents(0, n.Info.Seq, n.Events)
	if tx.fail(err); tx.err == nil {
		s.insertMatch(tx, n, bodies)
	}
}

// insertMatch stores a match with its events and players.
func (s *matches) insertMatch(tx *transaction, n room.NewMatch, bodies []string) {
	i := n.Info
	fixed := []any{i.ID, string(i.Kind), i.Game, i.Control, i.Creator, i.Created.UnixMilli(), i.Rated, i.Shown, i.Names[game.White], i.Names[game.Black]}
	tx.exec(insertMatch, append(fixed, matchState(i)...)...)
	if !n.Unlisted {
		addPlayers(tx, i.ID, i.Creator, i.Seats[game.White], i.Seats[game.Black])
	}
	noteUpload(tx, n)
	s.insertEvents(tx, i.ID, 0, bodies, room.Command{})
}

// addPlayers adds a match to the lists of users; an open seat is an empty user.
func addPlayers(tx *transaction, match string, users ...string) {
	for _, user := range users {
		if user != "" {
			tx.exec(insertPlayer, user, match)
		}
	}
}

// Append implements room.Store; ErrNotFound for an unknown match, and
// *failure.TakenError for the id of the rematch.
func (s *matches) Append(ctx context.Context, c room.Change) error {
	what := "append to match " + c.Info.ID
	change, err := encodeChange(c)
	if err != nil {
		return s.explain(what, err)
	}
	if done, err := s.appendPlain(ctx, change); done || err != nil {
		return s.explain(what, err)
	}
	return s.write(ctx, what, func(tx *transaction) { s.append(tx, change) })
}

// encodedChange is a room.Change with encoded events. They are encoded before the
// transaction, which other writers wait for.
type encodedChange struct {
	room.Change
	bodies, next []string
}

func encodeChange(c room.Change) (encodedChange, error) {
	bodies, err := encodeEvents(c.After, c.Info.Seq, c.Events)
	if err != nil || c.Next == nil {
		return encodedChange{Change: c, bodies: bodies}, err
	}
	next, err := encodeEvents(0, c.Next.Info.Seq, c.Next.Events)
	if err != nil {
		err = fmt.Errorf("next match %s: %w", c.Next.Info.ID, err)
	}
	return encodedChange{Change: c, bodies: bodies, next: next}, err
}

func (s *matches) append(tx *transaction, c encodedChange) {
	advance(tx, c)
	s.insertEvents(tx, c.Info.ID, c.After, c.bodies, c.Command)
	addPlayers(tx, c.Info.ID, newListers(c.Change)...)
	if c.Announce {
		announce(tx, webhook.MatchEnded, c.Info.ID, c.Info.Updated)
	}
	for _, t := range c.Tallies {
		addTally(tx, t)
	}
	if c.Rate != nil {
		rateMatch(tx, c.Info.ID, *c.Rate)
	}
	if c.Next != nil {
		s.insertMatch(tx, *c.Next, c.next)
	}
}

// newListers returns the users to whose lists a change adds the match. Playing on from a
// record adds it to the creator's list.
func newListers(c room.Change) []string {
	var users []string
	if c.Info.Kind == room.Screen {
		users = append(users, c.Info.Creator)
	}
	for _, e := range c.Events {
		users = append(users, e.Account)
	}
	return users
}

// advance updates the row of a match; failure.ErrStale unless it is at the seq that the
// change follows.
func advance(tx *transaction, c encodedChange) {
	i, after := &c.Info, c.After
	query, args := updateMatch, []any{i.ID, after}
	if onlyMoves(c.Events) {
		query, args = moveMatch, append(args, i.Seq, i.Ply, i.Turn.String(), i.Updated.UnixMilli(), i.Position)
		if i.Control != withoutClocks {
			query, args = moveWithTime, append(args, millisOrNull(i.Deadline))
		}
	} else {
		args = append(args, matchState(*i)...)
	}
	if tx.exec(query, args...) > 0 {
		return
	}
	var seq int
	tx.scan(findSeq, []any{i.ID}, &seq)
	tx.fail(fmt.Errorf("%w: the match is at seq %d, the change follows %d", failure.ErrStale, seq, after))
}

// withoutClocks is the control of a match that never has a deadline.
var withoutClocks = match.Control{}.String()

// onlyMoves reports whether events are moves, none of which ends the match.
func onlyMoves(events []match.Event) bool {
	return !slices.ContainsFunc(events, func(e match.Event) bool { return e.Kind != match.Moved || e.End.Over() })
}

// FindMatch implements room.Store.
func (s *matches) FindMatch(ctx context.Context, id string) (room.Info, error) {
	return find(ctx, &s.base, "find match "+id, findMatch, []any{id}, matchTargets)
}

const isListed = `SELECT EXISTS (SELECT 1 FROM players WHERE user_id = $1 AND match_id = $2)`

// Listed implements archive.Store.
func (s *matches) Listed(ctx context.Context, match, user string) (bool, error) {
	var listed bool
	err := s.row(ctx, "find match "+match+" in a list", isListed, []any{user, match}, &listed)
	return listed, err
}

// List implements archive.Store.
func (s *matches) List(ctx context.Context, match, user string) error {
	return s.write(ctx, "list match "+match, func(tx *transaction) {
		tx.scan(findSeq, []any{match}, new(int))
		addPlayers(tx, match, user)
	})
}
