// SPDX-License-Identifier: Apache-2.0

package people

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"cairn/game"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// maxRunning is how many running games are searched for games of players
// whom the visitor follows.
const maxRunning = 500

// followingView lists whom the visitor follows and blocks.
type followingView struct {
	web.Page
	Followed []followed
	Blocked  []followed
}

// followed is a player whom the visitor follows or blocks.
type followed struct {
	Name      string `json:"name"`
	Bot       bool   `json:"bot,omitempty"`
	Profile   string `json:"-"`
	Challenge string `json:"-"` // address of the form
	Online    bool   `json:"online"`
	Match     string `json:"url,omitempty"` // address of a running game that everyone may watch; empty for none
	GameName  string `json:"-"`
}

// showFollowing lists players whom the visitor follows: players in a game first, then
// players who are online.
func (s *handlers) showFollowing(w http.ResponseWriter, r *http.Request) error {
	relations, err := s.core.Live.People.Relations(r.Context(), web.VisitorOf(r).User.ID)
	if err != nil {
		return err
	}
	ids := make([]string, len(relations))
	for i := range relations {
		ids[i] = relations[i].Other
	}
	names, bots, err := s.lists.Named(r.Context(), ids)
	if err != nil {
		return err
	}
	running, err := s.running(r)
	if err != nil {
		return err
	}
	v := followingView{Page: s.core.Page(r, s.core.Texts(r).Text("web.following.title"))}
	for _, relation := range relations {
		name := names[relation.Other]
		f := followed{Name: name, Bot: bots[relation.Other], Profile: listing.PlayerPath(name), Challenge: challengePath(name)}
		if relation.Kind == social.Blocks {
			v.Blocked = append(v.Blocked, f)
			continue
		}
		f.Online = s.core.Live.Presence.Users.Has(relation.Other)
		if info, plays := running[relation.Other]; plays && f.Online {
			f.Match, f.GameName = listing.MatchPath(info.ID), s.core.Texts(r).Game(s.lists.GameInfo(info.Game))
		}
		v.Followed = append(v.Followed, f)
	}
	slices.SortFunc(v.Followed, byPresence)
	slices.SortFunc(v.Blocked, byPresence)
	if web.WantsJSON(r) {
		return s.core.WriteJSON(w, http.StatusOK, map[string][]followed{"followed": append([]followed{}, v.Followed...), "blocked": append([]followed{}, v.Blocked...)})
	}
	v.Refresh = listRefresh
	return s.core.Render(w, http.StatusOK, "following", &v)
}

// byPresence sorts players: in a game, online, and by name.
func byPresence(a, b followed) int {
	rank := func(f followed) int {
		switch {
		case f.Match != "":
			return 0
		case f.Online:
			return 1
		}
		return 2
	}
	return cmp.Or(rank(a)-rank(b), strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)))
}

// running returns running games that everyone may watch, by player.
func (s *handlers) running(r *http.Request) (map[string]room.Info, error) {
	list, err := s.core.Live.Archive.Matches(r.Context(), s.lists.LiveFilter("", maxRunning))
	games := map[string]room.Info{}
	for _, info := range slices.Backward(list) { // the last changed wins
		for _, side := range game.Sides {
			games[info.Seats[side]] = info
		}
	}
	return games, err
}

// relate makes the visitor follow or block a player, or ends it.
func (s *handlers) relate(kind social.RelationKind, notice string) web.FormHandler {
	return func(w http.ResponseWriter, r *http.Request, in web.Form) error {
		name := r.PathValue("name")
		if err := s.core.Live.People.Set(r.Context(), web.VisitorOf(r).User, name, kind); err != nil {
			return err
		}
		return s.core.DoneNotice(w, r, web.LocalPath(in.Text("next"), listing.PlayerPath(name)), notice, struct{}{})
	}
}

// allow sets who may challenge the visitor.
func (s *handlers) allow(w http.ResponseWriter, r *http.Request, in web.Form) error {
	choice := social.Allow(in.Text("allow"))
	if choice == everyone {
		choice = social.AllowAll
	}
	if err := s.core.Live.People.SetAllow(r.Context(), web.VisitorOf(r).User, choice); err != nil {
		return err
	}
	return s.core.DoneNotice(w, r, "/challenges", "settings-saved", struct{}{})
}
