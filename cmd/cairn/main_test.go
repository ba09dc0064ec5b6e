// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"cairn/internal/config"
)

// try runs the program inside the test, with no input and no environment.
func try(t *testing.T, args ...string) (status int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = run(t.Context(), args, noEnv, strings.NewReader(""), &stdout, &stderr)
	return status, stdout.String(), stderr.String()
}

// noEnv is an environment in which nothing is set.
var noEnv = config.Environ(nil)

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, line := range []string{"perft twelve 64", "bench rules nine --seconds 3600", "bench engine nine --movetime 1h"} {
		var stdout, stderr bytes.Buffer
		status := run(ctx, strings.Fields(line), noEnv, strings.NewReader(""), &stdout, &stderr)
		if status != exitInterrupted {
			t.Errorf("%s: got status %d, want %d", line, status, exitInterrupted)
		}
		if got := stderr.String(); !strings.HasSuffix(got, ": interrupted\n") {
			t.Errorf("%s: got message %q, want it to end with interrupted", line, got)
		}
	}
}

// full is an output on a full disk.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestOutputFails(t *testing.T) {
	for _, line := range []string{
		"games", "games --json", "moves nine", "perft nine 1", "bestmove three --nodes 10",
		"version", "--version", "help", "completion fish",
	} {
		var stderr bytes.Buffer
		status := run(t.Context(), strings.Fields(line), noEnv, strings.NewReader(""), full{}, &stderr)
		if status != exitWrong || !strings.Contains(stderr.String(), "no space left on device") {
			t.Errorf("%s: got status %d and %q, want %d and the failure", line, status, stderr.String(), exitWrong)
		}
	}
}

// burning is an output on which the program fails.
type burning struct{}

func (burning) Write([]byte) (int, error) { panic("the roof is on fire") }

func TestInternalError(t *testing.T) {
	var stderr bytes.Buffer
	status := run(t.Context(), []string{"version"}, noEnv, strings.NewReader(""), burning{}, &stderr)
	want := "cairn: internal error: the roof is on fire; CAIRN_TRACE=1 shows where\n"
	if got := stderr.String(); status != exitWrong || got != want {
		t.Errorf("got status %d and %q, want %d and %q", status, got, exitWrong, want)
	}
}

func TestInternalErrorTraced(t *testing.T) {
	defer func() {
		if got, want := recover(), "the roof is on fire"; got != want {
			t.Errorf("got panic %v, want %q", got, want)
		}
	}()
	var stderr bytes.Buffer
	run(t.Context(), []string{"version"}, config.Environment{"CAIRN_TRACE": "1"}, strings.NewReader(""), burning{}, &stderr)
}
