// SPDX-License-Identifier: Apache-2.0

package full_test

import (
	"context"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"cairn/client"
	"cairn/internal/server/servertest"
	"cairn/internal/study"
	"cairn/internal/tui"
	"cairn/internal/tui/full"
	"cairn/record"
)

// onlineScreen shows a match on a server, and holds background work until a test steps.
func onlineScreen(t *testing.T, o tui.Options, c *client.Client, match string) *screen {
	t.Helper()
	o.Online = &tui.Online{Client: c, Name: "guest", Guest: true, Place: tui.Place{Match: match}}
	m, err := full.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	m.Still()
	s := &screen{t: t, model: m, held: true}
	s.run(m.Init())
	for strings.Contains(s.text(), "Connecting…") {
		s.step()
	}
	return s
}

// A review is not shown if the rematch has begun before its result.
func TestReviewLeft(t *testing.T) {
	home, _ := servertest.Run(t)
	o := options(t, these(t, "three"), "")
	o.Games[0].Review = func(context.Context, *record.Walk) (study.Review, error) { return study.Review{}, nil }
	c := player(t, home)
	id, err := c.Create(t.Context(), client.Spec{Game: "three", Opponent: "screen"})
	if err == nil {
		_, err = c.Command(t.Context(), id, "abort")
	}
	if err != nil {
		t.Fatal(err)
	}
	s := onlineScreen(t, o, c, id)
	s.press("n")
	s.send(s.latest()())
	s.press("a").shows("Looking…")
	review := s.latest()
	for strings.Contains(s.text(), "Game aborted") {
		s.step()
	}
	s.send(review())
	s.shows("Connecting…")
}

// step runs the work held back; the work that it leads to is held back.
func (s *screen) step() {
	waiting := s.wait
	s.wait = nil
	for _, cmd := range waiting {
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			s.wait = append(s.wait, msg...)
		default:
			s.send(msg)
		}
	}
}

// latest removes and returns the work that was begun last.
func (s *screen) latest() tea.Cmd {
	last := len(s.wait) - 1
	cmd := s.wait[last]
	s.wait = s.wait[:last]
	return cmd
}
