// SPDX-License-Identifier: Apache-2.0

package local_test

import (
	"encoding/json"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"cairn/internal/web/local"
	"cairn/internal/web/webtest"
)

func TestViews(t *testing.T) { webtest.CheckViews(t, local.Files, local.Views) }

func TestManifest(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	b.Get("/").Want(http.StatusOK).Has(`rel="manifest"`)
	p := b.Get("/manifest.webmanifest").Want(http.StatusOK)
	if got := p.Header.Get("Content-Type"); got != "application/manifest+json" {
		t.Errorf("got the type %q", got)
	}
	var m struct {
		Name, Display string
		Start         string `json:"start_url"`
		Icons         []struct{ Src, Sizes, Type, Purpose string }
	}
	if err := json.Unmarshal([]byte(p.Body), &m); err != nil {
		t.Fatal(err)
	}
	if m.Name != "Cairn" || m.Display != "standalone" || m.Start != "/" || len(m.Icons) < 4 {
		t.Errorf("got %+v", m)
	}
	for _, icon := range m.Icons {
		drawn := b.Get(icon.Src).Want(http.StatusOK)
		if icon.Type != "image/png" {
			continue
		}
		picture, err := png.Decode(strings.NewReader(drawn.Body))
		if err != nil {
			t.Fatalf("%s: %v", icon.Src, err)
		}
		size := picture.Bounds().Size()
		if want := webtest.Itoa(size.X) + "x" + webtest.Itoa(size.Y); icon.Sizes != want {
			t.Errorf("%s: the manifest says %s, it is %s", icon.Src, icon.Sizes, want)
		}
		_, _, _, corner := picture.At(0, 0).RGBA()
		if whole := corner == 0xffff; whole != (icon.Purpose == "maskable") {
			t.Errorf("%s: its corner has the opacity %x", icon.Src, corner)
		}
		if len(drawn.Body) > 40_000 {
			t.Errorf("%s has %d bytes", icon.Src, len(drawn.Body))
		}
	}
	b.Get("/icon/13.png").Want(http.StatusNotFound)
}

func TestWorker(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	p := b.Get("/sw.js?lang=fr").Want(http.StatusOK).Has(s.Web.Assets.Sum(), `addEventListener("fetch"`)
	if got := p.Header.Get("Content-Type"); got != "text/javascript; charset=utf-8" {
		t.Errorf("got the type %q", got)
	}
	if got := p.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("got Cache-Control %q, want no-store", got)
	}
	line, _, _ := strings.Cut(p.Body, "\n")
	var setup struct {
		Language           string
		Shell, Pages, Kept []string
	}
	line = strings.TrimSuffix(strings.TrimPrefix(line, "self.cairn = "), ";")
	if err := json.Unmarshal([]byte(line), &setup); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	if setup.Language != "fr" {
		t.Errorf("got the language %q, want fr", setup.Language)
	}
	size := 0
	for _, path := range setup.Shell {
		packed, _ := b.Packed(path)
		size += len(packed.Want(http.StatusOK).Body)
	}
	if size > 90_000 {
		t.Errorf("the shell has %d bytes", size)
	}
	for _, path := range setup.Pages {
		b.Get(path).Want(http.StatusOK)
	}
	for _, path := range setup.Kept {
		if strings.HasPrefix(path, "/match") || strings.HasPrefix(path, "/home") {
			t.Errorf("pages of %s are kept", path)
		}
	}
	other := b.Get("/sw.js?lang=%22;x").Want(http.StatusOK)
	other.Lacks(`";x`).Has(`"language":"en"`)
}

func TestOfflinePage(t *testing.T) {
	b := webtest.NewSite(t).Browser()
	b.Get("/offline").Want(http.StatusOK).Has("You are offline", `href="/learn/nine-mens-morris"`, `href="/local/lasker-morris"`, "Nine Men's Morris", "data-some")
}

// Pages name the modules that their scripts import, so that browsers fetch all at
// once.
func TestModulePreload(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	p := b.Get("/match/" + b.Create("nine", "screen")).Want(http.StatusOK)
	for _, name := range []string{"board", "render", "input", "state"} {
		p.Has(`<link rel="modulepreload" href="` + s.Web.Assets.Path(name+".js") + `">`)
	}
}
