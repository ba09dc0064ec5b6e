// SPDX-License-Identifier: Apache-2.0

package bench_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"cairn/lab/bench"
	"cairn/lab/labtest"
)

// TestMain lets this very binary stand in for a server.
func TestMain(m *testing.M) {
	if mode := os.Getenv("CAIRN_LOAD_TEST"); mode != "" {
		standIn(mode)
		return
	}
	labtest.Main(m)
}

func standIn(mode string) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	switch mode {
	case "ends":
		fmt.Fprintln(os.Stderr, "no luck today")
		os.Exit(3)
	case "ready":
		fmt.Println("Something is at http://127.0.0.1:1234")
	}
	<-signals
}

// startStandIn starts a stand-in; it is gone when the test ends.
func startStandIn(t *testing.T, ctx context.Context, mode string) (*bench.Process, string, error) {
	t.Helper()
	t.Setenv("CAIRN_LOAD_TEST", mode)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	p, err := bench.Start(ctx, &log, self)
	if err != nil {
		return nil, log.String(), err
	}
	t.Cleanup(p.Kill)
	return p, "", nil
}

func TestProcess(t *testing.T) {
	p, _, err := startStandIn(t, t.Context(), "ready")
	if err != nil {
		t.Fatal(err)
	}
	if want := "http://127.0.0.1:1234"; p.URL != want {
		t.Errorf("got address %q, want %q", p.URL, want)
	}
	if bytes, err := p.Memory(); err != nil || bytes < 1<<20 {
		t.Errorf("got %d bytes of memory, %v, want a megabyte at least", bytes, err)
	}
	if took, err := p.CPU(); err != nil || took < 0 {
		t.Errorf("got %s of the processors, %v, want a time", took, err)
	}
	if err := p.Stop(); err != nil {
		t.Errorf("stop: %v", err)
	}
	if err := p.Stop(); err != nil {
		t.Errorf("stop again: %v", err)
	}
	if bytes, err := p.Memory(); err == nil {
		t.Errorf("got %d bytes of memory after the end, want an error", bytes)
	}
	if took, err := p.CPU(); err == nil {
		t.Errorf("got %s of the processors after the end, want an error", took)
	}
}

func TestProcessKilled(t *testing.T) {
	p, _, err := startStandIn(t, t.Context(), "ready")
	if err != nil {
		t.Fatal(err)
	}
	p.Kill()
	<-p.Ended()
	if err := p.Stop(); err == nil {
		t.Error("got no error, want that the process was killed")
	}
}

func TestProcessEndsAtOnce(t *testing.T) {
	_, log, err := startStandIn(t, t.Context(), "ends")
	if err == nil || !strings.Contains(err.Error(), "exit status 3") || !strings.Contains(log, "no luck today") {
		t.Errorf("got error %v and log %q, want status 3 and what it said", err, log)
	}
}

func TestProcessNeverReady(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := startStandIn(t, ctx, "silent"); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want %v", err, context.Canceled)
	}
}

func TestProcessMissing(t *testing.T) {
	if _, err := bench.Start(t.Context(), io.Discard, "./there-is-no-such-program"); err == nil {
		t.Error("got no error, want one")
	}
}
