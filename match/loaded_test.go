// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"cairn/game"
	"cairn/match"
	"cairn/record"
)

// saved returns a record with a variation and undone turns.
func saved(t *testing.T) record.Record {
	t.Helper()
	b := playLocal(t, toy, match.Free)
	b.wait(2 * time.Second)
	b.play("a1", "b1")
	b.by(match.NoSeat, match.Undo)
	b.play("b2", "c3", "c1")
	b.by(match.NoSeat, match.Undo)
	b.by(match.NoSeat, match.Undo)
	return b.match.Record()
}

// load continues a record on one machine.
func load(t *testing.T, r record.Record) *table {
	t.Helper()
	m, events, err := match.FromRecord(toy, r, match.Setup{Takeback: match.Free}, noon)
	if err != nil {
		t.Fatal(err)
	}
	return &table{TB: t, game: toy, match: m, now: noon, events: events}
}

func TestGoOnFromARecord(t *testing.T) {
	r := saved(t)
	r.Players = [2]string{"Rabe", "Koto"}
	b := load(t, r)
	r.Players = [2]string{}
	same(t, "record", b.match.Record(), r)
	if b.match.Status() != match.Playing || b.match.Ply() != 2 {
		t.Fatalf("got %s at ply %d, want playing at ply 2", b.match.Status(), b.match.Ply())
	}
	b.by(match.NoSeat, match.Redo)
	b.by(match.NoSeat, match.Redo)
	b.stands("2w/1b1/w1b w 0")
	for b.match.Ply() > 0 {
		b.by(match.NoSeat, match.Undo)
	}
	b.stands("3/3/3 w 0")
	b.refusesBy(match.NoSeat, match.Abort, match.WhyTooLate)

	m, err := match.Fold(toy, b.events)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "folded", observe(m, b.now), observe(b.match, b.now))
}

func TestLoadedEventHoldsNoNames(t *testing.T) {
	r := saved(t)
	r.Players = [2]string{"Rabe", "Koto"}
	created := load(t, r).events[0]
	if text := created.String(); strings.Contains(text, "Rabe") || strings.Contains(text, "Koto") {
		t.Errorf("got %s, want no names", text)
	}
	created.Loaded.Players = r.Players
	if _, err := match.Fold(toy, []match.Event{created}); err == nil || !strings.Contains(err.Error(), "no names") {
		t.Errorf("got %v, want names refused", err)
	}
}

func TestLoadedEventAsJSON(t *testing.T) {
	created := load(t, saved(t)).events[0]
	text, err := json.Marshal(created)
	if err != nil {
		t.Fatal(err)
	}
	var back match.Event
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	same(t, "event", back, created)
	var fields struct {
		Loaded struct{ Turns []struct{ Move string } }
	}
	if err := json.Unmarshal(text, &fields); err != nil || len(fields.Loaded.Turns) != 2 || fields.Loaded.Turns[1].Move != "b2" {
		t.Errorf("got %s and %v, want the record's own JSON inside", text, err)
	}
	broken := strings.Replace(string(text), `"turns"`, `"rounds"`, 1)
	if err := json.Unmarshal([]byte(broken), &back); err == nil || !strings.Contains(err.Error(), "rounds") {
		t.Errorf("got %v, want the unknown field refused", err)
	}
}

func TestLoadFinishedGame(t *testing.T) {
	tests := []struct {
		name  string
		end   func(*table)
		plies int // taken back by the first undo
	}{
		{"by the rules", func(b *table) { b.play("a1", "a2", "b1", "b2", "c1") }, 1},
		{"by resignation", func(b *table) { b.play("a1"); b.by(black, match.Resign) }, 0},
		{"by agreement", func(b *table) { b.play("a1"); b.by(black, match.Draw); b.answer(white, true) }, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			was := playLocal(t, toy, match.Free)
			test.end(was)
			b := load(t, was.match.Record())
			end := was.match.Result()
			b.ends(end.Verdict, end.Reason)
			if got := b.events[1]; got.Kind != match.Started || got.End != end {
				t.Errorf("second event: got %v, want started with end %v", got, end)
			}
			if e := b.by(match.NoSeat, match.Undo); e.Plies != test.plies {
				t.Errorf("got %v, want %d plies", e, test.plies)
			}
			b.ends(game.Playing, "")
		})
	}
}

func TestLoadGameLostOnTime(t *testing.T) {
	was := playOnline(t, toy, "60s")
	was.play("a1", "b1")
	was.wait(time.Minute)
	was.by(match.NoSeat, match.Flag)
	b := load(t, was.match.Record())
	b.ends(game.BlackWins, match.ByTime)
	b.by(match.NoSeat, match.Undo) // this match has no clocks
	b.play("c3")
}

func TestFromRecordRefuses(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*record.Record, *match.Setup)
		says  string
	}{
		{"another game", func(r *record.Record, _ *match.Setup) { r.Game = "chess" }, "chess"},
		{"another revision", func(r *record.Record, _ *match.Setup) { r.Revision = 9 }, "revision 9"},
		{"an illegal turn", func(r *record.Record, _ *match.Setup) { r.Turns[1].Move = "a1" }, "illegal move"},
		{"an unknown reason", func(r *record.Record, _ *match.Setup) { r.Verdict, r.Reason = game.WhiteWins, "magic" }, "white-wins magic: want a rule of the game"},
		{"a rated match", func(_ *record.Record, s *match.Setup) { *s = match.Setup{Rated: true} }, "rated"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, s := saved(t), match.Setup{Takeback: match.Free}
			test.spoil(&r, &s)
			if _, _, err := match.FromRecord(toy, r, s, noon); err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v, want an error with %q", err, test.says)
			}
		})
	}
}

func TestFoldRefusesARecordFromElsewhere(t *testing.T) {
	created := load(t, saved(t)).events[0]
	created.Setup.Start = "w2/3/3 b 0"
	if _, err := match.Fold(toy, []match.Event{created}); err == nil || !strings.Contains(err.Error(), "the record starts from") {
		t.Errorf("got %v, want another start refused", err)
	}
}

func TestRecordWaitsForPlayers(t *testing.T) {
	m, events, err := match.FromRecord(toy, saved(t), match.Setup{Creator: white, Seats: [2]string{"anna", ""}}, noon)
	if err != nil || len(events) != 1 || m.Status() != match.Waiting {
		t.Fatalf("got %d events, %s and %v, want one event, waiting", len(events), m.Status(), err)
	}
}

func TestRecordOfAMatch(t *testing.T) {
	b := playOnline(t, toy, "5m+3s")
	b.wait(1500 * time.Millisecond)
	b.play("a3")
	b.by(white, match.Resign)
	want := record.Record{
		Game: "tic-tac-toe", Revision: 1, Start: "3/3/3 w 0", Date: noon, Control: "5m+3s",
		Clock:   record.TimesLeft{5*time.Minute + 1500*time.Millisecond, 5 * time.Minute},
		Verdict: game.BlackWins, Reason: "resignation",
		Turns: record.Line{{Move: "a3", Position: "w2/3/3 b 0", Took: 1500 * time.Millisecond}},
	}
	same(t, "record", b.match.Record(), want)
}

// TestClocksGoOn loads a game with its time control: the clocks go on as they
// were saved, or as the thinking times of a record without clocks say.
func TestClocksGoOn(t *testing.T) {
	b := playOnline(t, toy, "5m+3s")
	for _, move := range []string{"a3", "b3", "c3"} {
		b.wait(10 * time.Second)
		b.play(move)
	}
	r := b.match.Record()
	control, err := match.ParseControl(r.Control)
	if err != nil {
		t.Fatal(err)
	}
	untimed := r
	untimed.Clock = record.TimesLeft{}
	for name, from := range map[string]record.Record{"saved": r, "thinking times": untimed} {
		m, events, err := match.FromRecord(toy, from, match.Setup{Takeback: match.Free, Control: control}, noon.Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := m.Record().Clock, (record.TimesLeft{4*time.Minute + 46*time.Second, 4*time.Minute + 53*time.Second}); got != want {
			t.Errorf("%s: got %v left, want %v", name, got, want)
		}
		if deadline, ok := m.Clock().Deadline(); !ok || !deadline.Equal(noon.Add(time.Hour+4*time.Minute+53*time.Second)) {
			t.Errorf("%s: Black's time ends at %v, %v", name, deadline, ok)
		}
		if folded, err := match.Fold(toy, events); err != nil || folded.Record().Clock != m.Record().Clock {
			t.Errorf("%s: folded: %v, %v", name, folded.Record().Clock, err)
		}
	}
	other, _, err := match.FromRecord(toy, r, match.Setup{Takeback: match.Free}, noon)
	if err != nil {
		t.Fatal(err)
	}
	if got := other.Record(); got.Control != r.Control || got.Clock != r.Clock {
		t.Errorf("without a clock: got %q and %v, want those of the record", got.Control, got.Clock)
	}
}
