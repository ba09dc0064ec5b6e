// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/record"
)

// Downloads in all formats hold the same game, which the rules confirm.
func TestDownload(t *testing.T) {
	s := newSite(t)
	ann, bob := s.member("ann"), s.member("bob")
	id := ann.create("nine", "private", "clock", "5m+3s")
	bob.post("/join", form("id", id)).want(200)
	ann.post("/match/"+id+"/start", nil).want(200)
	s.play(id, ann, bob, "a1", "a4", "d1", "b4", "g1xa4")
	for extension, kind := range map[string]string{"txt": "text/plain", "json": "application/json", "yaml": "application/yaml", "yml": "application/yaml"} {
		p := ann.get("/match/" + id + "." + extension).want(200)
		if got := p.Header.Get("Content-Type"); !strings.HasPrefix(got, kind) {
			t.Errorf("%s: got type %s, want %s", extension, got, kind)
		}
		if got := p.Header.Get("Content-Disposition"); !strings.Contains(got, "cairn-"+id+"."+extension) {
			t.Errorf("%s: got disposition %s", extension, got)
		}
		r, walk, err := record.Read(strings.NewReader(p.body), nil, catalog.Standard().Game)
		if err != nil {
			t.Errorf("%s: %v", extension, err)
			continue
		}
		if walk.Ply() != 5 || r.Players != [2]string{"ann", "bob"} || r.Control != "5m+3s" {
			t.Errorf("%s: got %d turns of %v at %s", extension, walk.Ply(), r.Players, r.Control)
		}
	}
}

// sendFile uploads a file as the form does.
func (b *browser) sendFile(name, content string, more ...string) *page {
	b.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for i := 0; i+1 < len(more); i += 2 {
		if err := w.WriteField(more[i], more[i+1]); err != nil {
			b.t.Fatal(err)
		}
	}
	part, err := w.CreateFormFile("file", name)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := io.WriteString(part, content); err != nil {
		b.t.Fatal(err)
	}
	w.Close()
	r := b.site.request(http.MethodPost, "/upload")
	r.Header.Set("Content-Type", w.FormDataContentType())
	r.Body = io.NopCloser(&body)
	return b.do(r)
}

func TestUpload(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	id := b.create("nine", "screen")
	for _, move := range []string{"a1", "a4", "d1", "b4", "g1xa4"} {
		b.post("/match/"+id+"/move", form("move", move)).want(200)
	}
	men := b.state(id).Men
	for _, extension := range []string{"txt", "json", "yaml"} {
		content := b.get("/match/" + id + "." + extension).want(200).body
		other := s.browser()
		p := other.sendFile("game."+extension, content, "then", "replay").want(200).has("Move 0 of 5", "Starting position.")
		copied := strings.TrimSuffix(strings.TrimPrefix(p.path, "/match/"), "?ply=0")
		if got := other.state(copied); got.Men != men || got.Kind != "screen" || !got.Can.Undo {
			t.Errorf("%s: got men %s, %s, may undo %v", extension, got.Men, got.Kind, got.Can.Undo)
		}
		p = other.post("/upload", form("record", content, "then", "screen")).want(200).has("Continued from a saved game with 5 moves")
		if p.path == "/match/"+copied {
			t.Error("the second upload led to the first match")
		}
		p = other.post("/upload", form("record", content, "then", "computer", "level", "novice")).want(200)
		state := other.state(strings.TrimPrefix(p.path, "/match/"))
		if state.You != "black" || state.Kind != "computer" || len(state.Moves) == 0 {
			t.Errorf("against the computer: you are %s, %s, %d moves; want black to move", state.You, state.Kind, len(state.Moves))
		}
	}
	var made struct{ Match string }
	b.send("/upload", `{"record":"`+strings.ReplaceAll(b.get("/match/"+id+".txt").body, "\n", `\n`)+`","then":"screen"}`).want(200).json(&made)
	if got := b.state(made.Match).Men; got != men {
		t.Errorf("as JSON: got men %s, want %s", got, men)
	}
}

// Bad files are told what is wrong and where.
func TestUploadFaults(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	id := b.create("nine", "screen")
	b.post("/match/"+id+"/move", form("move", "a1")).want(200)
	b.post("/match/"+id+"/move", form("move", "a4")).want(200)
	good := b.get("/match/" + id + ".txt").body
	wrong := strings.Replace(good, "a4", "a1", 1)
	line := 1 + strings.Count(good[:strings.Index(good, "a4")], "\n")
	for name, c := range map[string]struct {
		content, then, level string
		status               int
		want                 string
	}{
		"nothing":      {"", "replay", "", 400, "This game cannot be read"},
		"foreign":      {"hello, world", "replay", "", 400, "This game cannot be read"},
		"illegal move": {wrong, "replay", "", 400, "line " + itoa(line)},
		"unknown game": {strings.Replace(good, "nine-mens-morris", "chess", 1), "replay", "", 400, "chess"},
		"binary":       {"\x00\x01\x02", "replay", "", 400, "This game cannot be read"},
		"what then":    {good, "dance", "", 400, "Choose what to do with the game."},
		"no level":     {good, "computer", "godlike", 400, "This level is not available for this game."},
		"large":        {strings.Repeat("#", 1<<20+1), "replay", "", 400, "larger than 1024 KiB"},
		"too large":    {strings.Repeat("#", 2<<20), "replay", "", 413, "This is too large."},
	} {
		t.Run(name, func(t *testing.T) {
			s := s.in(t)
			s.browser().sendFile("x.txt", c.content, "then", c.then, "level", c.level).want(c.status).has(c.want)
		})
	}
	s.browser().post("/upload", form("record", wrong, "then", "screen")).want(400).has("line "+itoa(line), wrong) // typed values stay
	r := s.request("POST", "/upload")
	r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	r.Body = io.NopCloser(strings.NewReader("not a form"))
	b.do(r).want(400)
	if got := b.send("/upload", `{"record":"hello"}`).want(400).refusal().Error; got.Key != "record" {
		t.Errorf("as JSON: got %+v", got)
	}
}

// TestReplayMills shows the mills closed up to the turn looked at.
func TestReplayMills(t *testing.T) {
	s := newSite(t)
	id, white, black := s.pair("nine")
	s.play(id, white, black, "a1", "b2", "a4", "b4", "a7xb2")
	white.get("/match/" + id + "?ply=5").want(200).has("1 mill")
	white.get("/match/" + id + "?ply=4").want(200).lacks("1 mill")
}

// A finished game is looked through by links alone.
func TestReplay(t *testing.T) {
	s := newSite(t)
	id, white, black := s.pair("three")
	s.play(id, white, black, "a1", "b1", "a2", "b2", "a3")
	first := white.get("/match/"+id+"?ply=0").want(200).has("Move 0 of 5", `data-go="next" role="link" href="?ply=1"`, `data-go="first" role="link" aria-disabled="true"`).lacks("You win")
	if strings.Contains(first.body, `class="man `) {
		t.Error("men stand on the board at the start")
	}
	for ply := 1; ply <= 5; ply++ {
		p := black.get("/match/" + id + "?ply=" + itoa(ply)).want(200)
		if got := strings.Count(p.body, `class="man `); got != ply {
			t.Errorf("turn %d: got %d men", ply, got)
		}
	}
	white.get("/match/"+id+"?ply=5").has("Move 5 of 5", `data-go="previous" role="link" href="?ply=4"`, `data-go="next" role="link" aria-disabled="true"`, "You win", s.http.URL+"/match/"+id+"?ply=5")
	for _, bad := range []string{"-1", "6", "x", "99999999999999999999"} {
		white.get("/match/" + id + "?ply=" + bad).want(200).lacks("data-go")
	}
}
