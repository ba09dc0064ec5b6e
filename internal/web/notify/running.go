// SPDX-License-Identifier: Apache-2.0

package notify

import (
	"net/http"

	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// runningPath is the address of the list of running games.
const runningPath = "/running"

// runningView lists the visitor's running games, games that wait for the visitor
// first.
type runningView struct {
	web.Page
	Games []listing.Row
	Calls int // open challenges to the visitor
}

func (s *handlers) showRunning(w http.ResponseWriter, r *http.Request) error {
	list, err := s.core.Live.Notices.Running(r.Context(), web.VisitorOf(r).User.ID)
	if err != nil {
		return err
	}
	v := runningView{Page: s.core.Page(r, s.core.Texts(r).Text("web.running.title"))}
	if v.Games, err = s.lists.RowsOf(r, list); err != nil {
		return err
	}
	calls, err := s.core.Live.Challenges.Received(r.Context(), web.VisitorOf(r).User.ID)
	if err != nil {
		return err
	}
	v.Calls = len(calls)
	return s.core.Render(w, http.StatusOK, "running", &v)
}

// next redirects to the game that has waited longest for the visitor, other than
// the game the visitor comes from; if no game waits, to the list.
func (s *handlers) next(w http.ResponseWriter, r *http.Request) error {
	user := web.VisitorOf(r).User
	list, err := s.core.Live.Notices.Running(r.Context(), user.ID)
	if err != nil {
		return err
	}
	for _, info := range list {
		if info.WaitsFor(user.ID) && info.ID != r.URL.Query().Get("after") {
			return web.See(w, r, listing.MatchPath(info.ID))
		}
	}
	return web.See(w, r, runningPath)
}
