// SPDX-License-Identifier: Apache-2.0

package local

import (
	"encoding/json"
	"fmt"
	"net/http"

	"cairn/internal/lang"
	"cairn/internal/web"
)

// workerSetup is what the service worker has to know of this build: static/sw.js.
type workerSetup struct {
	Build    string   `json:"build"`
	Language string   `json:"language"`
	Shell    []string `json:"shell"` // files without which no kept page looks right
	Pages    []string `json:"pages"` // all rules, lessons and games
	Kept     []string `json:"kept"`  // where pages that may be kept are
	Folder   string   `json:"folder"`
	Engine   []string `json:"engine"` // files of the program that plays, in the folder; kept when asked for
}

// showWorker serves the service worker. Its text changes with the build and the
// language: that is how browsers see that there is a new one. It stands at the root
// because a worker sees only what is below its own address.
func (s *handlers) showWorker(w http.ResponseWriter, r *http.Request) error {
	setup, err := json.Marshal(s.workerSetup(workerLanguage(r)))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	_, _ = fmt.Fprintf(w, "self.cairn = %s;\n%s", setup, s.core.Assets.File("sw.js")) // the client may be gone
	return nil
}

// workerLanguage is the language in which the worker keeps pages.
func workerLanguage(r *http.Request) string {
	for _, l := range lang.Languages() {
		if l.Code == r.FormValue("lang") {
			return l.Code
		}
	}
	return web.Fallback
}

func (s *handlers) workerSetup(language string) workerSetup {
	setup := workerSetup{
		Build: s.core.Assets.Sum(), Language: language,
		Pages: []string{"/local", "/learn", "/rules"}, Kept: []string{"/local", "/learn", "/rules"},
		Folder: engineFolder, Engine: loadEngine().paths(),
	}
	setup.Shell = append(setup.Shell, s.core.Assets.Styles()...)
	for _, name := range []string{"icon.svg", "ridge.svg", "texture-wood.svg", "fonts/text.woff2", "fonts/display.woff2"} {
		setup.Shell = append(setup.Shell, s.core.Assets.Path(name))
	}
	for _, script := range s.core.Assets.Modules("app", "offline", "learn", "local") {
		setup.Shell = append(setup.Shell, s.core.Assets.Path(script+".js"))
	}
	for _, entry := range s.core.Live.Rooms.Games().All() {
		setup.Pages = append(setup.Pages, gamePath(entry.Info().ID), "/learn/"+entry.Info().ID, "/rules/"+entry.Info().ID)
	}
	return setup
}
