// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/internal/store/postgres"
	"cairn/internal/store/sqlite"
	"cairn/match"
)

// Audit is the outcome of an audit.
type Audit struct {
	Matches, Events int
	Faults          int
}

// AuditData checks a data folder, beside a running server or not: the structure of
// the database, every match by the rules, and that lists and scores agree with the
// events. It calls report with the first fault of each match and score. An error
// means that it could not be done; it is fs.ErrNotExist if there is no data.
func AuditData(ctx context.Context, dir string, games Games, report func(fault string)) (_ Audit, err error) {
	store, err := sqlite.Open(dir, sqlite.Options{ReadOnly: true})
	if err != nil {
		return Audit{}, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if err := store.Check(ctx); err != nil {
		return Audit{}, err
	}
	a := audit{store: store, games: games, report: report}
	err = a.run(ctx)
	return a.Audit, err
}

// AuditDatabase is AuditData for a PostgreSQL database, which checks its own
// structure.
func AuditDatabase(ctx context.Context, url string, games Games, report func(fault string)) (_ Audit, err error) {
	store, err := postgres.Open(ctx, url, postgres.Options{Connections: 1})
	if err != nil {
		return Audit{}, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	a := audit{store: store, games: games, report: report}
	err = a.run(ctx)
	return a.Audit, err
}

func plural(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// audit computes again what the platform stores beside the events, so that a
// mistake there is found here.
type audit struct {
	Audit
	store interface {
		account.Store
		live.Store
	}
	games  Games
	report func(fault string)
}

// run checks everything. A server may write meanwhile: the list of matches is of one
// moment, and scores are read before and after it, so what the matches imply must
// lie between.
func (a *audit) run(ctx context.Context) error {
	list, err := a.store.FindMatches(ctx, live.Filter{})
	if err != nil {
		return err
	}
	before, err := a.scores(ctx, playersOf(list))
	if err != nil {
		return err
	}
	if list, err = a.store.FindMatches(ctx, live.Filter{}); err != nil {
		return err
	}
	after, err := a.scores(ctx, playersOf(list))
	if err != nil {
		return err
	}
	there, _, err := a.store.FindNames(ctx, playersOf(list))
	if err != nil {
		return err
	}
	for _, info := range list {
		if err := a.match(ctx, info); err != nil {
			return err
		}
	}
	a.compare(there, implied(list), before, after)
	return nil
}

func (a *audit) fault(format string, args ...any) {
	a.Faults++
	a.report(fmt.Sprintf(format, args...))
}

// playersOf returns all users who play in the matches.
func playersOf(list []live.Info) []string {
	var all []string
	for _, info := range list {
		for _, seat := range info.Seats {
			if _, program := live.ComputerLevel(seat); seat != "" && !program {
				all = append(all, seat)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Games finds rule sets.
type Games interface {
	Game(id string) (game.Game, error)
}

// match replays a match by the rules and compares its row in the list.
func (a *audit) match(ctx context.Context, info live.Info) error {
	events, err := a.store.FindEvents(ctx, info.ID, 0)
	if err != nil && failure.CodeOf(err) != failure.NotFound {
		return err
	}
	latest := info.Seq
	if len(events) > latest { // the match went on since the list was read, or the row is wrong
		now, err := a.store.FindMatch(ctx, info.ID)
		if err != nil {
			return err
		}
		latest = now.Seq
	}
	a.Matches++
	a.Events += len(events)
	if fault := a.replay(ctx, info, events, latest); fault != nil {
		a.fault("match %s: %v", info.ID, fault)
	}
	return nil
}

// replay returns the first fault of a match; latest is the seq of its row after
// the events were read.
func (a *audit) replay(ctx context.Context, info live.Info, events []match.Event, latest int) error {
	g, err := a.games.Game(info.Game)
	if err != nil {
		return err
	}
	listed := min(info.Seq, len(events))
	m, err := match.Fold(g, events[:listed])
	if err != nil {
		return err
	}
	if _, err := m.Apply(events[listed:]...); err != nil {
		return err
	}
	if info.Seq > len(events) || latest < len(events) {
		return fmt.Errorf("the list has seq %d, but the last event is %d", latest, len(events))
	}
	if info.Position == "" { // of a match that ended before positions were kept
		info.Position = m.State().String()
	}
	if err := differs(facts(info), factsOf(info.Kind, m, events[0])); err != nil {
		return err
	}
	return a.successor(ctx, info)
}

// successor checks that the rematch of a match exists.
func (a *audit) successor(ctx context.Context, info live.Info) error {
	if info.Rematch == "" {
		return nil
	}
	if _, err := a.store.FindMatch(ctx, info.Rematch); err != nil {
		return fmt.Errorf("its rematch %s: %w", info.Rematch, err)
	}
	return nil
}

// fact is one property of a match.
type fact struct {
	name  string
	value any
}

// facts returns the properties in the list.
func facts(i live.Info) []fact {
	return []fact{
		{"seq", i.Seq},
		{"game", i.Game},
		{"clock", i.Control},
		{"rated", i.Rated},
		{"white", i.Seats[game.White]},
		{"black", i.Seats[game.Black]},
		{"status", i.Status},
		{"ply", i.Ply},
		{"turn", i.Turn},
		{"end", i.End},
		{"created", i.Created.UnixMilli()},
		{"updated", i.Updated.UnixMilli()},
		{"deadline", millis(i.Deadline)},
		{"rematch agreed", i.Rematch != ""},
		{"kind", i.Kind},
		{"position", i.Position},
	}
}

// factsOf returns the properties that follow from the events. The kind follows from
// the rule for takebacks only in part.
func factsOf(kind live.Kind, m match.Match, created match.Event) []fact {
	var deadline time.Time
	if at, runs := m.Clock().Deadline(); runs && m.Status() == match.Playing {
		deadline = at
	}
	switch takeback := m.Setup().Takeback; {
	case takeback == match.Free:
		kind = live.Screen
	case takeback == match.Own:
		kind = live.Computer
	case kind != live.Open:
		kind = live.Private
	}
	return []fact{
		{"seq", m.Seq()},
		{"game", m.Setup().Game},
		{"clock", m.Control()},
		{"rated", m.Setup().Rated},
		{"white", m.Seats()[game.White]},
		{"black", m.Seats()[game.Black]},
		{"status", m.Status()},
		{"ply", m.Ply()},
		{"turn", m.Turn()},
		{"end", m.Result()},
		{"created", created.At.UnixMilli()},
		{"updated", m.At().UnixMilli()},
		{"deadline", millis(deadline)},
		{"rematch agreed", m.Rematched()},
		{"kind", kind},
		{"position", m.State().String()},
	}
}

// millis returns a time in milliseconds, 0 for none.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// differs returns an error for the first property that differs.
func differs(got, want []fact) error {
	for i, f := range got {
		if f.value != want[i].value {
			return fmt.Errorf("the list has %s %v, want %v by the events", f.name, f.value, want[i].value)
		}
	}
	return nil
}

// tally identifies a score.
type tally struct{ user, game string }

// standing is a score, and the number of rated matches in the rating.
type standing struct {
	live.Score
	rated int
}

// tallies are standings by user and game.
type tallies map[tally]standing

// scores reads the scores and ratings of users.
func (a *audit) scores(ctx context.Context, users []string) (tallies, error) {
	all := tallies{}
	for _, user := range users {
		scores, err := a.store.FindScores(ctx, user)
		if err != nil {
			return nil, err
		}
		for _, score := range scores {
			all[tally{user, score.Game}] = standing{Score: score}
		}
		ratings, err := a.store.FindRatings(ctx, user)
		if err != nil {
			return nil, err
		}
		for _, r := range ratings {
			key := tally{user, r.Game}
			s := all[key]
			s.rated = r.Games
			all[key] = s
		}
	}
	return all, nil
}

// implied returns the scores that follow from finished matches. Games at one screen
// or against the computer and aborted matches do not count.
func implied(list []live.Info) tallies {
	all := tallies{}
	for _, info := range list {
		counts := info.Kind == live.Open || info.Kind == live.Private
		if !counts || info.Status != match.Over || info.End.Verdict == game.Playing {
			continue
		}
		winner, decided := info.End.Verdict.Winner()
		for _, side := range game.Sides {
			key := tally{info.Seats[side], info.Game}
			score := all[key]
			if info.Rated {
				score.rated++
			}
			switch {
			case !decided:
				score.Draws++
			case side == winner:
				score.Wins++
			default:
				score.Losses++
			}
			all[key] = score
		}
	}
	return all
}

// compare reports the scores that differ from what the matches imply, of the users
// who exist: the scores of deleted ones are gone. Results of the meantime are in the
// later scores only.
func (a *audit) compare(there map[string]string, want, before, after tallies) {
	keys := maps.Clone(after)
	maps.Copy(keys, want)
	order := func(x, y tally) int {
		return cmp.Or(cmp.Compare(x.user, y.user), cmp.Compare(x.game, y.game))
	}
	for _, key := range slices.SortedFunc(maps.Keys(keys), order) {
		if _, known := there[key.user]; !known {
			continue
		}
		w, got := want[key], after[key]
		if w.rated < before[key].rated || w.rated > got.rated {
			a.fault("rating of user %s in %s: got one of %s, want %d by the matches",
				key.user, key.game, plural(got.rated, "match", "matches"), w.rated)
		}
		if !between(before[key].Score, w.Score, got.Score) {
			a.fault("score of user %s in %s: got %d won, %d lost, %d drawn, want %d, %d, %d by the matches",
				key.user, key.game, got.Wins, got.Losses, got.Draws, w.Wins, w.Losses, w.Draws)
		}
	}
}

func between(low, s, high live.Score) bool {
	return low.Wins <= s.Wins && s.Wins <= high.Wins &&
		low.Losses <= s.Losses && s.Losses <= high.Losses &&
		low.Draws <= s.Draws && s.Draws <= high.Draws
}
