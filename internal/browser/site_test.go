// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
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

// regular is somebody who has been here before the test: an account that acts
// without a browser, by the addresses for programs, so that a site has a past.
type regular struct {
	t      *testing.T
	site   *site
	name   string
	client http.Client
}

// regular signs somebody up.
func (s *site) regular(name string) *regular {
	s.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r := &regular{t: s.t, site: s, name: name, client: http.Client{Jar: jar}}
	r.send("/signup", map[string]any{"email": strings.ToLower(name) + "@example.org", "name": name, "password": password, "again": password})
	return r
}

// send posts fields and returns the answer.
func (r *regular) send(path string, fields map[string]any) (answer struct{ Match, URL string }) {
	r.t.Helper()
	body, err := json.Marshal(fields)
	if err != nil {
		r.t.Fatal(err)
	}
	response, err := r.client.Post(r.site.url(path), "application/json", bytes.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= 300 {
		r.t.Fatalf("%s: POST %s %s: %s %s %v", r.name, path, body, response.Status, text, err)
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		r.t.Fatalf("%s: POST %s: %v", r.name, path, err)
	}
	return answer
}

// plays plays a match against somebody: the first has White. Whoever is to move
// after the moves gives up, unless the game is over by then or goes on.
func (r *regular) plays(other *regular, game, moves string, more ...string) (id string) {
	r.t.Helper()
	id = r.meets(other, game, "yes")
	sides := [2]*regular{r, other}
	played := strings.Fields(moves)
	for i, move := range played {
		sides[i%2].send("/match/"+id+"/move", map[string]any{"move": move})
	}
	for _, command := range more {
		sides[len(played)%2].send("/match/"+id+"/"+command, nil)
	}
	return id
}

// meets begins a match.
func (r *regular) meets(other *regular, game, rated string) (id string) {
	r.t.Helper()
	id = r.send("/match", map[string]any{"game": game, "opponent": "private", "side": "white", "rated": rated}).Match
	other.send("/join", map[string]any{"id": id})
	r.send("/match/"+id+"/start", nil)
	return id
}
