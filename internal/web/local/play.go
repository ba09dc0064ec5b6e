// SPDX-License-Identifier: Apache-2.0

package local

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
)

// offlineGamesView lists the games that can be played offline.
type offlineGamesView struct {
	web.Page
	Built    bool
	Families []listing.Card
}

func (s *handlers) showGames(w http.ResponseWriter, r *http.Request) error {
	t := s.core.Texts(r)
	v := offlineGamesView{Page: s.core.Page(r, t.Text("web.local.title")), Built: s.core.Private || loadEngine().built(), Families: s.lists.Cards(t, gamePath)}
	return s.core.Render(w, http.StatusOK, "local_games", &v)
}

func gamePath(id string) string { return "/local/" + id }

// playView is the page of a game that is played in the browser.
type playView struct {
	web.Page
	Built          bool
	Game, GameName string
	Size           string // of the program, in megabytes
	Levels         []string
	Play           boardview.PlayView
	Setup          playSetup
}

// playSetup is what the script of the page starts with.
type playSetup struct {
	Game   string            `json:"game"`
	Lang   string            `json:"lang"`
	Men    string            `json:"men"`
	Worker string            `json:"worker"`
	Engine string            `json:"engine"`
	Call   string            `json:"call"` // where the program that serves the page plays; empty for the worker
	Texts  map[string]string `json:"texts"`
}

func (s *handlers) showPlay(w http.ResponseWriter, r *http.Request) error {
	entry, err := s.core.Live.Rooms.Games().Find(r.PathValue("game"))
	if err != nil {
		return web.ErrNoPage
	}
	info := entry.Info()
	if info.ID != r.PathValue("game") { // an alias
		http.Redirect(w, r, gamePath(info.ID), http.StatusFound)
		return nil
	}
	t, e := s.core.Texts(r).For(info), loadEngine()
	v := playView{
		Page: s.core.Page(r, t.Text("web.local.playing", "game", t.Game(info))), Built: e.built(), Game: info.ID, GameName: t.Game(info),
		Size: megabytes(t, len(e.packed)), Levels: slices.DeleteFunc(entry.Levels(), func(level string) bool { return level == "perfect" }), // needs tables, which are too large for a browser
	}
	state := pagestate.NewState(info, entry.Start().View(), t.Side) // nothing can be touched before the program is loaded
	state.Match, state.Kind, state.You = "local", "screen", "both"
	v.Play = boardview.NewPlayView(t, info, entry.Start().View(), state, boardview.BoardMarks{})
	v.Setup = playSetup{
		Game: info.ID, Lang: t.Code(), Men: v.Look.Men, Worker: e.path("worker.js"), Engine: e.path("cairn.wasm"), Texts: stateTexts(t),
	}
	if s.core.Private {
		v.Built, v.Size, v.Levels, v.Setup.Call = true, "", entry.Levels(), "/desktop/call"
	}
	if v.Built {
		v.Scripts = []string{"local"}
	}
	return s.core.Render(w, http.StatusOK, "local_play", &v)
}

// megabytes writes a size with one decimal.
func megabytes(t *web.Texts, bytes int) string {
	text := strconv.FormatFloat(float64(bytes)/1e6, 'f', 1, 64)
	if t.Code() != web.Fallback {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

// stateTexts are the texts of pages that the program in the browser writes states
// with; the others are part of it.
func stateTexts(t *web.Texts) map[string]string {
	found := map[string]string{}
	for _, key := range t.Keys() {
		for _, prefix := range []string{"web.message.side.", "web.message.you.", "web.level."} {
			if strings.HasPrefix(key, prefix) {
				found[key] = t.Text(key)
			}
		}
	}
	for _, key := range []string{"web.message.over", "web.message.thinking", "web.seat.computer", "web.end.won", "web.end.lost", "web.error.record"} {
		found[key] = t.Text(key)
	}
	return found
}
