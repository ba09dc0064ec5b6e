// SPDX-License-Identifier: Apache-2.0

package faults

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
	"golang.org/x/sync/errgroup"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/audit"
	"cairn/internal/failure"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/match"
)

// Report is the result of an audit: counts, and a sentence for each thing that is
// wrong.
type Report struct {
	Matches  int
	Acked    int // commands acknowledged
	Refused  int // commands refused, because another came first
	Unknown  int // commands without an answer
	Executed int // of them
	Sights   int // states on streams
	Flags    int // matches lost on time
	Pauses   int
	Ended    int

	Lost            int // acknowledged commands that are not stored
	Doubled         int // commands, ends or results that are stored twice
	NotLinearizable int // histories
	Unstored        int // states that show what is not stored
	Unplayable      int // matches that cannot be replayed
	WrongFlags      int // players who lost on time and had time
	WrongTimes      int // commands that are stored with a time before or after them
	WrongScores     int // users whose results or ratings are not those of their matches

	Charged time.Duration // the most that a move cost beyond the time its player took
	Dearest string        // how that came

	Findings []string
}

// Wrong returns how many things are wrong.
func (r *Report) Wrong() int {
	return r.Lost + r.Doubled + r.NotLinearizable + r.Unstored + r.Unplayable + r.WrongFlags + r.WrongTimes + r.WrongScores
}

// find counts a thing that is wrong.
func (r *Report) find(count *int, format string, args ...any) {
	*count++
	r.Findings = append(r.Findings, fmt.Sprintf(format, args...))
}

// Store is what an audit reads.
type Store interface {
	audit.Store
	FindCommand(ctx context.Context, match, user, id string) (int, error)
	FindRatingChanges(ctx context.Context, user, game string, limit int) ([]rating.Change, error)
}

// auditor is a running Audit.
type auditor struct {
	store Store
	games *catalog.Catalog
	*Report
}

// Audit compares a history with the store, which must have come to rest. The error is
// that of the store.
func Audit(ctx context.Context, store Store, games *catalog.Catalog, h *History) (*Report, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a := &auditor{store: store, games: games, Report: &Report{Matches: len(h.matches)}}
	users := map[string]bool{}
	for id, seen := range h.matches {
		info, err := store.FindMatch(ctx, id)
		if failure.CodeOf(err) == failure.NotFound {
			a.find(&a.Lost, "match %s is not stored, but clients know it", id)
			continue
		}
		if err != nil {
			return a.Report, err
		}
		if info.Kind != room.Computer { // those count for nothing
			users[info.Seats[game.White]], users[info.Seats[game.Black]] = true, true
		}
		if err := a.match(ctx, &info, seen); err != nil {
			return a.Report, err
		}
	}
	delete(users, "")
	for user := range users {
		if err := a.ratings(ctx, user); err != nil {
			return a.Report, err
		}
	}
	_, err := audit.Run(ctx, store, games, func(f audit.Fault) {
		if f.Match != "" {
			a.find(&a.Unplayable, "%s", f.Text)
		} else {
			a.find(&a.WrongScores, "%s", f.Text)
		}
	})
	return a.Report, err
}

// match checks one match.
func (a *auditor) match(ctx context.Context, info *room.Info, seen *MatchHistory) error {
	events, err := a.store.FindEvents(ctx, info.ID, 0)
	if err != nil {
		return err
	}
	stored, err := a.lookUp(ctx, info, seen.Posts)
	if err != nil {
		return err
	}
	a.commands(info, seen, events, stored)
	result := linearizable(seen, events, func(p *Post) int { return stored[p] })
	if result != porcupine.Ok {
		a.find(&a.NotLinearizable, "match %s: the history is not linearizable (%s)", info.ID, result)
	}
	steps := a.replay(info, events)
	a.sights(info.ID, seen, steps)
	a.ends(info, seen, events)
	a.charges(seen, events)
	return nil
}

// lookUp returns the seq that the store has for each command, 0 for none.
func (a *auditor) lookUp(ctx context.Context, info *room.Info, posts []*Post) (map[*Post]int, error) {
	seqs := make([]int, len(posts))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(8)
	for i, p := range posts {
		group.Go(func() (err error) {
			seqs[i], err = a.command(ctx, info, p)
			return err
		})
	}
	err := group.Wait()
	stored := map[*Post]int{}
	for i, p := range posts {
		stored[p] = seqs[i]
	}
	return stored, err
}

// command returns the seq that the store has for a command, 0 for none.
func (a *auditor) command(ctx context.Context, info *room.Info, p *Post) (int, error) {
	var side game.Side
	if err := side.UnmarshalText([]byte(p.Side)); err != nil {
		return 0, fmt.Errorf("match %s: side %q of a command: %w", info.ID, p.Side, err)
	}
	seq, err := a.store.FindCommand(ctx, info.ID, info.Seats[side], p.ID)
	if failure.CodeOf(err) == failure.NotFound {
		return 0, nil
	}
	return seq, err
}

// kinds are the events that the actions of players lead to. Resigning before both
// sides have moved aborts the match.
var kinds = map[string][]match.EventKind{
	"start": {match.Started}, "move": {match.Moved}, "resign": {match.Resigned, match.Aborted},
}

// commands checks that every acknowledged command is stored once, at the seq it was
// answered with, every refused one is not stored, and no event is without a cause.
func (a *auditor) commands(info *room.Info, seen *MatchHistory, events []match.Event, stored map[*Post]int) {
	cause := map[int]*Post{}
	for _, p := range seen.Posts {
		seq := stored[p]
		switch p.Outcome {
		case Done:
			a.Acked++
			if seq == 0 {
				a.find(&a.Lost, "match %s: %s %s was answered with seq %d and is not stored", p.Match, p.Action, p.Move, p.Seq)
				continue
			}
			if seq != p.Seq {
				a.find(&a.Doubled, "match %s: %s %s was answered with seq %d and is stored as %d", p.Match, p.Action, p.Move, p.Seq, seq)
			}
		case Refused:
			a.Refused++
			if seq != 0 {
				a.find(&a.Doubled, "match %s: %s %s was refused and is stored as %d", p.Match, p.Action, p.Move, seq)
			}
		default:
			a.Unknown++
			if seq != 0 {
				a.Executed++
			}
		}
		if other := cause[seq]; seq != 0 && other != nil {
			a.find(&a.Doubled, "match %s: commands %s and %s are both stored as %d", p.Match, other.ID, p.ID, seq)
		}
		if seq > 0 {
			cause[seq] = p
			a.event(p, seq, events)
		}
	}
	players := []match.EventKind{match.Moved, match.Resigned}
	for _, e := range events {
		if cause[e.Seq] == nil && slices.Contains(players, e.Kind) && !computes(info, e) {
			a.find(&a.Doubled, "match %s: no client sent event %s", info.ID, e)
		}
	}
}

// computes reports whether an event is one of the computer.
func computes(info *room.Info, e match.Event) bool {
	side, seated := e.By.Side()
	if !seated {
		return false
	}
	_, computer := room.ComputerLevel(info.Seats[side])
	return computer
}

// clockSlack is how far the time of an event may be from the command that led to it:
// nodes know the time of the database to less than this.
const clockSlack = time.Second

// event compares a command with its event.
func (a *auditor) event(p *Post, seq int, events []match.Event) {
	if seq > len(events) {
		a.find(&a.Lost, "match %s: %s %s is noted as %d, but there are %d events", p.Match, p.Action, p.Move, seq, len(events))
		return
	}
	e := events[seq-1]
	if !slices.Contains(kinds[p.Action], e.Kind) || e.Move != p.Move || e.By.String() != p.Side {
		a.find(&a.Lost, "match %s: %s %s by %s is noted as %d, where the store has %s", p.Match, p.Action, p.Move, p.Side, seq, e)
	}
	early := e.At.Before(p.Call.Add(-clockSlack))
	if late := !p.Return.IsZero() && e.At.After(p.Return.Add(clockSlack)); early || late {
		a.find(&a.WrongTimes, "match %s: event %s of a command from %s to %s", p.Match, e, p.Call.UTC(), p.Return.UTC())
	}
}

// replay returns the state of a match after each event, nil if it cannot be played,
// which audit.Run reports.
func (a *auditor) replay(info *room.Info, events []match.Event) []match.Match {
	g, err := a.games.Game(info.Game)
	if err != nil || len(events) == 0 {
		return nil
	}
	m, err := match.Fold(g, events[:1])
	steps := []match.Match{m}
	for _, e := range events[1:] {
		if err == nil {
			m, err = m.Apply(e)
		}
		steps = append(steps, m)
	}
	if err != nil {
		return nil
	}
	return steps
}

// sights compares what streams showed with the replayed match.
func (a *auditor) sights(id string, seen *MatchHistory, steps []match.Match) {
	if steps == nil {
		return
	}
	for _, s := range seen.Sights {
		a.Sights++
		if s.Seq > len(steps) {
			a.find(&a.Unstored, "match %s: a stream showed event %d, but there are %d", id, s.Seq, len(steps))
			continue
		}
		m := steps[s.Seq-1]
		if over := m.Status() == match.Over; over != s.Over {
			a.find(&a.Unstored, "match %s: a stream showed the match over at event %d: %t, want %t", id, s.Seq, s.Over, over)
		}
		if len(s.Moves) > 0 && !slices.Equal(s.Moves, legal(m)) {
			a.find(&a.Unstored, "match %s: a stream showed other moves than the position after event %d has", id, s.Seq)
		}
	}
}

func legal(m match.Match) (list []string) {
	for _, move := range m.State().Moves() {
		list = append(list, move.Text)
	}
	return list
}

// String returns the counts as a table.
func (r *Report) String() string {
	rows := []struct {
		name string
		n    any
	}{
		{"matches", r.Matches},
		{"commands acknowledged", r.Acked},
		{"commands refused, another came first", r.Refused},
		{"commands without an answer", r.Unknown},
		{"of them executed", r.Executed},
		{"states on streams", r.Sights},
		{"matches ended", r.Ended},
		{"matches lost on time", r.Flags},
		{"pauses of clocks", r.Pauses},
		{"largest charge beyond the player's own time", r.Charged},
		{"acknowledged commands lost", r.Lost},
		{"commands, ends or results doubled", r.Doubled},
		{"histories not linearizable", r.NotLinearizable},
		{"states that were not stored", r.Unstored},
		{"matches that cannot be replayed", r.Unplayable},
		{"wrong flags", r.WrongFlags},
		{"events at a wrong time", r.WrongTimes},
		{"users with wrong results", r.WrongScores},
	}
	var text strings.Builder
	for _, row := range rows {
		fmt.Fprintf(&text, "\n%-46s %8v", row.name, row.n)
	}
	return text.String()
}
