// SPDX-License-Identifier: Apache-2.0

// Package natstest runs real NATS servers for tests, as processes. The program is
// built once, from the version in lab/go.mod, and kept in the user's cache folder.
package natstest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long a start may take.
const patience = 2 * time.Minute

// Server is a NATS server with its own address, which stays the same.
type Server struct {
	program string
	args    []string
	folder  string // for the file that names the port
	port    int    // -1 before the first start: any
	process *exec.Cmd
	ended   chan struct{} // closed when the process has ended
	output  bytes.Buffer  // of the process, to be read when it has ended
}

// URL starts a server for a test and returns its address.
func URL(t testing.TB) string {
	t.Helper()
	return New(t).URL()
}

// New starts a server with additional arguments, and stops it at the end of the test.
func New(t testing.TB, args ...string) *Server {
	t.Helper()
	program, err := build()
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{program: program, args: args, folder: t.TempDir(), port: -1}
	t.Cleanup(s.Stop)
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	return s
}

// URL returns the address of the server.
func (s *Server) URL() string {
	return "nats://" + net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port))
}

// Process returns the process of a started server.
func (s *Server) Process() *os.Process { return s.process.Process }

// Stop kills the server, if it runs.
func (s *Server) Stop() {
	if s.process == nil {
		return
	}
	_ = s.process.Process.Kill() // fails if it has ended
	<-s.ended
	s.process = nil
}

// Start starts the server and waits until it listens. If another program uses its
// port for a moment, Start tries again.
func (s *Server) Start() (err error) {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if err = s.start(end); err == nil {
			return nil
		}
	}
	return fmt.Errorf("start nats-server: %w", err)
}

func (s *Server) start(end time.Time) error {
	s.output.Reset()
	args := append([]string{"-a", "127.0.0.1", "-p", strconv.Itoa(s.port), "--ports_file_dir", s.folder}, s.args...)
	process := exec.Command(s.program, args...)
	process.Stdout, process.Stderr = &s.output, &s.output
	if err := process.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() {
		_ = process.Wait() // its output says why it has ended
		close(ended)
	}()
	s.process, s.ended = process, ended
	for time.Now().Before(end) {
		if s.listens() {
			return nil
		}
		select {
		case <-ended:
			s.process = nil
			return fmt.Errorf("it has ended: %s", s.output.String())
		case <-time.After(10 * time.Millisecond):
		}
	}
	s.Stop()
	return fmt.Errorf("it does not listen: %s", s.output.String())
}

// listens reports whether the server has written the file that names its port, and
// notes the port.
func (s *Server) listens() bool {
	name := fmt.Sprintf("%s_%d.ports", filepath.Base(s.program), s.process.Process.Pid)
	file, err := os.ReadFile(filepath.Join(s.folder, name))
	if err != nil {
		return false
	}
	var ports struct{ Nats []string }
	if json.Unmarshal(file, &ports) != nil || len(ports.Nats) == 0 { // not yet written whole
		return false
	}
	_, port, _ := strings.Cut(strings.TrimPrefix(ports.Nats[0], "nats://"), ":")
	s.port, err = strconv.Atoi(port)
	return err == nil
}

const module = "github.com/nats-io/nats-server/v2"

// build returns the path of the program, which it builds if no test has before.
var build = sync.OnceValues(func() (string, error) {
	version, err := output("go", "list", "-m", "-f", "{{.Version}}", module)
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	folder := filepath.Join(cache, "cairn-test", "nats-server-"+version)
	program := filepath.Join(folder, "nats-server")
	if _, err := os.Stat(program); err == nil {
		return program, nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	aside, err := os.MkdirTemp(folder, "build") // other tests may build concurrently
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(aside)
	built := filepath.Join(aside, "nats-server")
	if _, err := output("go", "build", "-o", built, module); err != nil {
		return "", err
	}
	return program, os.Rename(built, program)
})

// output runs a program and returns what it prints.
func output(program string, args ...string) (string, error) {
	command := exec.Command(program, args...)
	var problem bytes.Buffer
	command.Stderr = &problem
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", program, strings.Join(args, " "), err, problem.String())
	}
	return strings.TrimSpace(string(out)), nil
}
