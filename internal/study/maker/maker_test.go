// SPDX-License-Identifier: Apache-2.0

package maker_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/internal/study"
	"cairn/internal/study/maker"
	"cairn/solver"
)

// TestMain is also the child of TestKeep: it fails the first time, and then runs until
// its input ends.
func TestMain(m *testing.M) {
	file := os.Getenv("MAKER_TEST_CHILD")
	if file == "" {
		os.Exit(m.Run())
	}
	if _, err := os.Stat(file); err != nil {
		_ = os.WriteFile(file, nil, 0o644)
		os.Exit(3)
	}
	os.Stderr.WriteString("child runs\n")
	_, _ = io.Copy(io.Discard, os.Stdin)
	_ = os.WriteFile(file, []byte("ended"), 0o644)
	os.Exit(0)
}

func find(t *testing.T, name string) *catalog.Entry {
	t.Helper()
	entry, err := catalog.Standard().Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return entry
}

func TestPlan(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		options maker.Options
		want    string
	}{
		"three":    {maker.Options{Memory: 1 << 30}, "three-mens-morris: the whole game, with the turns to the end"},
		"nine":     {maker.Options{Memory: 8 << 30}, "nine-mens-morris: the moving phase; nine-mens-morris: the whole game"},
		"twelve":   {maker.Options{Memory: 1 << 30}, "twelve-mens-morris: endings up to 6 men"},
		"lasker":   {maker.Options{Memory: 8 << 30}, "lasker-morris: endings up to 6 men, with the turns to the end"},
		"fanorona": {maker.Options{Memory: 8 << 30, Limit: 5}, "fanorona: endings up to 5 men, with the turns to the end"},
		"yote":     {maker.Options{Memory: 8 << 30, Limit: 5}, "yote: endings up to 5 men, with the turns to the end"},
	} {
		c.options.Dir = dir
		steps, _ := maker.Plan(find(t, name), c.options)
		var got []string
		for _, s := range steps {
			got = append(got, s.String())
			if s.Cost.Tables <= 0 || s.Cost.CPU <= 0 {
				t.Errorf("%s costs %+v", &s, s.Cost)
			}
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s: got %s, want %s", name, text, c.want)
		}
	}
	if _, left := maker.Plan(find(t, "nine"), maker.Options{Dir: dir, Memory: 1 << 30}); len(left) != 1 || !strings.Contains(left[0], "memory") {
		t.Errorf("left out: %q, want the moving phase for want of memory", left)
	}
}

// Small steps of all games come before the large ones of any.
func TestPlanAll(t *testing.T) {
	steps, _ := maker.PlanAll([]*catalog.Entry{find(t, "nine"), find(t, "lasker"), find(t, "three")}, maker.Options{Dir: t.TempDir(), Memory: 8 << 30})
	var got []string
	for _, s := range steps {
		got = append(got, s.Entry.Info().ID+" "+string(s.Extent))
	}
	want := "three-mens-morris whole, lasker-morris endings, nine-mens-morris moving, nine-mens-morris whole"
	if text := strings.Join(got, ", "); text != want {
		t.Errorf("got %s, want %s", text, want)
	}
}

func TestMake(t *testing.T) {
	three, o := find(t, "three"), maker.Options{Dir: t.TempDir(), Memory: 1 << 30}
	steps, _ := maker.Plan(three, o)
	full := o
	full.Disk = 1
	if err := full.Room(steps[0].Cost.Disk); !errors.Is(err, maker.ErrDisk) {
		t.Errorf("a byte of disk: got error %v, want %v", err, maker.ErrDisk)
	}
	if fitting, left := full.Fitting(steps, nil); len(fitting) != 0 || len(left) != 1 {
		t.Errorf("a byte of disk: got %d steps and %q", len(fitting), left)
	}
	reports := 0
	err := maker.Make(t.Context(), steps, o, func(*maker.Step, solver.Progress) {
		if reports++; reports > 1 {
			return
		}
		if m, making := study.MakingIn(o.Dir); !making || m.Game != three.Info().ID || m.Extent != string(solver.Whole) {
			t.Errorf("got %+v %v, want that three men's morris is being made", m, making)
		}
		if err := maker.Make(t.Context(), steps, o, nil); !errors.Is(err, maker.ErrBusy) {
			t.Errorf("a second one: got error %v, want %v", err, maker.ErrBusy)
		}
	})
	if err != nil || reports == 0 {
		t.Fatalf("got error %v and %d reports", err, reports)
	}
	if _, making := study.MakingIn(o.Dir); making {
		t.Error("something is still being made")
	}
	if steps, _ := maker.Plan(three, o); len(steps) != 0 || three.Lacks(o.Dir) {
		t.Errorf("%d steps are left", len(steps))
	}
}

// A child that fails is started again, and ends with the context.
func TestKeep(t *testing.T) {
	file := filepath.Join(t.TempDir(), "child")
	t.Setenv("MAKER_TEST_CHILD", file)
	log := &watched{want: "child runs", found: make(chan struct{})}
	child := maker.Child{Command: []string{os.Args[0]}, Log: slog.New(slog.NewTextHandler(log, nil)), Wait: time.Millisecond}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		child.Supervise(ctx)
		close(ended)
	}()
	<-log.found
	cancel()
	<-ended
	if text := log.text.String(); !strings.Contains(text, "has failed and starts again") {
		t.Errorf("the log has no failure: %s", text)
	}
}

// watched is a log writer that signals when it contains a text.
type watched struct {
	mutex sync.Mutex
	text  bytes.Buffer
	want  string
	found chan struct{}
	once  sync.Once
}

func (w *watched) Write(p []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	n, err := w.text.Write(p)
	if strings.Contains(w.text.String(), w.want) {
		w.once.Do(func() { close(w.found) })
	}
	return n, err
}
