// SPDX-License-Identifier: Apache-2.0

package archive

import (
	"net/http"
	"net/url"

	"cairn/internal/account"
	"cairn/internal/live/social"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// peopleView has what a visitor can do with the player of a profile; the template
// "player-people" shows it, and nothing for nil.
type peopleView struct {
	Name      string
	Path      string // of the profile
	Challenge string // address of the form; empty for a blocked player
	Member    bool   // the visitor has an account
	Follows   bool
	Blocks    bool
	Reasons   []string // for a report
	Score     string   // of the visitor against the player; empty before the first game
}

// people returns what the visitor can do with a player, nil for the visitor's own
// profile and for a banned account.
func (s *handlers) people(r *http.Request, player account.User) (*peopleView, error) {
	visitor := web.VisitorOf(r)
	if player.Banned || player.ID == visitor.User.ID {
		return nil, nil
	}
	v := &peopleView{Name: player.Name, Path: listing.PlayerPath(player.Name), Member: visitor.Member(), Reasons: account.ReportReasons}
	relation, err := s.core.Live.People.Relation(r.Context(), visitor.User.ID, player.ID)
	if err != nil {
		return nil, err
	}
	v.Follows, v.Blocks = relation == social.Follows, relation == social.Blocks
	if !v.Blocks {
		v.Challenge = "/challenge/" + url.PathEscape(player.Name)
	}
	meetings, err := s.core.Live.People.Meetings(r.Context(), visitor.User.ID, player.ID)
	v.Score = listing.MeetingsText(meetings)
	return v, err
}
