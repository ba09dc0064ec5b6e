// SPDX-License-Identifier: Apache-2.0

package main

// These tests stand inside the package, since a main package cannot be imported.

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"cairn/lab/labtest"
)

func TestMain(m *testing.M) {
	testscript.Main(labtest.Tests{M: m}, map[string]func(){"lab": main, "other-engine": otherEngine})
}

// TestScripts runs the program, one script or more for each command.
func TestScripts(t *testing.T) {
	cairn := labtest.Cairn(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": status},
		Setup: func(env *testscript.Env) error {
			env.Setenv("CAIRN", cairn)
			env.Setenv("PATH", filepath.Dir(cairn)+string(os.PathListSeparator)+env.Getenv("PATH"))
			env.Setenv("XDG_DATA_HOME", filepath.Join(env.WorkDir, ".data"))
			return nil
		},
	})
}

// status runs a program and compares its exit status: status 2 lab nonsense.
func status(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 2 {
		ts.Fatalf("usage: status N PROGRAM ARGUMENT...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	var exit *exec.ExitError
	err = ts.Exec(args[1], args[2:]...)
	if got := 0; errors.As(err, &exit) {
		if got = exit.ExitCode(); got != want {
			ts.Fatalf("%q ended with status %d, want %d", args[1:], got, want)
		}
	} else if err != nil || want != 0 {
		ts.Fatalf("%q: %v, want status %d", args[1:], err, want)
	}
}
