// SPDX-License-Identifier: Apache-2.0

//go:build unix

package faults_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn/lab/bench"
)

// node is one node in its own process.
type node struct {
	program string
	args    []string
	address string // the same in every life
	log     *os.File

	mu      sync.Mutex
	process *bench.Process
}

// start starts the node with a clock that is wrong by a duration. While the database
// does not answer it tries again.
func (n *node) start(ctx context.Context, offset time.Duration) error {
	args := append([]string{offset.String(), "--addr", n.address, "--unlimited", "--log-level", "warn"}, n.args...)
	for {
		p, err := bench.Start(ctx, n.log, n.program, args...)
		if err == nil {
			n.mu.Lock()
			n.process = p
			n.mu.Unlock()
			return nil
		}
		if ctx.Err() != nil {
			return err
		}
	}
}

// kill ends the node, if it runs.
func (n *node) kill() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.process != nil {
		n.process.Kill()
	}
}

// newNode returns a node that is not yet started.
func newNode(t *testing.T, args ...string) *node {
	t.Helper()
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	n := &node{program: program(t), args: args, address: freeAddress(t), log: log}
	t.Cleanup(func() {
		n.kill()
		if t.Failed() {
			text, _ := os.ReadFile(log.Name())
			t.Logf("node %s logged:\n%s", n.address, text[max(0, len(text)-4000):])
		}
		log.Close()
	})
	return n
}

// built is the program of a node, made once for all tests.
var built struct {
	once sync.Once
	dir  string
	err  error
}

// program returns the path of the program of a node.
func program(t *testing.T) string {
	t.Helper()
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "cairn-faults-"); built.err != nil {
			return
		}
		out, err := exec.Command("go", "build", "-o", built.dir, "cairn/lab/faults/node").CombinedOutput()
		if err != nil {
			built.err = fmt.Errorf("build the node: %w\n%s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return filepath.Join(built.dir, "node")
}

// freeAddress returns an address whose port is below those that systems give to
// connections, so that it stays free while the node is down.
func freeAddress(t *testing.T) string {
	t.Helper()
	for {
		listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", 10_000+rand.N(20_000)))
		if err == nil {
			listener.Close()
			return listener.Addr().String()
		}
		if !strings.Contains(err.Error(), "in use") {
			t.Fatal(err)
		}
	}
}
