// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"time"

	"cairn/game"
	"cairn/internal/live"
	"cairn/match"
)

// names looks up the names of people; computers need none.
func (s *Server) names(ctx context.Context, accounts []string) (map[string]string, error) {
	var people []string
	seen := map[string]bool{"": true}
	for _, account := range accounts {
		if _, program := live.ComputerLevel(account); !program && !seen[account] {
			seen[account] = true
			people = append(people, account)
		}
	}
	if len(people) == 0 {
		return nil, nil
	}
	return s.accounts.Names(ctx, people...)
}

// seatNames returns what the two sides of a match are called.
func (s *Server) seatNames(ctx context.Context, t *texts, info *live.Info) ([2]string, error) {
	names, err := s.names(ctx, info.Seats[:])
	return t.seats(info, names), err
}

// seats names both sides of a match; at one screen they are just the sides.
func (t *texts) seats(info *live.Info, names map[string]string) [2]string {
	if info.Kind == live.Screen {
		return [2]string{t.Side(game.White), t.Side(game.Black)}
	}
	return [2]string{t.seat(info.Seats[game.White], names), t.seat(info.Seats[game.Black], names)}
}

// seat names who sits somewhere: a person, the computer, or nobody.
func (t *texts) seat(account string, names map[string]string) string {
	if account == "" {
		return ""
	}
	if level, program := live.ComputerLevel(account); program {
		return t.Text("web.seat.computer", "level", t.level(level))
	}
	if name, known := names[account]; known {
		return name
	}
	return t.Text("web.seat.gone")
}

// control says a time control in words.
func (t *texts) control(text string) string {
	c, err := match.ParseControl(text)
	switch {
	case err != nil:
		return text
	case c.Kind == match.Correspondence:
		return t.Count("web.clock.days", int(c.PerMove/(24*time.Hour)))
	case c.Kind == match.RealTime && c.Increment == 0:
		return t.Text("web.clock.initial", "minutes", c.Initial.Minutes())
	case c.Kind == match.RealTime:
		return t.Text("web.clock.increment", "minutes", c.Initial.Minutes(), "seconds", c.Increment.Seconds())
	}
	return t.Text("web.clock.none")
}
