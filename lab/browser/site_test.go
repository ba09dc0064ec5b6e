// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cairn/internal/server/servertest"
)

// site is a server process with a data folder. Its address stays the same when it is
// killed and started again.
type site struct {
	t       *testing.T
	address string
	data    string
	issuer  string // of an OpenID Connect provider; empty for none
	setup   string // secret of the link that creates the first administrator
	log     *os.File
	process *exec.Cmd
}

func newSite(t *testing.T) *site {
	t.Helper()
	return newSiteWith(t, "")
}

// newSiteWith starts a site at which people can log in at a provider.
func newSiteWith(t *testing.T, issuer string) *site {
	t.Helper()
	browser(t) // skips the test if there is none
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, address: servertest.FreeAddress(t), data: t.TempDir(), issuer: issuer, log: log}
	s.start()
	t.Cleanup(s.close)
	return s
}

// start starts the server and waits until it listens.
func (s *site) start() {
	s.t.Helper()
	s.process = exec.Command(os.Args[0])
	s.process.Env = append(os.Environ(), serveData+"="+s.data, serveAddress+"="+s.address, serveIssuer+"="+s.issuer)
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

// kill ends the server with SIGKILL.
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

// logged returns the start of what the server wrote to its log.
func (s *site) logged() string {
	file, err := os.Open(s.log.Name())
	if err != nil {
		return err.Error()
	}
	defer file.Close()
	text, _ := io.ReadAll(io.LimitReader(file, 4000))
	return string(text)
}

// mail waits for a mail to an address, removes it and returns the link in it.
func (s *site) mail(to string) (link string) {
	s.t.Helper()
	name := mailbox{s.data}.file(to)
	var text []byte
	eventually(s.t, "a mail to "+to, func() (found bool) {
		var err error
		text, err = os.ReadFile(name)
		return err == nil
	})
	if err := os.Remove(name); err != nil {
		s.t.Fatal(err)
	}
	for word := range strings.FieldsSeq(string(text)) {
		if u, err := url.Parse(word); err == nil && u.Scheme == "http" {
			return u.Path
		}
	}
	s.t.Fatalf("no link in the mail:\n%s", text)
	return ""
}

// named makes the browsers of a site use its name instead of its number.
func (s *site) named() *site {
	s.address = strings.Replace(s.address, "127.0.0.1", "localhost", 1)
	return s
}

// url returns the address of a page.
func (s *site) url(path string) string { return "http://" + s.address + path }

// regular is a user who acts by JSON requests instead of a browser, so that a site has
// users and games before a test.
type regular struct {
	t      *testing.T
	site   *site
	name   string
	client http.Client
}

// regular creates an account.
func (s *site) regular(name string) *regular {
	s.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r := &regular{t: s.t, site: s, name: name, client: http.Client{Jar: jar}}
	r.send("/signup", map[string]any{"email": strings.ToLower(name) + "@example.org", "name": name, "password": password})
	return r
}

// send posts fields and returns the answer.
func (r *regular) send(path string, fields map[string]any) (answer struct{ Match, URL, Token string }) {
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

// plays plays a match as White against another user. The side to move after the moves
// sends the commands in more, such as resign.
func (r *regular) plays(other *regular, game, moves string, more ...string) (id string) {
	r.t.Helper()
	id = r.meets(other, game, "yes", "")
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

// meets starts a match; an empty clock is none.
func (r *regular) meets(other *regular, game, rated, clock string) (id string) {
	r.t.Helper()
	id = r.send("/match", map[string]any{"game": game, "opponent": "private", "side": "white", "rated": rated, "shown": "yes", "clock": clock}).Match
	other.send("/join", map[string]any{"id": id})
	r.send("/match/"+id+"/start", nil)
	return id
}
