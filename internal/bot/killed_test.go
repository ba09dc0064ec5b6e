// SPDX-License-Identifier: Apache-2.0

package bot_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/client"
	"cairn/internal/bot"
	"cairn/record"
)

var long = flag.Bool("long", false, "play 100 games with ten kills of the server")

// confirmed is an HTTP client that records the moves that the server has confirmed.
type confirmed struct {
	mu    sync.Mutex
	ids   map[string]bool     // of commands
	moves map[string][]string // by match
}

// Do implements client.Doer.
func (c *confirmed) Do(r *http.Request) (*http.Response, error) {
	answer, err := http.DefaultClient.Do(r)
	if err != nil || answer.StatusCode != http.StatusOK || !strings.HasSuffix(r.URL.Path, "/moves") {
		return answer, err
	}
	body, err := r.GetBody()
	if err != nil {
		return nil, err
	}
	var sent client.Command
	if err := json.NewDecoder(body).Decode(&sent); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(answer.Body) // the confirmation has arrived
	if err != nil {
		return nil, err
	}
	answer.Body = io.NopCloser(bytes.NewReader(text))
	c.mu.Lock()
	defer c.mu.Unlock()
	if match := strings.Split(r.URL.Path, "/")[4]; !c.ids[sent.ID] {
		c.ids[sent.ID] = true
		c.moves[match] = append(c.moves[match], sent.Move)
	}
	return answer, nil
}

// Two bots play while the server is killed several times. Every game is played to its end,
// and its record has each move that the server confirmed, once.
func TestServerKilled(t *testing.T) {
	t.Parallel()
	games, kills, names := 6, 2, []string{"three-mens-morris"}
	switch {
	case testing.Short():
		games, kills = 3, 1
	case *long:
		games, kills, names = 100, 10, nil
		for _, e := range catalog.Standard().All() {
			names = append(names, e.Info().ID)
		}
	}
	s := newSite(t)
	var sent [2]*confirmed
	var users [2]*client.Client
	for i, name := range []string{"ann", "bob"} {
		sent[i] = &confirmed{ids: map[string]bool{}, moves: map[string][]string{}}
		users[i] = s.bot(name, client.HTTP(sent[i]))
		o := options(users[i], engine(t))
		o.Rules = bot.Rules{Most: 3}
		run(t, o)
	}
	began, killed, moves := time.Now(), 0, 0
	var matches []string
	for i := range games {
		matches = append(matches, challenge(t, users[0], "bob", client.Spec{Game: names[i%len(names)]}))
		if (i+1)*kills/games > killed {
			killed++
			s.process.kill()
			s.start()
		}
	}
	for _, match := range matches {
		moves += len(finish(t, users[0], match, sent).Line)
	}
	t.Logf("%d games with %d moves and %d kills in %v; requests sent again: %d and %d",
		games, moves, killed, time.Since(began).Round(time.Second), users[0].Retries(), users[1].Retries())
}

// finish waits for the end of a match between ann and bob and compares its record with
// the moves that the server has confirmed to them.
func finish(t *testing.T, ann *client.Client, match string, sent [2]*confirmed) *client.State {
	t.Helper()
	state := over(t, ann, match)
	if state.End == nil || len(state.Line) < 5 {
		t.Errorf("match %s ended with %+v after %d moves", match, state.End, len(state.Line))
	}
	text, err := ann.Record(t.Context(), match)
	if err != nil {
		t.Fatal(err)
	}
	stored, _, err := record.JSON.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	white := slices.Index([]string{"ann", "bob"}, state.Sides.White.Name)
	var want [2][]string
	for ply, turn := range stored.Turns {
		want[(white+ply)%2] = append(want[(white+ply)%2], turn.Move)
	}
	for i, moved := range sent {
		moved.mu.Lock()
		got := slices.Clone(moved.moves[match])
		moved.mu.Unlock()
		last := (white+len(stored.Turns)-1)%2 == i
		if last && len(got) == len(want[i])-1 { // the answer to the last move may not have arrived yet
			want[i] = want[i][:len(got)]
		}
		if !slices.Equal(got, want[i]) {
			t.Errorf("match %s: the record has %v, confirmed were %v", match, want[i], got)
		}
	}
	return state
}

// over waits for the end of a match.
func over(t *testing.T, user *client.Client, match string) *client.State {
	t.Helper()
	for m, err := range user.Follow(t.Context(), match, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if m.State != nil && m.State.Status == "over" {
			return m.State
		}
	}
	return nil
}

// challenge challenges a bot and returns the match.
func challenge(t *testing.T, user *client.Client, name string, spec client.Spec) string {
	t.Helper()
	id, err := user.Challenge(t.Context(), name, spec)
	if err != nil {
		t.Fatal(err)
	}
	c := answered(t, user, id)
	if c.Status != "accepted" {
		t.Fatalf("the challenge is %s: %s", c.Status, c.Reason)
	}
	return c.Match
}

// answered waits for the answer to a challenge.
func answered(t *testing.T, user *client.Client, id string) client.Challenge {
	t.Helper()
	for {
		c, err := user.FindChallenge(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if c.Status != "open" {
			return c
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// moves plays moves in a match and waits for the answer to each.
func moves(t *testing.T, user *client.Client, match string, n int) {
	t.Helper()
	moved := -1
	for m, err := range user.Follow(t.Context(), match, 0) {
		if err != nil {
			t.Fatal(err)
		}
		s := m.State
		if s == nil || s.Seq <= moved || len(s.Moves) == 0 || s.You != s.Turn.String() {
			if s != nil && s.Status == "over" {
				t.Fatalf("match %s is over: %+v", match, s.End)
			}
			continue
		}
		if n == 0 {
			return
		}
		_, err := user.Move(t.Context(), match, s.Seq, s.Moves[0].Text)
		var refused *client.Error
		switch {
		case err == nil:
			n--
		case !errors.As(err, &refused) || !refused.Late():
			t.Fatal(err)
		}
		moved = s.Seq
	}
}

// move plays a move.
func move(t *testing.T, user *client.Client, match string) {
	t.Helper()
	state, err := user.Match(t.Context(), match)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := user.Move(t.Context(), match, state.Seq, state.Moves[0].Text); err != nil {
		t.Fatal(err)
	}
}

// A bot is killed during several games and restarted. It continues all of them, and accepts no
// challenge for which it has no free place.
func TestBotKilled(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.person("ann"), s.bot("bob")
	one, _ := start(t, "bot", s.address, bob.Token())
	six := client.Spec{Game: "six", Side: "white"}
	matches := make([]string, 3)
	for i := range matches {
		matches[i] = challenge(t, ann, "bob", six)
		moves(t, ann, matches[i], 2)
	}
	fourth, err := ann.Challenge(t.Context(), "bob", six)
	if err != nil {
		t.Fatal(err)
	}
	for _, match := range matches {
		move(t, ann, match)
	}
	one.kill() // while it thinks or sends a move
	start(t, "bot", s.address, bob.Token())
	for _, match := range matches {
		moves(t, ann, match, 2)
	}
	if c, err := ann.FindChallenge(t.Context(), fourth); err != nil || c.Status != "open" {
		t.Errorf("the fourth challenge is %s, %v, want it to wait", c.Status, err)
	}
	if _, err := ann.Command(t.Context(), matches[1], "resign"); err != nil {
		t.Fatal(err)
	}
	moves(t, ann, answered(t, ann, fourth).Match, 1)
	for _, match := range []string{matches[0], matches[2]} {
		if state, err := ann.Match(t.Context(), match); err != nil || state.Status != "playing" || len(state.Line) != 10 {
			t.Errorf("match %s: %+v, %v", match, state, err)
		}
	}
}
