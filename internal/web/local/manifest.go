// SPDX-License-Identifier: Apache-2.0

package local

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"net/http"
	"slices"
	"sync"

	"cairn/internal/lang"
	"cairn/internal/picture"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// manifest is a Web Application Manifest (W3C).
type manifest struct {
	ID          string         `json:"id"`
	Name        string         `json:"name"`
	ShortName   string         `json:"short_name"`
	Description string         `json:"description"`
	Language    string         `json:"lang"`
	StartURL    string         `json:"start_url"`
	Scope       string         `json:"scope"`
	Display     string         `json:"display"`
	Background  string         `json:"background_color"`
	Theme       string         `json:"theme_color"`
	Categories  []string       `json:"categories"`
	Icons       []manifestIcon `json:"icons"`
	Shortcuts   []shortcut     `json:"shortcuts"`
}

type manifestIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

type shortcut struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// ground is the colour behind the pages, --ground of the style sheets.
const ground = "#efe8dc"

func (s *handlers) showManifest(w http.ResponseWriter, r *http.Request) error {
	t := s.core.Texts(r)
	data, err := json.Marshal(manifest{
		ID: "/", Name: "Cairn", ShortName: "Cairn", Description: t.Text("web.app.what"), Language: t.Code(),
		StartURL: "/", Scope: "/", Display: "standalone", Background: ground, Theme: ground, Categories: []string{"games"},
		Icons: []manifestIcon{
			{Source: s.core.Assets.Path("icon.svg"), Sizes: "any", Type: "image/svg+xml"},
			{Source: "/icon/192.png", Sizes: "192x192", Type: "image/png"},
			{Source: "/icon/512.png", Sizes: "512x512", Type: "image/png"},
			{Source: "/icon/maskable.png", Sizes: "512x512", Type: "image/png", Purpose: "maskable"},
		},
		Shortcuts: []shortcut{{t.Text("web.nav.play"), "/play"}, {t.Text("web.nav.learn"), "/learn"}},
	})
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/manifest+json")
	_, _ = w.Write(data) // the client may be gone
	return nil
}

// icons are the bitmaps of the icon by name. Each is drawn once, on first use.
type icons map[string]func() ([]byte, error)

func newIcons(source []byte) icons {
	return icons{
		"180.png":      drawnIcon(source, 180, true), // for Apple devices, without transparent corners
		"192.png":      drawnIcon(source, 192, false),
		"512.png":      drawnIcon(source, 512, false),
		"maskable.png": drawnIcon(source, 512, true),
	}
}

func drawnIcon(source []byte, size int, maskable bool) func() ([]byte, error) {
	return sync.OnceValues(func() ([]byte, error) {
		drawn, err := picture.Icon(source, size, maskable)
		if err != nil {
			return nil, err
		}
		var out bytes.Buffer
		if err := png.Encode(&out, drawn); err != nil {
			return nil, fmt.Errorf("write icon: %w", err)
		}
		return out.Bytes(), nil
	})
}

func (s *handlers) showIcon(w http.ResponseWriter, r *http.Request) error {
	draw := s.icons[r.PathValue("file")]
	if draw == nil {
		return web.ErrNoPage
	}
	data, err := draw()
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	_, _ = w.Write(data) // the client may be gone
	return nil
}

// workerSetup is the configuration of the service worker, static/sw.js.
type workerSetup struct {
	Build    string   `json:"build"`
	Language string   `json:"language"`
	Shell    []string `json:"shell"` // files that all cached pages need
	Pages    []string `json:"pages"` // all rules, lessons and games
	Kept     []string `json:"kept"`  // path prefixes of pages that may be cached
	Folder   string   `json:"folder"`
	Engine   []string `json:"engine"` // files of the engine in the folder; cached on request
}

// showWorker serves the service worker. Its text changes with the build and the language,
// so that browsers detect a new version. It is at the root because a worker controls only
// pages below its own address.
func (s *handlers) showWorker(w http.ResponseWriter, r *http.Request) error {
	setup, err := json.Marshal(s.workerSetup(workerLanguage(r)))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	_, _ = fmt.Fprintf(w, "self.cairn = %s;\n%s", setup, s.core.Assets.File("sw.js")) // the client may be gone
	return nil
}

// workerLanguage is the language of the pages that the worker caches.
func workerLanguage(r *http.Request) string {
	code := r.FormValue("lang")
	if slices.ContainsFunc(lang.Languages(), func(l lang.Language) bool { return l.Code == code }) {
		return code
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

// offlineView is the page that is shown without a connection.
type offlineView struct {
	web.Page
	Games []listing.Card // whose pages may be cached; a script shows the cached ones
}

func (s *handlers) showOffline(w http.ResponseWriter, r *http.Request) error {
	t := s.core.Texts(r)
	v := offlineView{Page: s.core.Page(r, t.Text("web.offline.title")), Games: s.lists.Cards(t, func(id string) string { return id })}
	v.Scripts = []string{"offline"}
	return s.core.Render(w, http.StatusOK, "offline", &v)
}
