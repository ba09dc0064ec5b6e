// SPDX-License-Identifier: Apache-2.0

package export_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/account"
	"cairn/internal/bus/mem"
	"cairn/internal/export"
	"cairn/internal/live"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/sqlitetest"
	"cairn/internal/store/storetest"
	"cairn/match"
	"cairn/record"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// play stores a match, over or not.
func play(t *testing.T, s *sqlite.Store, id string, kind live.Kind, setup match.Setup, shown, over bool) {
	t.Helper()
	table := storetest.NewTable(t, id, kind, setup)
	n := table.Created()
	n.Info.Shown = shown
	must(t, s.CreateMatch(t.Context(), n))
	changes := []live.Change{table.Start(), table.Move("b2")}
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
	s := sqlitetest.Open(t, t.TempDir(), sqlite.Options{})
	for _, name := range []string{"Ann", "Bob", "Eve"} {
		must(t, s.CreateUser(t.Context(), account.User{ID: "u-" + name, Name: name, Created: time.Now()}))
	}
	const many = 120 // more than a page
	for i := range many {
		play(t, s, fmt.Sprintf("m%03d", i), live.Open, storetest.Online("u-Ann", "u-Bob"), false, true)
	}
	play(t, s, "running", live.Open, storetest.Online("u-Ann", "u-Bob"), false, false)
	play(t, s, "secret", live.Private, storetest.Online("u-Ann", "u-Bob"), false, true)
	play(t, s, "shown", live.Private, storetest.Online("u-Ann", "u-Bob"), true, true)
	play(t, s, "gone", live.Open, storetest.Online("u-Eve", "u-Bob"), false, true)
	play(t, s, "computer", live.Computer, storetest.Online("u-Ann", live.ComputerSeat("hard")), false, true)
	must(t, s.DeleteUser(t.Context(), "u-Eve", time.Now()))

	accounts := account.New(account.Options{Store: s})
	games := catalog.New(catalog.Bind(tictactoe.Standard))
	source := export.Source{Accounts: accounts, Live: live.New(live.Options{Store: s, Bus: mem.New(), Games: games, Accounts: accounts})}
	var out bytes.Buffer
	n, err := source.Write(t.Context(), &out)
	if err != nil || n != many+3 {
		t.Fatalf("got %d games, %v, want %d", n, err, many+3)
	}
	found := map[string]map[string]any{}
	for text := range strings.Lines(out.String()) {
		var line map[string]any
		must(t, json.Unmarshal([]byte(text), &line))
		found[line["id"].(string)] = line
		checkKeys(t, line)
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

// checkKeys checks that a line has what the schema requires, and no more than it
// knows.
func checkKeys(t *testing.T, line map[string]any) {
	t.Helper()
	text, err := os.ReadFile("../../docs/games.schema.json")
	must(t, err)
	var schema struct {
		Required   []string
		Properties map[string]any
	}
	must(t, json.Unmarshal(text, &schema))
	for _, key := range schema.Required {
		if _, has := line[key]; !has {
			t.Errorf("there is no %s in %v", key, line)
		}
	}
	for key := range line {
		if _, known := schema.Properties[key]; !known {
			t.Errorf("%s is not in the schema", key)
		}
	}
}
