// SPDX-License-Identifier: Apache-2.0

package faults_test

import (
	"context"
	"os"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"cairn/catalog"
	"cairn/internal/faults"
	"cairn/internal/store/sqlite"
)

func TestMain(m *testing.M) {
	status := m.Run()
	os.RemoveAll(built.dir)
	os.Exit(status)
}

// TestOneNode kills and suspends a single node on SQLite.
func TestOneNode(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	dir := t.TempDir()
	n := newNode(t, "--data", dir)
	if err := n.start(ctx, 0); err != nil {
		t.Fatal(err)
	}
	l := &load{nodes: []string{"http://" + n.address}, history: faults.NewHistory(), think: 5 * time.Millisecond}
	players, playing := errgroup.WithContext(ctx)
	for i := range 4 {
		players.Go(func() error { return l.play(playing, i) })
	}
	for range 3 {
		if l.await(playing, 40) != nil {
			break
		}
		n.kill()
		if err := n.start(playing, 0); err != nil {
			break
		}
		if l.await(playing, 40) != nil {
			break
		}
		_ = n.process.Signal(syscall.SIGSTOP)
		time.Sleep(200 * time.Millisecond)
		_ = n.process.Signal(syscall.SIGCONT)
	}
	l.stop.Store(true)
	if err := players.Wait(); err != nil {
		t.Error(err)
	}
	if err := n.process.Stop(); err != nil {
		t.Error(err)
	}
	store, err := sqlite.Open(dir, sqlite.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	report(t, l, store)
}

// report audits the history of a load and fails if anything is wrong.
func report(t *testing.T, l *load, store faults.Store) *faults.Report {
	t.Helper()
	r, err := faults.Audit(t.Context(), store, catalog.Standard(), l.history)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s", r)
	for i, finding := range r.Findings {
		if i == 20 {
			t.Errorf("and %d more", len(r.Findings)-i)
			break
		}
		t.Error(finding)
	}
	return r
}
