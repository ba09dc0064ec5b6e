// SPDX-License-Identifier: Apache-2.0

package sqlite_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/live/lobby"
	"cairn/internal/live/room"
	"cairn/internal/store"
	"cairn/internal/store/sqlite"
	"cairn/internal/study/library"
	"cairn/match"
)

// explainer is a store.Database that records the query plans of SQLite.
type explainer struct {
	single
	plan string
}

func (e *explainer) Reader() store.Querier { return planned{e.DB, e} }

func (e *explainer) Write(ctx context.Context, f func(context.Context, store.Querier) error) error {
	return e.single.Write(ctx, func(ctx context.Context, tx store.Querier) error { return f(ctx, planned{tx, e}) })
}

// planned is the Querier of an explainer.
type planned struct {
	store.Querier
	e *explainer
}

// QueryContext runs a query after it has recorded its plan, from the outside in.
func (p planned) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	rows, err := p.Querier.QueryContext(ctx, "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var steps []string
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	p.e.plan = strings.Join(steps, "; ")
	return p.Querier.QueryContext(ctx, query, args...)
}

// openExplainer opens an empty database.
func openExplainer(t testing.TB) *explainer {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+t.TempDir()+"/plan.db?_pragma=journal_mode(WAL)")
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	must(t, sqlite.Migrate(t.Context(), db))
	return &explainer{single: single{db}}
}

// archive returns a filter as the archive asks.
func archive(change func(*room.Filter)) room.Filter {
	f := room.Filter{
		Shown: true, Statuses: []match.Status{match.Over}, Kinds: []room.Kind{room.Open, room.Private},
		Verdicts: []game.Verdict{game.WhiteWins, game.BlackWins, game.Draw}, Limit: 51,
	}
	change(&f)
	return f
}

// How matches are found.
const (
	rowsOf   = "SEARCH matches USING INDEX sqlite_autoindex_matches_1 (id=?); LIST SUBQUERY 1; "
	sorted   = "; USE TEMP B-TREE FOR ORDER BY" // of what was found
	byOver   = rowsOf + "SCAN matches USING COVERING INDEX matches_over" + sorted
	byTime   = rowsOf + "SEARCH matches USING COVERING INDEX matches_over (ended>? AND ended<?)" + sorted
	byGame   = rowsOf + "SEARCH matches USING COVERING INDEX matches_over_game (game=?)" + sorted
	byBoth   = rowsOf + "SEARCH matches USING COVERING INDEX matches_over_game (game=? AND ended>? AND ended<?)" + sorted
	byPlayer = rowsOf + "SEARCH players USING PRIMARY KEY (user_id=?)" + sorted
	byStatus = "SEARCH matches USING INDEX matches_live (status=?)" + sorted
	byDue    = "SEARCH matches USING INDEX matches_live (status=? AND deadline<?)" + sorted
)

// TestPlans checks the query plans of lists: each uses a covering index in the
// right order, or the matches of one player. No query reads the rows of all
// matches.
func TestPlans(t *testing.T) {
	e := openExplainer(t)
	s := store.New(e)
	noon := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		name string
		f    room.Filter
		want string
	}{
		{"all that are over", archive(func(*room.Filter) {}), byOver},
		{"of one game", archive(func(f *room.Filter) { f.Game = "g" }), byGame},
		{"since", archive(func(f *room.Filter) { f.Since = noon }), byTime},
		{"next page", archive(func(f *room.Filter) { f.After = room.Cursor{Updated: noon, ID: "m1"} }), byTime},
		{"next page of one game", archive(func(f *room.Filter) {
			f.Game, f.After = "g", room.Cursor{Updated: noon, ID: "m1"}
		}), byBoth},
		{"long rated ones", archive(func(f *room.Filter) { f.MinPly, f.Rated = 80, true }), byOver},
		{"of a player", archive(func(f *room.Filter) { f.User = "u" }), byPlayer},
		{"of a player with another", archive(func(f *room.Filter) { f.User, f.With = "u", "v" }), byPlayer},
		{"of a player in a game and a time", archive(func(f *room.Filter) {
			f.User, f.Game, f.Since, f.After = "u", "g", noon, room.Cursor{Updated: noon, ID: "m1"}
		}), byPlayer},
		{"going on", room.Filter{Statuses: []match.Status{match.Playing}, Limit: 9}, byStatus},
		{"due", room.Filter{Statuses: []match.Status{match.Playing}, Due: noon}, byDue},
		{"not started", room.Filter{Statuses: []match.Status{match.Ready}, Kinds: []room.Kind{room.Open}, Before: noon}, byStatus},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := s.FindMatches(t.Context(), test.f)
			must(t, err)
			if diff := cmp.Diff(test.want, e.plan); diff != "" {
				t.Errorf("plan: got (+), want (-):\n%s", diff)
			}
		})
	}
}

// TestLibraryPlans checks that positions, matches to count and judged moves are found
// by an index.
func TestLibraryPlans(t *testing.T) {
	e := openExplainer(t)
	s := store.New(e)
	for name, test := range map[string]struct {
		ask  func() error
		want string
	}{
		"moves of a position": {func() error {
			_, err := s.FindCounts(t.Context(), 7, library.Filter{Rating: 1600, Since: time.UnixMilli(0)})
			return err
		}, "SEARCH explorer USING PRIMARY KEY (position=?)"},
		"matches to count": {func() error {
			_, err := s.FindUncounted(t.Context(), 9)
			return err
		}, "SCAN matches USING INDEX matches_uncounted"},
		"matches to judge again": {func() error {
			_, err := s.FindUnjudged(t.Context(), "g", 7, 9)
			return err
		}, "SEARCH unjudged USING INDEX unjudged_game (game=? AND tables<?)"},
		"judged moves": {func() error {
			_, err := s.FindJudged(t.Context(), "u", true)
			return err
		}, "SEARCH judged USING PRIMARY KEY (user_id=?)"},
	} {
		t.Run(name, func(t *testing.T) {
			must(t, test.ask())
			if e.plan != test.want {
				t.Errorf("got plan %q, want %q", e.plan, test.want)
			}
		})
	}
}

// waitMany adds n guests who wait in as many pools.
func waitMany(t testing.TB, e *explainer, n int) {
	t.Helper()
	const numbers = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1) `
	_, err := e.Exec(numbers+`INSERT INTO users (id, name, name_folded, email, password, guest, role, settings, created) SELECT 'w' || i, 'w' || i, 'w' || i, '', '', 1, '', '', 0 FROM n`, n)
	must(t, err)
	_, err = e.Exec(numbers+`INSERT INTO seeks (id, user_id, game, control, created, seen) SELECT 'w' || i, 'w' || i, 'g' || i, '5m+3s', 0, 0 FROM n`, n)
	must(t, err)
}

// pairNew adds a seek that fits no other.
func pairNew(t testing.TB, s *store.Store) {
	t.Helper()
	seek := lobby.Seek{ID: account.NewID(), User: "w0", Game: "g", AlsoGames: []string{"h"}, Control: "5m+3s", Created: time.UnixMilli(1), Seen: time.UnixMilli(1)}
	_, err := s.Pair(t.Context(), seek, func(lobby.Seek) bool { return false }, nil)
	must(t, err)
}

// TestPairPlan checks that a new seek is compared only with the waiting seeks of its
// own pools and with the few that wait in several: all writers wait meanwhile.
func TestPairPlan(t *testing.T) {
	e := openExplainer(t)
	waitMany(t, e, 1)
	pairNew(t, store.New(e))
	for _, want := range []string{"USING INDEX seeks_pool (rated=? AND game=? AND control=?)", "USING INDEX seeks_flexible (rated=?)"} {
		if !strings.Contains(e.plan, want) {
			t.Errorf("got plan %q, want %q in it", e.plan, want)
		}
	}
	if strings.Contains(e.plan, "SCAN seeks") {
		t.Errorf("the plan %q reads all seeks", e.plan)
	}
}

// BenchmarkPair adds a seek while 5,000 others wait in other pools.
func BenchmarkPair(b *testing.B) {
	e := openExplainer(b)
	waitMany(b, e, 5000)
	for s := store.New(e.single); b.Loop(); {
		pairNew(b, s)
	}
}

// fill adds n finished matches of 1,000 players to a database.
const fill = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1)
INSERT INTO matches (id, kind, game, control, creator, created, rated, white, black, status, seq, ply, turn, verdict, reason,
updated, deadline, rematch, ended, length)
SELECT printf('m%06d', i * 7919 % $1), CASE i % 10 WHEN 9 THEN 'computer' ELSE 'open' END, 'g' || (i % 12), '5m+3s', '',
i * 1000, i % 3 = 0, 'u' || (i % 1000), 'u' || (i * 31 % 1000), 'over', 40, i % 97, 'white',
CASE i % 5 WHEN 0 THEN 'draw' WHEN 1 THEN 'black-wins' ELSE 'white-wins' END, 'line', i * 1000, NULL, '', i * 1000, i % 97 FROM n`

// BenchmarkArchive finds a page of the archive among 100,000 matches.
func BenchmarkArchive(b *testing.B) {
	const matches = 100_000
	e := openExplainer(b)
	_, err := e.Exec(fill, matches)
	must(b, err)
	_, err = e.Exec(`INSERT INTO players SELECT white, id FROM matches UNION SELECT black, id FROM matches`)
	must(b, err)
	s := store.New(e)
	middle := room.Cursor{Updated: time.UnixMilli(matches / 2 * 1000), ID: "m"}
	for _, bench := range []struct {
		name string
		f    room.Filter
	}{
		{"latest", archive(func(*room.Filter) {})},
		{"game", archive(func(f *room.Filter) { f.Game = "g3" })},
		{"page-in-the-middle", archive(func(f *room.Filter) { f.After = middle })},
		{"player", archive(func(f *room.Filter) { f.User = "u77" })},
		{"two-players", archive(func(f *room.Filter) { f.User, f.With = "u77", "u387" })},
		{"long-draws", archive(func(f *room.Filter) { f.MinPly, f.Verdicts = 96, []game.Verdict{game.Draw} })},
		{"nothing-found", archive(func(f *room.Filter) { f.MinPly = 1000 })},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.FindMatches(b.Context(), bench.f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
