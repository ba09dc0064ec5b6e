// SPDX-License-Identifier: Apache-2.0

package lobby_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/internal/web/webtest"
	"cairn/record"
)

func TestUpload(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	id := b.Create("nine", "screen")
	for _, move := range []string{"a1", "a4", "d1", "b4", "g1xa4"} {
		b.Post("/match/"+id+"/move", webtest.Form("move", move)).Want(200)
	}
	men := b.State(id).Men
	for _, extension := range []string{"txt", "json", "yaml"} {
		content := b.Get("/match/" + id + "." + extension).Want(200).Body
		other := s.Browser()
		p := other.SendFile("/upload", "game."+extension, content, "then", "replay").Want(200).Has("Move 0 of 5", "Starting position.")
		copied := strings.TrimSuffix(strings.TrimPrefix(p.Path, "/match/"), "?ply=0")
		if got := other.State(copied); got.Men != men || got.Kind != "screen" || !got.Can.Undo {
			t.Errorf("%s: got men %s, %s, may undo %v", extension, got.Men, got.Kind, got.Can.Undo)
		}
		p = other.Post("/upload", webtest.Form("record", content, "then", "screen")).Want(200).Has("Continued from a saved game with 5 moves")
		if p.Path == "/match/"+copied {
			t.Error("the second upload led to the first match")
		}
		p = other.Post("/upload", webtest.Form("record", content, "then", "computer", "level", "novice")).Want(200)
		state := other.State(strings.TrimPrefix(p.Path, "/match/"))
		if state.You != "black" || state.Kind != "computer" || len(state.Moves) == 0 {
			t.Errorf("against the computer: you are %s, %s, %d moves; want black to move", state.You, state.Kind, len(state.Moves))
		}
	}
	var made struct{ Match string }
	b.Send("/upload", `{"record":"`+strings.ReplaceAll(b.Get("/match/"+id+".txt").Body, "\n", `\n`)+`","then":"screen"}`).Want(200).JSON(&made)
	if got := b.State(made.Match).Men; got != men {
		t.Errorf("as JSON: got men %s, want %s", got, men)
	}
}

// The error of a bad file names the fault and its place.
func TestUploadFaults(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	id := b.Create("nine", "screen")
	b.Post("/match/"+id+"/move", webtest.Form("move", "a1")).Want(200)
	b.Post("/match/"+id+"/move", webtest.Form("move", "a4")).Want(200)
	good := b.Get("/match/" + id + ".txt").Body
	wrong := strings.Replace(good, "a4", "a1", 1)
	line := 1 + strings.Count(good[:strings.Index(good, "a4")], "\n")
	for name, c := range map[string]struct {
		content, then, level string
		status               int
		want                 string
	}{
		"nothing":      {"", "replay", "", 400, "This game cannot be read"},
		"foreign":      {"hello, world", "replay", "", 400, "This game cannot be read"},
		"illegal move": {wrong, "replay", "", 400, "line " + webtest.Itoa(line)},
		"unknown game": {strings.Replace(good, "nine-mens-morris", "chess", 1), "replay", "", 400, "chess"},
		"binary":       {"\x00\x01\x02", "replay", "", 400, "This game cannot be read"},
		"what then":    {good, "dance", "", 400, "Choose what to do with the game."},
		"no level":     {good, "computer", "godlike", 400, "This level is not available for this game."},
		"large":        {strings.Repeat("#", 1<<20+1), "replay", "", 400, "larger than 1024 KiB"},
		"long line":    {strings.Repeat("#", 20<<10), "replay", "", 400, "line 1: a line is longer than 16 KiB"},
		"too large":    {strings.Repeat("#", 2<<20), "replay", "", 413, "This is too large."},
	} {
		t.Run(name, func(t *testing.T) {
			s := s.In(t)
			s.Browser().SendFile("/upload", "x.txt", c.content, "then", c.then, "level", c.level).Want(c.status).Has(c.want)
		})
	}
	s.Browser().Post("/upload", webtest.Form("record", wrong, "then", "screen")).Want(400).Has("line "+webtest.Itoa(line), wrong) // typed values stay
	r := s.Request("POST", "/upload")
	r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	r.Body = io.NopCloser(strings.NewReader("not a form"))
	b.Do(r).Want(400)
	if got := b.Send("/upload", `{"record":"hello"}`).Want(400).Refusal().Error; got.Key != "record" {
		t.Errorf("as JSON: got %+v", got)
	}
}

// undone returns a game with turns that were taken back.
func undone(t *testing.T, lines, plies int) string {
	t.Helper()
	nine, err := catalog.Standard().Game("nine")
	if err != nil {
		t.Fatal(err)
	}
	walk := record.Begin(nine, nine.Start())
	for i := range lines {
		for ply := range plies {
			moves := walk.State().Moves()
			move := moves[0]
			if ply == 0 {
				move = moves[i]
			}
			if _, err := walk.Play(move.Text, 0); err != nil {
				t.Fatal(err)
			}
		}
		for range plies {
			walk.Undo()
		}
	}
	var out strings.Builder
	if err := record.Text.Encode(&out, walk.Record()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Without an account, a record may have few variations.
func TestUploadVariations(t *testing.T) {
	s := webtest.NewSite(t)
	small, large := undone(t, 20, 20), undone(t, 24, 22)
	s.Browser().Post("/upload", webtest.Form("record", small, "then", "screen")).Want(200)
	guest := s.Browser()
	guest.Post("/upload", webtest.Form("record", large, "then", "screen")).Want(400).Has("up to 1,000 moves, and 500 more in variations")
	s.Member("ann").Post("/upload", webtest.Form("record", large, "then", "screen")).Want(200)
}

// Comments and unknown fields are bounded by bytes, more narrowly for guests.
func TestUploadNotes(t *testing.T) {
	s := webtest.NewSite(t)
	long := strings.Replace(undone(t, 1, 1), "result:", strings.Repeat("# "+strings.Repeat("x", 998)+"\n", 20)+"result:", 1)
	s.Browser().Post("/upload", webtest.Form("record", long, "then", "screen")).Want(400)
	s.Member("ann").Post("/upload", webtest.Form("record", long, "then", "screen")).Want(200)
}

// An address may have few slow uploads open; more are refused before their body is read.
func TestHeldUploads(t *testing.T) {
	s := webtest.NewSite(t)
	for range 4 {
		conn, err := net.Dial("tcp", s.HTTP.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		io.WriteString(conn, "POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 500000\r\nExpect: 100-continue\r\n\r\n")
		if line, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.Contains(line, "100") {
			t.Fatalf("got %q, %v, want to be asked for the body", line, err)
		}
	}
	answers := make(chan int)
	for range 5 { // four wait
		go func() {
			r, err := http.PostForm(s.HTTP.URL+"/upload", webtest.Form("record", "x"))
			if err != nil {
				answers <- 0 // at the end of the test
				return
			}
			r.Body.Close()
			answers <- r.StatusCode
		}()
	}
	if got := <-answers; got != http.StatusTooManyRequests {
		t.Errorf("got status %d with four bodies held and four requests waiting, want 429", got)
	}
	go func() {
		for range 4 {
			<-answers
		}
	}()
}
