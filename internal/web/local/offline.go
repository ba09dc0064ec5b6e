// SPDX-License-Identifier: Apache-2.0

package local

import (
	"net/http"

	"cairn/internal/web"
)

// offlineView is the page that is shown without a connection.
type offlineView struct {
	web.Page
	Kept []keptLink // pages that may have been kept; a script shows the kept ones
}

// keptLink leads to a page that may have been kept.
type keptLink struct{ Path, Name string }

func (s *handlers) showOffline(w http.ResponseWriter, r *http.Request) error {
	t := s.core.Texts(r)
	v := offlineView{Page: s.core.Page(r, t.Text("web.offline.title"))}
	for _, entry := range s.core.Live.Rooms.Games().All() {
		info := entry.Info()
		v.Kept = append(v.Kept,
			keptLink{gamePath(info.ID), t.Text("web.offline.play", "game", t.Game(info))},
			keptLink{"/learn/" + info.ID, t.Text("web.offline.lesson", "game", t.Game(info))},
			keptLink{"/rules/" + info.ID, t.Text("web.offline.rules", "game", t.Game(info))})
	}
	v.Narrow = true
	v.Scripts = []string{"offline"}
	return s.core.Render(w, http.StatusOK, "offline", &v)
}
