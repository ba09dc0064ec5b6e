// SPDX-License-Identifier: Apache-2.0

package preview_test

import (
	"image/gif"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"cairn/internal/picture"
	"cairn/internal/web/webtest"
)

const won = "www/bb1/b2 b 0,0 0" // by White

func positionQuery(text string) string { return "?" + url.Values{"position": {text}}.Encode() }

func TestPositionPicture(t *testing.T) {
	b := webtest.NewSite(t).Browser()
	path := "/analysis/three-mens-morris/picture.png"
	start, end := b.Get(path), b.Get(path+positionQuery(won))
	drawn(t, start, "86400")
	drawn(t, end, "86400")
	if start.Body == end.Body {
		t.Error("the picture does not show its position")
	}
	for _, wrong := range []string{positionQuery("nonsense"), positionQuery(strings.Repeat("3", 2000))} {
		b.Get(path + wrong).Want(http.StatusNotFound)
	}
	b.Get("/analysis/chess/picture.png").Want(http.StatusNotFound)
	b.Get("/analysis/three-mens-morris"+positionQuery(won)).Want(200).
		Has(`og:image" content="`+b.Site.HTTP.URL+path+"?position=www%2F", "/embed/three-mens-morris?position=www%2F")
}

// A match is an animation only when it is over, and only if everyone may see it.
func TestFilm(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "d6", "f4", "d7")
	path, b := "/match/"+id+"/game.gif", s.Browser()
	b.Get(path).Want(http.StatusNotFound)
	b.Get("/match/" + id).Want(200).Lacks("game.gif")
	white.Post("/match/"+id+"/resign", nil).Want(http.StatusOK)
	p := b.Get(path).Want(http.StatusOK)
	film, err := gif.DecodeAll(strings.NewReader(p.Body))
	if err != nil {
		t.Fatal(err)
	}
	if len(film.Image) != 4 || len(film.Image) > picture.MaxFrames || p.Header.Get("Content-Type") != "image/gif" || p.Header.Get("Cache-Control") != "public, max-age=86400" {
		t.Errorf("got %d frames, %v", len(film.Image), p.Header)
	}
	if b.Get(path).Body != p.Body {
		t.Error("another animation for the same match")
	}
	b.Get("/match/"+id).Want(200).Has(`href="/match/`+id+`/game.gif" download`, "iframe src=", "/embed/match/"+id)
	owner := s.Member("owner")
	hidden := owner.Create("nine", "private")
	owner.Get("/match/" + hidden + "/game.gif").Want(http.StatusNotFound)
	owner.Get("/match/"+hidden).Want(200).Lacks("game.gif", "iframe")
}

func TestEmbed(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "d6", "f4")
	b := s.Browser()
	b.Get("/embed/three").Want(200).Has("White to move.", "Three Men", `target="_blank"`).Lacks("<script", "<form", "<nav", "refresh")
	b.Get("/embed/three" + positionQuery(won)).Want(200).Has("White wins: three in a row.")
	b.Get("/embed/three" + positionQuery("nonsense")).Want(http.StatusNotFound)
	b.Get("/embed/chess").Want(http.StatusNotFound)

	path := "/embed/match/" + id
	p := white.Get(path).Want(200).Has(`http-equiv="refresh" content="30"`, `href="?ply=1"`, "Being played").Lacks("<script", "<form")
	if p.Body != b.Get(path).Body {
		t.Error("the frame depends on who asks")
	}
	if got := p.Header.Get("Content-Security-Policy"); !strings.Contains(got, "frame-ancestors *") || strings.Contains(got, "script-src") {
		t.Errorf("got the policy %q", got)
	}
	b.Get(path + "?ply=0").Want(200).Has(`href="?ply=1"`).Lacks("refresh")
	for _, ply := range []string{"3", "-1", "x"} {
		refused := b.Get(path + "?ply=" + ply).Want(http.StatusNotFound)
		if strings.Contains(refused.Header.Get("Content-Security-Policy"), "frame-ancestors *") {
			t.Error("an error page can be framed")
		}
	}
	white.Post("/match/"+id+"/resign", nil).Want(http.StatusOK)
	b.Get(path).Want(200).Has("Black wins").Lacks("refresh")
	owner := s.Member("owner")
	owner.Get("/embed/match/" + owner.Create("nine", "private")).Want(http.StatusNotFound)
}
