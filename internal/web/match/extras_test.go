// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"testing"

	"cairn/internal/web/webtest"
)

// Players exchange phrases without script, each in the reader's language;
// spectators neither see nor send them.
func TestPhrasesByForm(t *testing.T) {
	s := webtest.NewSite(t)
	s.Pass(0) // time stands still
	id, white, black := s.Pair("three")
	black.Post("/language", webtest.Form("lang", "de", "next", "/match/"+id))
	white.Get("/match/"+id).Want(200).Has("Good luck!", `action="/match/`+id+`/phrase"`)
	white.Post("/match/"+id+"/phrase", webtest.Form("phrase", "good-luck")).Want(200).Has("<b>You</b> Good luck!")
	black.Get("/match/" + id).Want(200).Has("</b> Viel Glück!")
	guest := s.Guest()
	guest.Get("/match/"+id).Want(200).Lacks("Good luck!", `/phrase"`)
	guest.Post("/match/"+id+"/phrase", webtest.Form("phrase", "hello")).Want(403)
	white.Post("/match/"+id+"/phrase", webtest.Form("phrase", "<b>rude</b>")).Want(403).Has("This phrase cannot be sent")
	for range 3 {
		white.Post("/match/"+id+"/phrase", webtest.Form("phrase", "hello")).Want(200)
	}
	white.Post("/match/"+id+"/phrase", webtest.Form("phrase", "hello")).Want(429)

	s.Play(id, white, black, webtest.WhiteWins...)
	black.Post("/match/"+id+"/phrase", webtest.Form("phrase", "well-played")).Want(200).Has("Gut gespielt!")
	white.Get("/match/"+id).Has(">Well played!<", " 1 – 0 ")
	black.Post("/match/"+id+"/phrase", webtest.Form("phrase", "hello")).Want(403)
}

// A player who mutes phrases in the settings neither sees nor sends them.
func TestPhrasesMuted(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("three")
	black.Post("/settings", webtest.Form("board", "walnut", "men", "white-black", "scheme", "auto", "motion", "auto", "mute", "on")).Want(200)
	white.Post("/match/"+id+"/phrase", webtest.Form("phrase", "good-luck")).Want(200)
	black.Get("/match/"+id).Want(200).Lacks("Good luck!", `/phrase"`)
}

// The stream sends phrases to the players, and the number of spectators to everyone.
func TestAsideLive(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("three")
	player, spectator := white.Live(id, 0), s.Browser().Live(id, 0)
	player.Aside(func(m webtest.Message) bool { return m.Watchers == "1 spectator" })
	spectator.Aside(func(m webtest.Message) bool { return m.Watchers == "1 spectator" })
	black.Send("/match/"+id+"/phrase", `{"phrase":"hello"}`).Want(200)
	player.Aside(func(m webtest.Message) bool { return len(m.Said) == 1 && m.Said[0].Text == "Hello!" && !m.Said[0].Mine })
	s.Guest().Live(id, 0)
	spectator.Aside(func(m webtest.Message) bool {
		if len(m.Said) > 0 {
			t.Errorf("a spectator got %v", m.Said)
		}
		return m.Watchers == "2 spectators" && m.WatcherCount == 2
	})
}
