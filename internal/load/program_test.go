// SPDX-License-Identifier: Apache-2.0

package load_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var program = flag.String("cairn", "", "the program to test; built when not given")

// built is the program, made once for all tests.
var built struct {
	once sync.Once
	dir  string
	path string
	err  error
}

// cairn returns the path of the program.
func cairn(t *testing.T) string {
	t.Helper()
	if *program != "" {
		return *program
	}
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "cairn-load-"); built.err != nil {
			return
		}
		built.path = filepath.Join(built.dir, "cairn")
		out, err := exec.Command("go", "build", "-o", built.path, "cairn/cmd/cairn").CombinedOutput()
		if err != nil {
			built.err = fmt.Errorf("build the server: %w\n%s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return built.path
}
