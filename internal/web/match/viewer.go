// SPDX-License-Identifier: Apache-2.0

package match

import (
	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/live"
	"cairn/match"
)

// viewer is a visitor of a match, with the side they play.
type viewer struct {
	user  account.User
	side  game.Side
	plays bool
	both  bool // plays both sides, at one screen
}

func viewerOf(info *live.Info, user account.User) viewer {
	v := viewer{user: user}
	v.side, v.plays = info.SideOf(user.ID)
	v.both = v.plays && info.Kind == live.Screen
	return v
}

// you names the viewer's side as PageState writes it.
func (v viewer) you() string {
	switch {
	case v.both:
		return "both"
	case v.plays:
		return v.side.String()
	}
	return ""
}

// moves reports whether the viewer may move now.
func (v viewer) moves(m match.Match) bool {
	return v.plays && m.Status() == match.Playing && !m.Paused() && (v.both || m.Turn() == v.side)
}
