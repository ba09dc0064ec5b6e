// SPDX-License-Identifier: Apache-2.0

package catalog_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
)

// ids are rule sets whose ids are stored in records and databases, and so must
// never change. A new game need not be listed.
var ids = strings.Fields(`
	nine-mens-morris nine-mens-morris-no-flying nine-mens-morris-multi
	six-mens-morris six-mens-morris-no-flying
	three-mens-morris three-mens-morris-nine-holes three-mens-morris-orthogonal
	twelve-mens-morris twelve-mens-morris-no-flying twelve-mens-morris-multi
	lasker-morris morabaraba
	fanorona fanorona-first-capture fanorona-dimy fanorona-telo
	yote yote-no-three-draw yote-free-return yote-free yote-multi`)

func TestStandardIsComplete(t *testing.T) {
	c := catalog.Standard()
	for _, id := range ids {
		if _, err := c.Find(id); err != nil {
			t.Error(err)
		}
	}
	for _, e := range c.All() {
		if _, err := c.Find(e.Info().Family); err != nil {
			t.Errorf("%s: its family is no game: %v", e.Info().ID, err)
		}
	}
}

func TestFind(t *testing.T) {
	for name, want := range map[string]string{
		"nine": "nine-mens-morris", " Six ": "six-mens-morris", "THREE": "three-mens-morris", "tsivy": "fanorona",
		"dimy": "fanorona-dimy", "telo": "fanorona-telo", "lasker": "lasker-morris", "twelve": "twelve-mens-morris",
	} {
		if e, err := catalog.Standard().Find(name); err != nil || e.Info().ID != want {
			t.Errorf("find %q: got %v, %v, want %s", name, e, err, want)
		}
	}
}

func TestFindSuggests(t *testing.T) {
	for name, want := range map[string]string{
		"nein": "did you mean nine?", "yoté": "did you mean yote?", "fanoronna": "did you mean fanorona?",
		"baraba": "did you mean morabaraba?", "chess": "`cairn games` lists them", "": "`cairn games` lists them",
	} {
		if _, err := catalog.Standard().Find(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("find %q: got %v, want %q in it", name, err, want)
		}
	}
	if _, err := catalog.Standard().Game("chess"); err == nil {
		t.Error("chess was found")
	}
}

func TestTwoGamesOfOneName(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("two games of one name were taken")
		}
	}()
	catalog.New(catalog.Bind(tictactoe.Standard), catalog.Bind(tictactoe.Standard))
}

func TestEveryGameThinks(t *testing.T) {
	for _, e := range catalog.Standard().All() {
		t.Run(e.Info().ID, func(t *testing.T) {
			reports := 0
			a, err := e.Think(context.Background(), catalog.Question{
				State: e.Start(), Limits: engine.Limits{Nodes: 20_000}, Report: func(catalog.Answer) { reports++ },
			})
			if err != nil {
				t.Fatal(err)
			}
			s := e.Start()
			for _, m := range a.PV {
				if s, err = s.Play(m); err != nil {
					t.Fatalf("expected line %v: %v", a.PV, err)
				}
			}
			if a.Move != a.PV[0] || a.Nodes > 20_000 || reports == 0 {
				t.Errorf("answer %+v after %d reports", a, reports)
			}
			for _, level := range e.Levels() {
				q := catalog.Question{State: e.Start(), Level: engine.Level(level), Limits: engine.Limits{Nodes: 500}, Seed: 1}
				a, err := e.Think(context.Background(), q)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := e.Start().Find(a.Move); err != nil {
					t.Errorf("%s: %v", level, err)
				}
				if again, err := e.Think(context.Background(), q); err != nil || again.Move != a.Move {
					t.Errorf("%s: the same question got %s, then %s, %v", level, a.Move, again.Move, err)
				}
			}
		})
	}
}

func TestCounts(t *testing.T) {
	e := catalog.Bind(tictactoe.Standard)
	s := e.Start()
	if got, want := e.Perft(s, 3), uint64(504); got != want {
		t.Errorf("perft 3: got %d, want %d", got, want)
	}
	if got, want := e.Bench(s)(3), uint64(504); got != want {
		t.Errorf("bench 3: got %d, want %d", got, want)
	}
	var sum uint64
	for _, c := range e.Divide(s, 3) {
		sum += c.Nodes
	}
	if want := uint64(504); sum != want {
		t.Errorf("divide 3: the sum is %d, want %d", sum, want)
	}
}

func TestFinishedGameHasNoAnswer(t *testing.T) {
	e := catalog.Bind(tictactoe.Standard)
	s, err := e.Parse("www/bb1/3 b 0")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Think(context.Background(), catalog.Question{State: s}); !errors.Is(err, engine.ErrOver) {
		t.Errorf("got %v, want %v", err, engine.ErrOver)
	}
	if s.Result().Verdict != game.WhiteWins {
		t.Errorf("got %v", s.Result())
	}
}

// Every game is measured at its start and in its samples, never in a position
// that is over.
func TestSamples(t *testing.T) {
	for _, entry := range catalog.Standard().All() {
		info, samples := entry.Info(), entry.Samples()
		if got, want := samples[0].String(), entry.Start().String(); got != want {
			t.Errorf("%s: got %s first, want the start %s", info.ID, got, want)
		}
		for _, s := range samples {
			if s.Result().Over() {
				t.Errorf("%s: %s is over", info.ID, s)
			}
		}
	}
}

// named returns a standard game.
func named(t *testing.T, name string) *catalog.Entry {
	t.Helper()
	entry, err := catalog.Standard().Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return entry
}

// A thinker keeps its transposition table: a repeated question takes fewer nodes, and
// after Clear as many as the first time.
func TestThinkerRemembers(t *testing.T) {
	entry := named(t, "nine")
	thinker := entry.NewThinker(engine.Options{})
	question := catalog.Question{State: entry.Start(), Limits: engine.Limits{Depth: 5}}
	nodes := func() uint64 {
		answer, err := thinker.Think(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		return answer.Nodes
	}
	first, second := nodes(), nodes()
	thinker.Clear()
	third := nodes()
	if second >= first || third != first {
		t.Errorf("got %d, %d and, cleared, %d nodes; want fewer the second time and as many as at first the third", first, second, third)
	}
}

func TestThinkerOver(t *testing.T) {
	entry := named(t, "three")
	over, err := entry.Parse("www/bb1/3 b 0,1 0")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := entry.NewThinker(engine.Options{}).Think(t.Context(), catalog.Question{State: over}); !errors.Is(err, engine.ErrOver) {
		t.Errorf("got error %v, want %v", err, engine.ErrOver)
	}
}
