// SPDX-License-Identifier: Apache-2.0

package settings_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"cairn/internal/web/webtest"
)

func chosen(pairs ...string) url.Values {
	values := webtest.Form("lang", "", "board", "slate", "men", "red-blue", "scheme", "dark", "motion", "reduced", "coordinates", "on")
	for i := 0; i+1 < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	return values
}

// Settings can be changed by visitors, guests and accounts.
func TestSettings(t *testing.T) {
	s := webtest.NewSite(t)
	for name, b := range map[string]*webtest.Browser{"visitor": s.Browser(), "guest": s.Guest(), "account": s.Member("ann")} {
		b.Get("/settings").Want(http.StatusOK).Has("Walnut", "Red and blue")
		b.Post("/settings", chosen("sound", "on")).Want(http.StatusOK).Has("Settings saved.")
		html := b.Get("/").Body
		for _, want := range []string{`data-board="slate"`, `data-men="red-blue"`, `data-scheme="dark"`, `data-motion="reduced"`, `data-sound="on"`, `data-confirm="off"`} {
			if !strings.Contains(html, want) {
				t.Errorf("%s: the front page has no %s", name, want)
			}
		}
	}
}

// The buttons beside a board change one setting and leave the others, and the form
// of all settings leaves zen mode.
func TestTools(t *testing.T) {
	s := webtest.NewSite(t)
	for name, b := range map[string]*webtest.Browser{"visitor": s.Browser(), "guest": s.Guest(), "account": s.Member("ann")} {
		b.Post("/settings", chosen()).Want(http.StatusOK)
		b.Send("/settings/tools", `{"zen":"on"}`).Want(http.StatusOK)
		b.Send("/settings/tools", `{"sound":"on"}`).Want(http.StatusOK)
		b.Send("/settings/tools", `{"scheme":"light"}`).Want(http.StatusOK)
		b.Send("/settings/tools", `{"scheme":"purple"}`).Want(http.StatusBadRequest)
		html := b.Get("/").Body
		for _, want := range []string{`data-board="slate"`, `data-scheme="light"`, `data-sound="on"`, `data-zen="on"`} {
			if !strings.Contains(html, want) {
				t.Errorf("%s: the front page has no %s", name, want)
			}
		}
		b.Post("/settings", chosen()).Want(http.StatusOK)
		if html := b.Get("/").Body; !strings.Contains(html, `data-zen="on"`) || !strings.Contains(html, `data-sound="off"`) {
			t.Errorf("%s: the form of all settings changed zen mode, or did not change the sound", name)
		}
	}
}

// Pages name the sides by the colours of the chosen men.
func TestColourWords(t *testing.T) {
	b := webtest.NewSite(t).Browser()
	b.Get("/play").Want(http.StatusOK).Has("White moves first.", `<option value="black">Black</option>`)
	b.Get("/rules/nine-mens-morris").Want(http.StatusOK).Has("White moves first.").Lacks("You chose other colours")
	b.Post("/settings", chosen()).Want(http.StatusOK)
	b.Get("/play").Want(http.StatusOK).Has("Red moves first.", `<option value="black">Blue</option>`).Lacks("White")
	b.Get("/upload").Want(http.StatusOK).Has(`<option value="white">Red</option>`)
	b.Get("/rules/nine-mens-morris").Want(http.StatusOK).Has("Red moves first.", "White is Red here, and Black is Blue.")
}

// The settings of an account apply in all its browsers.
func TestSettingsFollowTheAccount(t *testing.T) {
	s := webtest.NewSite(t)
	s.Member("ann").Post("/settings", chosen("lang", "de"))
	b := s.Browser()
	b.Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(http.StatusOK)
	if html := b.Get("/settings").Body; !strings.Contains(html, `lang="de"`) || !strings.Contains(html, `data-board="slate"`) {
		t.Error("the settings did not follow")
	}
}

// Settings made before signing up are stored with the account.
func TestSettingsAreAdopted(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	b.Post("/settings", chosen("lang", "de"))
	b.Post("/signup", webtest.SignUp("ann")).Want(http.StatusOK)
	other := s.Browser()
	other.Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(http.StatusOK)
	if html := other.Get("/settings").Body; !strings.Contains(html, `lang="de"`) || !strings.Contains(html, `data-board="slate"`) {
		t.Error("the settings of before did not follow")
	}
}

func TestSettingsRefused(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	b.Post("/settings", chosen("board", "marble")).Want(http.StatusBadRequest).Has("Choose an option from the list.")
	b.Post("/settings", chosen("lang", "tlh")).Want(http.StatusBadRequest).Has("Choose an option from the list.")
	b.Post("/language", webtest.Form("lang", "../en")).Want(http.StatusBadRequest).Has("This language is not available.")
	if html := b.Get("/").Body; !strings.Contains(html, `data-board="walnut"`) {
		t.Error("a refused choice holds")
	}
}

// The language is that of the settings, else that of the browser.
func TestLanguage(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	ask := func(header string) string {
		r := s.Request(http.MethodGet, "/")
		r.Header.Set("Accept-Language", header)
		_, rest, _ := strings.Cut(b.Do(r).Body, `<html lang="`)
		return rest[:2]
	}
	for header, want := range map[string]string{"": "en", "de": "de", "fr-CA,en;q=0.5": "fr", "tlh,en-GB": "en", "mg": "fr", ";;;=": "en"} { // Malagasy is not complete, and its readers know French
		if got := ask(header); got != want {
			t.Errorf("%q: got %s, want %s", header, got, want)
		}
	}
	b.Post("/language", webtest.Form("lang", "fr", "next", "/rules")).Want(http.StatusOK)
	if got := ask("de"); got != "fr" {
		t.Errorf("chosen French and got %s", got)
	}
}

// Sides are called by the colours of their men.
func TestSidesAreCalledByTheirColours(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	b.Post("/settings", chosen())
	id := b.Create("nine", "screen")
	b.Get("/match/" + id).Want(http.StatusOK).Has("Red").Lacks("White to move")
}
