// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
)

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
