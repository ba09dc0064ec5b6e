// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func chosen(pairs ...string) url.Values {
	values := form("lang", "", "board", "slate", "men", "red-blue", "scheme", "dark", "motion", "reduced", "coordinates", "on")
	for i := 0; i+1 < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	return values
}

// Settings hold for somebody who is nobody, for a guest and for an account.
func TestSettings(t *testing.T) {
	s := newSite(t)
	for name, b := range map[string]*browser{"nobody": s.browser(), "guest": s.guest(), "account": s.member("ann")} {
		b.get("/settings").want(http.StatusOK).has("Walnut", "Red and blue")
		b.post("/settings", chosen("sound", "on")).want(http.StatusOK).has("Settings saved.")
		html := b.get("/").body
		for _, want := range []string{`data-board="slate"`, `data-men="red-blue"`, `data-scheme="dark"`, `data-motion="reduced"`, `data-sound="on"`, `data-confirm="off"`} {
			if !strings.Contains(html, want) {
				t.Errorf("%s: the front page has no %s", name, want)
			}
		}
	}
}

// Whoever chose other men reads of them, not of White and Black.
func TestColourWords(t *testing.T) {
	b := newSite(t).browser()
	b.get("/play").want(http.StatusOK).has("White moves first.", `<option value="black">Black</option>`)
	b.get("/rules/nine-mens-morris").want(http.StatusOK).has("White moves first.").lacks("You chose other colours")
	b.post("/settings", chosen()).want(http.StatusOK)
	b.get("/play").want(http.StatusOK).has("Red moves first.", `<option value="black">Blue</option>`).lacks("White")
	b.get("/upload").want(http.StatusOK).has(`<option value="white">Red</option>`)
	b.get("/rules/nine-mens-morris").want(http.StatusOK).has("Red moves first.", "White is Red here, and Black is Blue.")
}

// What is chosen with an account is there in another browser too.
func TestSettingsFollowTheAccount(t *testing.T) {
	s := newSite(t)
	s.member("ann").post("/settings", chosen("lang", "de"))
	b := s.browser()
	b.post("/login", form("login", "ann", "password", password)).want(http.StatusOK)
	if html := b.get("/settings").body; !strings.Contains(html, `lang="de"`) || !strings.Contains(html, `data-board="slate"`) {
		t.Error("the settings did not follow")
	}
}

// What was chosen before signing up goes with the account.
func TestSettingsAreAdopted(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	b.post("/settings", chosen("lang", "de"))
	b.post("/signup", signUp("ann")).want(http.StatusOK)
	other := s.browser()
	other.post("/login", form("login", "ann", "password", password)).want(http.StatusOK)
	if html := other.get("/settings").body; !strings.Contains(html, `lang="de"`) || !strings.Contains(html, `data-board="slate"`) {
		t.Error("the settings of before did not follow")
	}
}

func TestSettingsRefused(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	b.post("/settings", chosen("board", "marble")).want(http.StatusBadRequest).has("Choose an option from the list.")
	b.post("/settings", chosen("lang", "tlh")).want(http.StatusBadRequest).has("Choose an option from the list.")
	b.post("/language", form("lang", "../en")).want(http.StatusBadRequest).has("This language is not available.")
	if html := b.get("/").body; !strings.Contains(html, `data-board="walnut"`) {
		t.Error("a refused choice holds")
	}
}

// The language is the chosen one, else what the browser asks for.
func TestLanguage(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	ask := func(header string) string {
		r := s.request(http.MethodGet, "/")
		r.Header.Set("Accept-Language", header)
		_, rest, _ := strings.Cut(b.do(r).body, `<html lang="`)
		return rest[:2]
	}
	for header, want := range map[string]string{"": "en", "de": "de", "fr-CA,en;q=0.5": "fr", "tlh,en-GB": "en", "mg": "fr", ";;;=": "en"} { // most of Malagasy is shown in French
		if got := ask(header); got != want {
			t.Errorf("%q: got %s, want %s", header, got, want)
		}
	}
	b.post("/language", form("lang", "mg", "next", "/rules")).want(http.StatusOK).has(`<html lang="fr"`, `lang="mg" aria-current="true">Malagasy · français`)
	b.post("/language", form("lang", "fr", "next", "/rules")).want(http.StatusOK)
	if got := ask("de"); got != "fr" {
		t.Errorf("chosen French and got %s", got)
	}
}

// Sides are called by the colours of their men.
func TestSidesAreCalledByTheirColours(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	b.post("/settings", chosen())
	id := b.create("nine", "screen")
	b.get("/match/" + id).want(http.StatusOK).has("Red").lacks("White to move")
}
