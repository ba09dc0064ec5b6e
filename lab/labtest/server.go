// SPDX-License-Identifier: Apache-2.0

// Package labtest starts real servers for the tests of the laboratory.
package labtest

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"cairn/lab/bench"
)

var program = flag.String("cairn", "", "the program to test; built when not given")

// built is the program, made once for all tests of a package.
var built struct {
	once sync.Once
	dir  string
	err  error
}

// Main runs the tests of a package and removes the program.
func Main(m *testing.M) { os.Exit(Tests{m}.Run()) }

// Tests are the tests of a package, after which the program is removed.
type Tests struct{ *testing.M }

// Run runs the tests and returns the exit status.
func (t Tests) Run() int {
	defer func() { os.RemoveAll(built.dir) }()
	return t.M.Run()
}

// Cairn returns the path of the program; Main removes it.
func Cairn(t testing.TB) string {
	t.Helper()
	if *program != "" {
		return *program
	}
	built.once.Do(func() { built.dir, built.err = build() })
	if built.err != nil {
		t.Fatal(built.err)
	}
	return filepath.Join(built.dir, "cairn")
}

func build() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "cairn-lab-"); err != nil {
		return "", err
	}
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", dir, "cairn/cmd/cairn").CombinedOutput(); err != nil {
		return dir, fmt.Errorf("build the server: %w\n%s", err, out)
	}
	return dir, nil
}

// Serve starts a server, which is killed at the end of the test.
func Serve(t testing.TB, flags ...string) *bench.Process {
	t.Helper()
	args := append([]string{"serve", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--log-level", "warn"}, flags...)
	p, err := bench.Start(t.Context(), LogFile(t), Cairn(t), args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	return p
}

// LogFile keeps what a server logs, which is shown when the test fails.
func LogFile(t testing.TB) *os.File {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		text, _ := os.ReadFile(file.Name())
		if t.Failed() {
			t.Logf("the server logged:\n%s", text[max(0, len(text)-4000):])
		}
		file.Close()
	})
	return file
}
