// SPDX-License-Identifier: Apache-2.0

package listing

import (
	"context"

	"cairn/internal/live/social"
	"cairn/internal/pagestate"
	"cairn/match"
)

// ResultOf writes the result of a match for programs: white-wins, black-wins, draw or
// aborted; empty while it is played.
func ResultOf(end match.End) string {
	switch {
	case !end.Over():
		return ""
	case end.Verdict == 0:
		return "aborted"
	}
	return end.Verdict.String()
}

// ChallengeStates writes challenges for a program of a user.
func (s *Lists) ChallengeStates(ctx context.Context, list []social.Challenge, user string) ([]pagestate.Challenge, error) {
	var ids []string
	for i := range list {
		ids = append(ids, list[i].From, list[i].To)
	}
	names, bots, err := s.Named(ctx, ids)
	if err != nil {
		return nil, err
	}
	out := make([]pagestate.Challenge, len(list))
	for i, c := range list {
		out[i] = pagestate.Challenge{
			ID: c.ID, Mine: c.From == user, From: names[c.From], To: names[c.To], Game: c.Game, Clock: c.Control,
			Rated: c.Rated, Side: c.Side, Status: string(c.Status), Reason: c.Reason, Match: c.Match,
			Bot: bots[c.From] && c.From != user || bots[c.To] && c.To != user,
		}
	}
	return out, nil
}
