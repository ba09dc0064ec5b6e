// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"bufio"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// site is a server process with a data folder. It keeps its address when it is
// killed and started again.
type site struct {
	t       *testing.T
	address string
	data    string
	setup   string // secret of the link that makes the first administrator
	log     *os.File
	process *exec.Cmd
}

func newSite(t *testing.T) *site {
	t.Helper()
	browser(t) // skips a test that nobody could visit the site in
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, address: freeAddress(t), data: t.TempDir(), log: log}
	s.start()
	t.Cleanup(s.close)
	return s
}

// freeAddress finds a port that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// start starts the server and waits until it listens.
func (s *site) start() {
	s.t.Helper()
	s.process = exec.Command(os.Args[0])
	s.process.Env = append(os.Environ(), serveData+"="+s.data, serveAddress+"="+s.address)
	s.process.Stderr = s.log
	if _, err := s.process.StdinPipe(); err != nil { // open until this process ends
		s.t.Fatal(err)
	}
	out, err := s.process.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		s.t.Fatalf("the server did not start: %q, %v\n%s", line, err, s.logged())
	}
	s.setup = strings.TrimSpace(strings.TrimPrefix(line, "ready"))
}

// kill ends the server with SIGKILL: it has no chance to tidy up.
func (s *site) kill() {
	s.t.Helper()
	if err := s.process.Process.Kill(); err != nil {
		s.t.Fatal(err)
	}
	_ = s.process.Wait() // it says "signal: killed"
}

func (s *site) close() {
	s.kill()
	if s.t.Failed() {
		s.t.Logf("the server logged:\n%s", s.logged())
	}
	s.log.Close()
}

func (s *site) logged() string {
	file, err := os.Open(s.log.Name())
	if err != nil {
		return err.Error()
	}
	defer file.Close()
	text, _ := io.ReadAll(io.LimitReader(file, 4000))
	return string(text)
}

// letter waits for a letter to an address, takes it and returns the link in it.
func (s *site) letter(to string) (link string) {
	s.t.Helper()
	name := postbox{s.data}.file(to)
	var text []byte
	eventually(s.t, "a letter to "+to, func() (come bool) {
		var err error
		text, err = os.ReadFile(name)
		return err == nil
	})
	if err := os.Remove(name); err != nil {
		s.t.Fatal(err)
	}
	for word := range strings.FieldsSeq(string(text)) {
		if path, ok := strings.CutPrefix(word, s.url("")); ok {
			return path
		}
	}
	s.t.Fatalf("no link in the letter:\n%s", text)
	return ""
}

// url returns the address of a page.
func (s *site) url(path string) string { return "http://" + s.address + path }
