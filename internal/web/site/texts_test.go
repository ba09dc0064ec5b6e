// SPDX-License-Identifier: Apache-2.0

package site_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"cairn/internal/lang"
	"cairn/internal/lang/langtest"
	"cairn/internal/web/webtest"
)

// sameText are texts that two languages share with English.
var sameText = map[string][]string{
	"fr": {
		"web.clock.initial", "web.clock.minutes", "web.points.name", "web.account.sessions", "web.replay.pause", "web.two-factor.code", "web.sessions.title",
		"web.settings.notices", "web.js.seconds", "web.analysis.position", "web.api.type", "web.nav.menu",
	},
	"de": {
		"web.clock.initial", "web.lobby.heading", "web.seat.computer", "web.archive.kind.computer", "web.play.computer", "web.replay.pause", "web.two-factor.code",
		"web.account.role.admin", "web.account.role.moderator", "web.player.role.admin", "web.player.role.moderator",
		"web.moderation.heading", "web.settings.board.sand", "web.js.seconds",
		"web.front.standard", "web.passkeys.title", "web.passkeys.heading", "web.passkeys.name", "web.passkeys.unnamed", "web.bot", "web.leaders.bots", "web.analysis.engine",
	},
}

func TestTranslations(t *testing.T) {
	english := langtest.Read(t, "en", "../texts/en.yaml", "../*/texts/en.yaml")
	for _, l := range lang.Languages()[1:] {
		translation := langtest.Translation{
			Original: english, Texts: langtest.Read(t, l.Code, "../texts/"+l.Code+".yaml", "../*/texts/"+l.Code+".yaml"),
			Partial: lang.Base(l.Code) != "", Same: sameText[l.Code],
		}
		for _, fault := range translation.Faults() {
			t.Errorf("%s: %s", l.Code, fault)
		}
	}
}

// untranslated are the texts allowed in templates: a name, which is the same in every
// language.
var untranslated = []string{"Cairn", "· Cairn"}

func TestTemplatesSayNothing(t *testing.T) {
	for _, dir := range []string{"../templates", "../templates/partial", "../*/templates", "../*/templates/partial"} {
		for name, text := range htmlFiles(t, dir) {
			for _, words := range langtest.Words(text, untranslated...) {
				t.Errorf("%s/%s: %q belongs into a catalogue", dir, name, words)
			}
		}
	}
}

// htmlFiles returns the HTML files of a folder.
func htmlFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.html"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no HTML in %s: %v", dir, err)
	}
	files := map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(path)] = string(text)
	}
	return files
}

// Games and variants are called by their names in the language of the page, the
// board's name for screen readers included.
func TestGamesAreCalledByTheirNames(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Guest()
	b.Post("/language", webtest.Form("lang", "de", "next", "/"))
	id := b.Create("nine", "screen")
	for _, path := range []string{"/", "/play", "/games", "/home", "/rules", "/rules/nine-mens-morris", "/rules/nine-mens-morris-no-flying", "/match/" + id} {
		b.Get(path).Want(http.StatusOK).Lacks("Men&#39;s Morris", "no flying", "a man for every mill")
	}
	b.Get("/rules/nine-mens-morris").Has("ohne Springen", "Mühle")
}

// names are strings of the code that are the same in every language: names of
// systems.
var names = []string{"Mac OS X"}

func TestCodeSaysNothing(t *testing.T) {
	files, err := filepath.Glob("../*/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no features: %v", err)
	}
	folders := map[string]bool{"..": true}
	for _, file := range files {
		folders[filepath.Dir(file)] = true
	}
	delete(folders, "../webtest")
	for folder := range folders {
		faults, err := langtest.Sentences(os.DirFS(folder), names...)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range faults {
			t.Errorf("%s: this belongs into a catalogue", fault)
		}
	}
}

// quotedSentence is a string of a script that begins with a capital and goes on
// with another word.
var quotedSentence = regexp.MustCompile("[\"'`]" + `\p{Lu}\p{Ll}+[,:]? \p{Ll}[^"'` + "`]*[\"'`]")

func TestScriptsSayNothing(t *testing.T) {
	for path, text := range webtest.StaticFiles(t, "..", ".js") {
		for _, found := range quotedSentence.FindAllString(text, -1) {
			t.Errorf("%s: %s belongs into a catalogue", path, found)
		}
	}
}
