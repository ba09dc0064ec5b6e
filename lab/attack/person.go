// SPDX-License-Identifier: Apache-2.0

package attack

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"time"
)

const (
	// answerTime bounds one request.
	answerTime = 40 * time.Second
	// password is the password of all accounts.
	password = "nineteen grey pebbles"
)

// person is a user of the server at an address of this machine, with a browser that
// keeps cookies.
type person struct {
	home    string
	from    string
	headers map[string]string
	client  *http.Client
}

// newPerson returns a person without a session.
func newPerson(home, from string) *person {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	jar, _ := cookiejar.New(nil) // has no error
	return &person{home: home, from: from, client: &http.Client{
		Jar: jar, Timeout: answerTime,
		Transport:     &http.Transport{DialContext: dialer.DialContext, MaxIdleConnsPerHost: 64, DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// forget drops the cookies: the next request is from another visitor.
func (p *person) forget() { p.client.Jar, _ = cookiejar.New(nil) }

// close closes the connections.
func (p *person) close() { p.client.CloseIdleConnections() }

// reply is an answer of the server.
type reply struct {
	status int
	body   []byte
}

func (r reply) ok() bool { return r.status == http.StatusOK }

// limited reports whether the server asked to try later.
func (r reply) limited() bool { return r.status == http.StatusTooManyRequests }

// read decodes the body.
func (r reply) read(into any) error {
	if !r.ok() {
		return fmt.Errorf("status %d: %.200s", r.status, r.body)
	}
	return json.Unmarshal(r.body, into)
}

// code returns the code of an error, empty if there is none.
func (r reply) code() string {
	var document struct{ Error struct{ Code string } }
	_ = json.Unmarshal(r.body, &document)
	return document.Error.Code
}

// post sends a form as JSON.
func (p *person) post(ctx context.Context, path string, form map[string]string) (reply, error) {
	body, err := json.Marshal(form)
	if err != nil {
		return reply{}, err
	}
	return p.send(ctx, http.MethodPost, path, bytes.NewReader(body))
}

// get reads an address.
func (p *person) get(ctx context.Context, path string) (reply, error) {
	return p.send(ctx, http.MethodGet, path, nil)
}

func (p *person) send(ctx context.Context, method, path string, body io.Reader) (reply, error) {
	request, err := http.NewRequestWithContext(ctx, method, p.home+path, body)
	if err != nil {
		return reply{}, err
	}
	request.Header.Set("Accept", "application/json")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, value := range p.headers {
		request.Header.Set(name, value)
	}
	response, err := p.client.Do(request)
	if err != nil {
		return reply{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return reply{response.StatusCode, text}, err
}

// must sends a form that has to be accepted.
func (p *person) must(ctx context.Context, path string, form map[string]string) (reply, error) {
	r, err := p.post(ctx, path, form)
	if err == nil && !r.ok() {
		err = fmt.Errorf("status %d: %.300s", r.status, r.body)
	}
	if err != nil {
		err = fmt.Errorf("POST %s: %w", path, err)
	}
	return r, err
}

// signUp creates an account.
func (p *person) signUp(ctx context.Context, name string) error {
	_, err := p.must(ctx, "/signup", map[string]string{
		"email": name + "@example.org", "name": name, "password": password, "again": password,
	})
	return err
}

// logIn tries to log in.
func (p *person) logIn(ctx context.Context, name, password string) (reply, error) {
	return p.post(ctx, "/login", map[string]string{"login": name, "password": password})
}

// known reports whether the session of a member is alive.
func (p *person) known(ctx context.Context) (bool, error) {
	r, err := p.get(ctx, "/account")
	return r.ok(), err
}

// state is the part of a match that attacks look at.
type state struct {
	Seq     int
	Status  string
	Running string
	Moves   []struct{ Text string }
	Sides   map[string]struct {
		Clock int64 `json:"clock_ms"`
	}
	Log []struct{ Text string }
}

// match reads a match.
func (p *person) match(ctx context.Context, id string) (state, error) {
	r, err := p.get(ctx, "/match/"+id)
	var answer struct{ State state }
	if err == nil {
		err = r.read(&answer)
	}
	return answer.State, err
}

// create creates a match and returns its id.
func (p *person) create(ctx context.Context, form map[string]string) (string, error) {
	r, err := p.must(ctx, "/match", form)
	var answer struct{ Match string }
	if err == nil {
		err = r.read(&answer)
	}
	return answer.Match, err
}

// move plays a move given as text.
func (p *person) move(ctx context.Context, id, text string) (reply, error) {
	return p.post(ctx, "/match/"+id+"/move", map[string]string{"move": text})
}

// duel starts a match of three men's morris in which the first person is White.
func duel(ctx context.Context, white, black *person, clock string) (string, error) {
	id, err := white.create(ctx, map[string]string{"game": "three", "opponent": "private", "side": "white", "clock": clock})
	if err == nil {
		_, err = black.must(ctx, "/join", map[string]string{"id": id})
	}
	if err == nil {
		_, err = white.must(ctx, "/match/"+id+"/start", nil)
	}
	return id, err
}

// bigRecord is a record of three men's morris with many variations of its first turn.
func bigRecord(variations int) string {
	return "cairn record 1\ngame: three-mens-morris 1\nresult: playing\n\n" +
		"0  start  3/3/3 w 3,3 0\n1  b2  3/1w1/3 b 2,3 0\n" +
		strings.Repeat("  1  a1  3/3/w2 b 2,3 0\n", variations)
}
