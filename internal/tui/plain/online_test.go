// SPDX-License-Identifier: Apache-2.0

package plain_test

import (
	"context"
	"strings"
	"testing"

	"cairn/client"
	"cairn/internal/server/servertest"
	"cairn/internal/tui"
	"cairn/internal/tui/plain"
)

// opponent creates a match, starts it when it can, answers offers with yes, and plays
// its moves in turn. It returns the id of the match.
func opponent(t *testing.T, c *client.Client, spec client.Spec, moves ...string) string {
	t.Helper()
	id, err := c.Create(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for m, err := range c.Follow(t.Context(), id, 0) {
			if err != nil || m.State == nil {
				continue
			}
			switch s := m.State; {
			case s.Can.Start:
				_, _ = c.Command(t.Context(), id, "start")
			case s.Offer != nil && !s.Offer.Mine:
				_, _ = c.Answer(t.Context(), id, s.Offer.ID, true)
			case s.Status == "playing" && s.You == s.Turn.String() && len(moves) > 0:
				if _, err := c.Move(t.Context(), id, s.Seq, moves[0]); err == nil {
					moves = moves[1:]
				}
			}
		}
	}()
	return id
}

// A match on a server is played line by line, against a player elsewhere.
func TestPlainOnline(t *testing.T) {
	home, _ := servertest.Run(t)
	id := opponent(t, player(t, home), client.Spec{Game: "three", Side: "white"}, "a1", "b1", "c2", "c1")
	o := options(t, real(), "")
	o.Online = &tui.Online{Client: player(t, home), Name: "guest", Guest: true, Place: tui.Place{Match: id}}
	var out strings.Builder
	o.Out, o.In = &out, strings.NewReader("hint\na1\na2\nb2\nundo\nc3\nb2\nquit\n")
	if err := plain.Run(context.Background(), o); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	text := out.String()
	for _, want := range []string{
		"There are no hints", "a1: the point is occupied.", "Black places on b2.", "White accepts the undo.",
		"Black places on c3.", "White wins: three in a row.",
	} {
		_, rest, found := strings.Cut(text, want)
		if !found {
			t.Fatalf("%q is not there, or too early:\n%s", want, &out)
		}
		text = rest
	}
}

// A guest who challenges a player is told what is missing.
func TestGuestChallenges(t *testing.T) {
	home, _ := servertest.Run(t)
	c := player(t, home)
	name, err := c.Guest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, real(), "")
	o.Online = &tui.Online{Client: c, Name: name, Guest: true}
	has(t, transcript(t, o, "challenge ann nine 5+3", "quit"), "You need an account to challenge a player.")
}
