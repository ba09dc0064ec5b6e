// SPDX-License-Identifier: Apache-2.0

package match

import (
	"net/http"

	"cairn/game"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/internal/live/stream"
	"cairn/internal/web"
	"cairn/internal/web/listing"
	"cairn/match"
)

// extrasView is the part of a page that does not belong to the match itself: spectators, the
// score between the two players, and their phrases.
type extrasView struct {
	extrasState
	Path    string   // of the form for phrases; empty for spectators and muted players
	InMatch []string // keys of phrases until the end
	AtEnd   []string
	Over    bool
}

// extrasState is the part of the extras that changes, as a message of the stream.
type extrasState struct {
	Type     string      `json:"type"`     // aside
	Watchers string      `json:"watchers"` // in words; empty for none
	Count    int         `json:"watcher_count"`
	Score    string      `json:"score"` // between the players, in words; empty before their first game
	Said     []saidState `json:"said"`
}

// saidState is a phrase in the language of the reader.
type saidState struct {
	Number int    `json:"number"`
	Name   string `json:"name"` // of the player
	Mine   bool   `json:"mine"`
	Text   string `json:"text"`
}

// newExtrasState writes extras for a viewer. Players who mute phrases see only their own.
func newExtrasState(t *web.Texts, a *stream.Extras, v viewer, names [2]string, muted bool) extrasState {
	state := extrasState{Type: "aside", Count: a.Watchers, Said: []saidState{}}
	if a.Watchers > 0 {
		state.Watchers = t.Count("web.aside.watchers", a.Watchers)
	}
	if score := listing.MeetingsText(a.Meetings); score != "" {
		state.Score = t.Text("web.aside.score", "white", names[game.White], "score", score, "black", names[game.Black])
	}
	for _, p := range a.Phrases {
		mine := p.Side == v.side
		if muted && !mine {
			continue
		}
		state.Said = append(state.Said, saidState{p.Number, names[p.Side], mine, t.Text("web.phrase." + p.Key)})
	}
	return state
}

// extras returns the extras of a match for the visitor.
func (s *handlers) extras(r *http.Request, at *room.Room, names [2]string) (*extrasView, error) {
	visitor, t := web.VisitorOf(r), s.core.Texts(r)
	a, err := s.core.Live.Streams.Extras(r.Context(), visitor.User.ID, at)
	if err != nil {
		return nil, err
	}
	viewer := viewerOf(&at.Info, visitor.User)
	v := &extrasView{
		extrasState: newExtrasState(t, a, viewer, names, visitor.Settings.Mute), Over: at.Info.Status == match.Over,
		InMatch: social.PhrasesInMatch, AtEnd: social.PhrasesAtEnd,
	}
	people := at.Info.BetweenPeople()
	if viewer.plays && people && !visitor.Settings.Mute {
		v.Path = listing.MatchPath(at.Info.ID) + "/phrase"
	}
	return v, nil
}

// say sends a phrase to the opponent.
func (s *handlers) say(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	id := room.CleanMatchID(r.PathValue("id"))
	if err := s.core.Live.Phrases.Say(r.Context(), web.VisitorOf(r).User, id, in.Text("phrase")); err != nil {
		return err
	}
	return s.core.Done(w, r, listing.MatchPath(id), struct{}{})
}

// sendExtras sends changed extras.
func (f *follower) sendExtras(u *stream.Update) error {
	return f.socket.Send(func() (any, error) {
		names := f.names
		if names == [2]string{} || f.seats != u.Info.Seats {
			var err error
			if names, err = f.server.lists.SeatNames(f.socket.Ctx, f.texts, &u.Info); err != nil {
				return nil, err
			}
		}
		return newExtrasState(f.texts, u.Extras, viewerOf(&u.Info, f.visitor.User), names, f.visitor.Settings.Mute), nil
	})
}
