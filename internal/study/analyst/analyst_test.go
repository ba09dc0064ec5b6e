// SPDX-License-Identifier: Apache-2.0

package analyst_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"cairn/catalog"
	"cairn/engine"
	"cairn/internal/fair"
	"cairn/internal/study"
	"cairn/internal/study/analyst"
)

func find(t *testing.T, name string) *catalog.Entry {
	t.Helper()
	entry, err := catalog.Standard().Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return entry
}

// always reports a busy server. In a synctest bubble time then passes only while a search
// rests: 31 ms for a thousand nodes.
func always() bool { return true }

func ignore(catalog.Answer) {}

// If tables have all moves there is one report, by tables, and no search.
func TestTablesAnswer(t *testing.T) {
	entry := find(t, "three")
	entry.UseTables(t.TempDir())
	p, err := study.Exact(t.Context(), entry, entry.Start())
	if err != nil {
		t.Fatal(err)
	}
	var got []catalog.Answer
	err = analyst.New(analyst.Options{}).Search(t.Context(), fair.Client{}, entry, catalog.Question{State: entry.Start(), Lines: 99},
		func(a catalog.Answer) { got = append(got, a) })
	if err != nil || len(got) != 1 || got[0].Nodes != 0 || !got[0].Exact || len(got[0].Lines) != len(p.Moves) {
		t.Fatalf("got %+v, %v", got, err)
	}
	for _, line := range got[0].Lines {
		m, _ := p.Find(line.Move)
		value, _ := engine.Promises(line.Score)
		plies, decided := engine.MateIn(line.Score)
		if !line.Exact || int(value) != m.Value || decided && plies != m.Plies {
			t.Errorf("line %+v, want %+v", line, m)
		}
	}
}

// A search reports a few times a second, each time deeper, and finds the answer of a search
// that does not yield.
func TestReports(t *testing.T) {
	entry := find(t, "fanorona")
	q := catalog.Question{State: entry.Start(), Lines: 3, Limits: engine.Limits{Nodes: 40_000}}
	want, err := entry.Think(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		var got []catalog.Answer
		began := time.Now()
		err := analyst.New(analyst.Options{Busy: always}).Search(t.Context(), fair.Client{}, entry, q, func(a catalog.Answer) { got = append(got, a) })
		if err != nil {
			t.Fatal(err)
		}
		took := time.Since(began)
		if most := int(took/(250*time.Millisecond)) + 2; took == 0 || len(got) < 2 || len(got) > most {
			t.Errorf("%d reports in %s, want at most %d", len(got), took, most)
		}
		for i, a := range got[1:] {
			if a.Depth < got[i].Depth || len(a.Lines) != 3 || a.Lines[0].Move != a.Move {
				t.Errorf("report %d: %+v after depth %d", i+2, a, got[i].Depth)
			}
		}
		if last := got[len(got)-1]; last.Move != want.Move || last.Score != want.Score || last.Nodes != want.Nodes {
			t.Errorf("got %+v, want %+v", last, want)
		}
	})
}

// begin starts an endless search and returns its error when it ends.
func begin(ctx context.Context, s *analyst.Service, person string, e *catalog.Entry) <-chan error {
	done := make(chan error, 1)
	go func() {
		done <- s.Search(ctx, fair.Client{Person: person}, e, catalog.Question{State: e.Start()}, ignore)
	}()
	return done
}

func TestEnds(t *testing.T) {
	entry := find(t, "fanorona")
	options := analyst.Options{Searches: 1, Waiting: 1, Time: 5 * time.Second, Share: time.Second, Busy: always}
	tests := map[string]func(t *testing.T, s *analyst.Service){
		"by its time": func(t *testing.T, s *analyst.Service) {
			began := time.Now()
			if err := <-begin(t.Context(), s, "a", entry); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took < 5*time.Second || took > 6*time.Second {
				t.Errorf("took %s, want 5 s", took)
			}
		},
		"by its share, when others wait": func(t *testing.T, s *analyst.Service) {
			began := time.Now()
			a := begin(t.Context(), s, "a", entry)
			time.Sleep(100 * time.Millisecond)
			b := begin(t.Context(), s, "b", entry)
			if err := <-a; err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took < time.Second || took > 2*time.Second {
				t.Errorf("took %s, want 1 s", took)
			}
			if err := <-b; err != nil {
				t.Error(err)
			}
		},
		"by the next of the same person": func(t *testing.T, s *analyst.Service) {
			first := begin(t.Context(), s, "a", entry)
			time.Sleep(100 * time.Millisecond)
			second := begin(t.Context(), s, "a", entry)
			if err := <-first; !errors.Is(err, analyst.ErrReplaced) {
				t.Errorf("got %v, want ErrReplaced", err)
			}
			if err := <-second; err != nil {
				t.Error(err)
			}
		},
		"with the context, running and waiting": func(t *testing.T, s *analyst.Service) {
			ctx, cancel := context.WithCancel(t.Context())
			a := begin(ctx, s, "a", entry)
			time.Sleep(100 * time.Millisecond)
			b := begin(ctx, s, "b", entry)
			time.Sleep(100 * time.Millisecond)
			cancel()
			for _, done := range []<-chan error{a, b} {
				if err := <-done; !errors.Is(err, context.Canceled) {
					t.Errorf("got %v, want context.Canceled", err)
				}
			}
		},
		"at once, when too many wait": func(t *testing.T, s *analyst.Service) {
			a := begin(t.Context(), s, "a", entry)
			time.Sleep(100 * time.Millisecond)
			b := begin(t.Context(), s, "b", entry)
			time.Sleep(100 * time.Millisecond)
			if err := <-begin(t.Context(), s, "c", entry); !errors.Is(err, fair.ErrBusy) {
				t.Errorf("got %v, want ErrBusy", err)
			}
			<-a
			<-b
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { test(t, analyst.New(options)) })
		})
	}
}

func TestOver(t *testing.T) {
	entry := find(t, "three")
	over, err := entry.Parse("www/bb1/3 b 0,1 0")
	if err != nil {
		t.Fatal(err)
	}
	err = analyst.New(analyst.Options{}).Search(t.Context(), fair.Client{}, entry, catalog.Question{State: over}, ignore)
	if !errors.Is(err, engine.ErrOver) {
		t.Errorf("got %v, want ErrOver", err)
	}
}
