// SPDX-License-Identifier: Apache-2.0

package local

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"net/http"
	"sync"

	"cairn/internal/picture"
	"cairn/internal/web"
)

// manifest describes the program to browsers that install it. The names of the
// fields are defined by the W3C's Web Application Manifest.
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
		"180.png":      drawnIcon(source, 180, true), // Apple's, which has no transparent corners
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
