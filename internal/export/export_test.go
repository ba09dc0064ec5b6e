// SPDX-License-Identifier: Apache-2.0

package export_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"cairn/catalog"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/account"
	"cairn/internal/bus/mem"
	"cairn/internal/export"
	"cairn/internal/live"
	"cairn/internal/live/room"
	"cairn/internal/store"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/sqlitetest"
	"cairn/internal/store/storetest"
	"cairn/match"
	"cairn/record"
)

var long = flag.Bool("long", false, "export 100,000 games")

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// play stores a match, over or not.
func play(t *testing.T, s *store.Store, id string, kind room.Kind, setup match.Setup, shown, over bool) {
	t.Helper()
	table := storetest.NewTable(t, id, kind, setup)
	n := table.Created()
	n.Info.Shown = shown
	must(t, s.CreateMatch(t.Context(), n))
	changes := []room.Change{table.Start(), table.Move("b2")}
	if over {
		changes = append(changes, table.Do(match.Action{Kind: match.Resign, By: match.BlackSeat}))
	}
	for _, c := range changes {
		c.Info.Shown = shown
		must(t, s.Append(t.Context(), c))
	}
}

// Public finished games are written, with a record that can be read again; private
// and running ones are not, nor are the names of deleted users.
func TestWrite(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) { testWrite(t, openSQLite(t)) })
	t.Run("PostgreSQL", func(t *testing.T) {
		if openPostgres == nil {
			t.Skip("NOT CHECKED: PostgreSQL runs on Unix alone here")
		}
		testWrite(t, openPostgres(t))
	})
}

// openPostgres opens an empty database; nil where tests have none.
var openPostgres func(*testing.T) *store.Store

func openSQLite(t *testing.T) *store.Store {
	t.Helper()
	s := sqlitetest.Open(t, t.TempDir(), sqlite.Options{})
	t.Cleanup(func() { must(t, s.Close()) })
	return s.Store
}

func testWrite(t *testing.T, s *store.Store) {
	t.Helper()
	for _, name := range []string{"Ann", "Bob", "Eve"} {
		must(t, s.CreateUser(t.Context(), account.User{ID: "u-" + name, Name: name, Created: time.Now()}))
	}
	const many = 120 // more than a page
	for i := range many {
		play(t, s, fmt.Sprintf("m%03d", i), room.Open, storetest.Online("u-Ann", "u-Bob"), false, true)
	}
	play(t, s, "running", room.Open, storetest.Online("u-Ann", "u-Bob"), false, false)
	play(t, s, "secret", room.Private, storetest.Online("u-Ann", "u-Bob"), false, true)
	play(t, s, "shown", room.Private, storetest.Online("u-Ann", "u-Bob"), true, true)
	play(t, s, "gone", room.Open, storetest.Online("u-Eve", "u-Bob"), false, true)
	play(t, s, "computer", room.Computer, storetest.Online("u-Ann", room.ComputerSeat("hard")), false, true)
	must(t, s.DeleteUser(t.Context(), "u-Eve", time.Now()))

	var out bytes.Buffer
	n, err := newSource(s, s).Write(t.Context(), &out)
	if err != nil || n != many+3 {
		t.Fatalf("got %d games, %v, want %d", n, err, many+3)
	}
	schema, err := jsonschema.NewCompiler().Compile("../../docs/games.schema.json")
	must(t, err)
	found := map[string]map[string]any{}
	for text := range strings.Lines(out.String()) {
		var line map[string]any
		must(t, json.Unmarshal([]byte(text), &line))
		found[line["id"].(string)] = line
		if err := schema.Validate(line); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, hidden := range []string{"running", "secret"} {
		if found[hidden] != nil {
			t.Errorf("%s is written: %v", hidden, found[hidden])
		}
	}
	if got := fmt.Sprint(found["shown"]["white"], found["gone"]["white"], found["computer"]["black"]); got != "map[name:Ann] map[] map[computer:hard]" {
		t.Errorf("got players %s", got)
	}
	body, err := json.Marshal(found["gone"]["record"])
	must(t, err)
	format, _ := record.FormatFor("record.json")
	r, _, err := format.Decode(bytes.NewReader(body))
	if err != nil || len(r.Turns) != 1 || r.Turns[0].Move != "b2" || r.Reason != "resignation" {
		t.Errorf("got record %+v, %v", r, err)
	}
}

func newSource(s *store.Store, matches live.Store) export.Source {
	accounts := account.New(account.Options{Store: s})
	games := catalog.New(catalog.Bind(tictactoe.Standard))
	return export.Source{Accounts: accounts, Live: live.New(live.Options{Store: matches, Bus: mem.New(), Games: games, Accounts: accounts})}
}

// manyMatches is a store with one match many times.
type manyMatches struct {
	live.Store
	match room.Info
	count int
}

func (s manyMatches) FindMatches(_ context.Context, f room.Filter) (list []room.Info, err error) {
	first := 0
	if f.After.ID != "" {
		if first, err = strconv.Atoi(f.After.ID); err != nil {
			return nil, err
		}
	}
	for n := first; n < min(first+f.Limit, s.count); n++ {
		info := s.match
		info.ID = strconv.Itoa(n + 1)
		list = append(list, info)
	}
	return list, nil
}

func (s manyMatches) FindMatch(_ context.Context, id string) (room.Info, error) {
	info := s.match
	info.ID = id
	return info, nil
}

func (s manyMatches) FindEvents(ctx context.Context, _ string, after int) ([]match.Event, error) {
	return s.Store.FindEvents(ctx, s.match.ID, after)
}

// meter measures the memory in use each time that some lines have been written.
type meter struct{ lines, every, first, most int }

func (m *meter) Write(line []byte) (int, error) {
	if m.lines++; m.lines%m.every == 0 {
		runtime.GC()
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		if m.first == 0 {
			m.first = int(now.HeapAlloc)
		}
		m.most = max(m.most, int(now.HeapAlloc))
	}
	return len(line), nil
}

// What an export needs in memory does not grow with the number of games.
func TestMemory(t *testing.T) {
	s := openSQLite(t)
	play(t, s, "m", room.Open, storetest.Online("u-Ann", "u-Bob"), false, true)
	info, err := s.FindMatch(t.Context(), "m")
	must(t, err)
	many := manyMatches{s, info, 2000}
	if *long {
		many.count = 100_000
	}
	m := &meter{every: many.count / 10}
	n, err := newSource(s, many).Write(t.Context(), m)
	if err != nil || n != many.count {
		t.Fatalf("got %d games, %v, want %d", n, err, many.count)
	}
	t.Logf("%d games: %d kB in use after a tenth, %d kB at most", n, m.first>>10, m.most>>10)
	if m.most > m.first+1<<20 {
		t.Errorf("the memory has grown from %d to %d bytes", m.first, m.most)
	}
}

// stopper ends a context in the middle of a line.
type stopper struct{ stop context.CancelFunc }

func (w stopper) Write(line []byte) (int, error) {
	w.stop()
	return len(line), nil
}

// An export that is interrupted returns an error, so that what it wrote is not taken
// for the whole.
func TestInterrupted(t *testing.T) {
	s := openSQLite(t)
	for i := range 3 {
		play(t, s, fmt.Sprint("m", i), room.Open, storetest.Online("u-Ann", "u-Bob"), false, true)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if n, err := newSource(s, s).Write(ctx, stopper{cancel}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %d games, %v, want %v", n, err, context.Canceled)
	}
}
