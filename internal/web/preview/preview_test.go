// SPDX-License-Identifier: Apache-2.0

package preview_test

import (
	"fmt"
	"image"
	"image/png"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"cairn/catalog"
	"cairn/internal/picture"
	"cairn/internal/web/webtest"
)

// Streams, workers and watchers end with the server.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// drawn checks that an answer is a picture for previews.
func drawn(t *testing.T, p *webtest.Page, keep string) image.Image {
	t.Helper()
	p.Want(http.StatusOK)
	if got := p.Header.Get("Content-Type"); got != "image/png" {
		t.Errorf("got Content-Type %q", got)
	}
	if got := p.Header.Get("Cache-Control"); got != "public, max-age="+keep {
		t.Errorf("got Cache-Control %q, want %s seconds", got, keep)
	}
	shown, err := png.Decode(strings.NewReader(p.Body))
	if err != nil {
		t.Fatal(err)
	}
	if got := shown.Bounds(); got != image.Rect(0, 0, picture.Width, picture.Height) {
		t.Errorf("got the bounds %v", got)
	}
	return shown
}

func TestMatchPicture(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "d6", "f4")
	address, b := "/match/"+id+"/picture.png", s.Browser()
	last, first := b.Get(address), b.Get(address+"?ply=0")
	drawn(t, last, "60")
	drawn(t, first, "60")
	if last.Body == first.Body || b.Get(address).Body != last.Body || b.Get(address+"?ply=2").Body != last.Body {
		t.Error("a picture does not show its own position")
	}
	for _, ply := range []string{"3", "-1", "x", "1e1"} {
		b.Get(address + "?ply=" + ply).Want(http.StatusNotFound)
	}
	p := b.Do(s.Request(http.MethodHead, address)).Want(http.StatusOK)
	if p.Body != "" || p.Header.Get("Content-Length") != strconv.Itoa(len(last.Body)) {
		t.Errorf("HEAD: got %d bytes, and Content-Length %q", len(p.Body), p.Header.Get("Content-Length"))
	}
	white.Post("/match/"+id+"/resign", nil).Want(http.StatusOK)
	drawn(t, b.Get(address), "86400")
}

// Not even its players get a picture of a private match: shared caches could keep it.
func TestPrivatePicture(t *testing.T) {
	s := webtest.NewSite(t)
	owner := s.Member("owner")
	for _, opponent := range []string{"private", "screen"} {
		id := owner.Create("nine", opponent)
		for _, b := range []*webtest.Browser{s.Browser(), owner} {
			b.Get("/match/" + id + "/picture.png").Want(http.StatusNotFound)
		}
		owner.Get("/match/"+id).Want(http.StatusOK).Lacks("og:", `name="description"`)
	}
	s.Browser().Get("/match/zzzzzzz/picture.png").Want(http.StatusNotFound)
}

func TestGamePicture(t *testing.T) {
	s := webtest.NewSite(t)
	seen := map[string]bool{}
	for _, e := range catalog.Standard().All() {
		if info := e.Info(); !seen[info.Family] {
			seen[info.Family] = true
			drawn(t, s.Browser().Get("/rules/"+info.ID+"/picture.png"), "604800")
		}
	}
	s.Browser().Get("/rules/chess/picture.png").Want(http.StatusNotFound)
}

func TestTags(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "d6", "f4")
	first, b := catalog.Standard().All()[0].Info().ID, s.Browser()
	size := []string{
		fmt.Sprintf(`og:image:width" content="%d"`, picture.Width), fmt.Sprintf(`og:image:height" content="%d"`, picture.Height),
		`<meta name="twitter:card" content="summary_large_image">`, `og:type" content="website"`,
	}
	tag := func(name, content string) string { return `property="og:` + name + `" content="` + content + `"` }
	for _, path := range []string{"/", "/about", "/play", "/learn", "/games"} {
		b.Get(path).Want(200).Has(size...).Has(tag("url", s.HTTP.URL+path), tag("image", s.HTTP.URL+"/rules/"+first+"/picture.png"), `<meta name="description" property="og:description" content="Play `)
	}
	path := "/rules/" + first
	b.Get(path).Want(200).Has(size...).Has(tag("image", s.HTTP.URL+path+"/picture.png"), `og:description" content="How to play `)
	path = "/match/" + id
	b.Get(path).Want(200).Has(size...).Has(tag("url", s.HTTP.URL+path), tag("image", s.HTTP.URL+path+"/picture.png"), "Being played")
	b.Get(path + "?ply=1").Want(200).Has(tag("image", s.HTTP.URL+path+"/picture.png?ply=1"))
	for _, own := range []string{"/home", "/settings", "/account"} {
		white.Get(own).Want(200).Lacks("og:", `name="description"`)
	}
}
