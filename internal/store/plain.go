// SPDX-License-Identifier: Apache-2.0

package store

import (
	"cmp"
	"context"

	"cairn/game"
)

// Grouper is a Database that batches the plain appends of many callers.
type Grouper interface {
	// Append makes an append. If it reports false without an error, nothing has changed:
	// the caller retries in its own transaction, which succeeds or returns the error.
	Append(ctx context.Context, a PlainAppend) (done bool, err error)
}

// PlainAppend is an append, such as a move, that changes only the row of its match, its
// events and the list of one player. The fields are values of columns.
type PlainAppend struct {
	Match                  string
	After                  int64 // the seq the events follow
	White, Black, Status   string
	Seq, Ply               int64
	Turn, Verdict, Reason  string
	Updated                int64
	Deadline               *int64 // nil for NULL
	Rematch, Position      string
	Player                 string   // in whose list the match is afterwards, or empty
	CommandUser, CommandID string   // of the last event; no command if the id is empty
	Bodies                 []string // of the events
}

// plainAppend returns a change as a PlainAppend; false if it changes other rows.
func plainAppend(c encodedChange) (PlainAppend, bool) {
	if len(c.Tallies) > 0 || c.Rate != nil || c.Next != nil || c.Announce {
		return PlainAppend{}, false
	}
	player := ""
	for _, user := range newListers(c.Change) {
		if player != "" && user != "" && user != player {
			return PlainAppend{}, false
		}
		player = cmp.Or(player, user)
	}
	i := c.Info
	a := PlainAppend{
		Match: i.ID, After: int64(c.After), White: i.Seats[game.White], Black: i.Seats[game.Black], Status: i.Status.String(),
		Seq: int64(i.Seq), Ply: int64(i.Ply), Turn: i.Turn.String(), Verdict: i.End.Verdict.String(), Reason: string(i.End.Reason),
		Updated: i.Updated.UnixMilli(), Rematch: i.Rematch, Position: i.Position,
		Player: player, CommandUser: c.Command.User, CommandID: c.Command.ID, Bodies: c.bodies,
	}
	if !i.Deadline.IsZero() {
		a.Deadline = new(i.Deadline.UnixMilli())
	}
	return a, true
}

// appendPlain makes a change in a batch, if the database is a Grouper and the change is
// plain.
func (s *matches) appendPlain(ctx context.Context, c encodedChange) (done bool, err error) {
	if grouper, can := s.db.(Grouper); can {
		if a, plain := plainAppend(c); plain {
			return grouper.Append(ctx, a)
		}
	}
	return false, nil
}
