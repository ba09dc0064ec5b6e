// SPDX-License-Identifier: Apache-2.0

package lobby_test

import (
	"strings"
	"testing"

	"cairn/internal/web/webtest"
)

// A record of a game that one side resigned, with all that a record can hold.
const heldRecord = `# The last game of the evening.
cairn: 1
game: nine-mens-morris
white: Anja <b>
black: Bo
control: 5m+3s
event: Club evening
result: white-wins
reason: resignation
turns:
  - move: d6
    took_ms: 4000
  - move: d7 # too early
  - move: a1
`

// replayed uploads a record to be replayed, and returns the id of its match.
func replayed(b *webtest.Browser, text string, more ...string) string {
	b.T.Helper()
	p := b.Post("/upload", webtest.Form(append([]string{"record", text, "then", "replay"}, more...)...)).Want(200)
	return strings.TrimSuffix(strings.TrimPrefix(p.Path, "/match/"), "?ply=0")
}

// Names, control, result, comments and unknown fields are shown, and stand in the
// download.
func TestUploadShowsWhatItHolds(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	id := replayed(ann, heldRecord)
	ann.Get("/match/"+id+"?ply=3").Want(200).Has(
		"Anja <b>", ">Bo<", "5 min + 3 s per move", "resigns", "The last game of the evening.", "too early", "Club evening",
	).Lacks("Unlimited")
	for extension, want := range map[string]string{"txt": "event: Club evening", "yaml": "event: Club evening", "json": `"event": "Club evening"`} {
		ann.Get("/match/"+id+"."+extension).Want(200).Has("Anja <b>", "Bo", "5m+3s", "The last game of the evening.", "too early", want, "resignation", "4")
	}
}

// A replayed record is in no list until it is kept.
func TestUploadKept(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	id := replayed(ann, heldRecord)
	for _, page := range []string{"/home", "/games?player=ann&kind=all"} {
		ann.Get(page).Want(200).Lacks(id)
	}
	bob.Post("/match/"+id+"/keep", nil).Want(404)
	ann.Get("/match/" + id).Want(200).Has("Keep in my games")
	ann.Post("/match/"+id+"/keep", nil).Want(200).Has("Saved in your games.").Lacks("Keep in my games")
	ann.Get("/home").Want(200).Has("/match/"+id, "Anja <b>")

	other := replayed(ann, strings.Replace(heldRecord, "result: white-wins\nreason: resignation\n", "", 1))
	ann.Get("/home").Want(200).Lacks(other)
	ann.Post("/match/"+other+"/move", webtest.Form("move", "g1")).Want(200)
	ann.Get("/home").Want(200).Has("/match/" + other) // continuing a record keeps it
}

// To continue a game that is over needs a confirmation.
func TestUploadDecided(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	ask := b.Post("/upload", webtest.Form("record", heldRecord, "then", "screen")).Want(200).Has("This game is over", "Black resigns", "Continue", `name="decided"`)
	if ask.Path != "/upload" {
		t.Errorf("got %s, want to be asked", ask.Path)
	}
	p := b.Post("/upload", webtest.Form("record", heldRecord, "then", "screen", "decided", "open")).Want(200)
	state := b.State(strings.TrimPrefix(p.Path, "/match/"))
	if state.Status != "playing" || state.Turn.String() != "black" || state.Sides.White.ClockMS == nil {
		t.Errorf("got %s, %s to move, want it to go on with its clock", state.Status, state.Turn)
	}
	p = b.Post("/upload", webtest.Form("record", heldRecord, "then", "screen", "decided", "look")).Want(200)
	if !strings.HasSuffix(p.Path, "?ply=0") {
		t.Errorf("got %s, want a replay", p.Path)
	}
	if got := b.Send("/upload", `{"then":"computer","level":"novice","record":"`+strings.ReplaceAll(heldRecord, "\n", `\n`)+`"}`).Want(400).Refusal().Error; got.Key != "record-decided" {
		t.Errorf("as JSON: got %+v", got)
	}
}

// Continuing a game that the rules ended undoes the last move.
func TestUploadDecidedByRules(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	won := strings.Join(webtest.WhiteWins, " ")
	b.Post("/upload", webtest.Form("record", won, "game", "three", "then", "screen")).Want(200).Has("Go back one move and continue")
	p := b.Post("/upload", webtest.Form("record", won, "game", "three", "then", "screen", "decided", "open")).Want(200)
	if state := b.State(strings.TrimPrefix(p.Path, "/match/")); state.Status != "playing" || !state.Can.Redo {
		t.Errorf("got %s, may redo %v", state.Status, state.Can.Redo)
	}
}

// Of a file of several records one is chosen; a faulty one says why it cannot be.
func TestUploadSeveral(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	three := "cairn: 1\ngame: three-mens-morris\nturns: [b2]\n---\ncairn: 1\ngame: nine-mens-morris\nturns: [d6, d6]\n---\n" + heldRecord
	p := ann.SendFile("/upload", "games.yaml", three, "then", "screen").Want(200).Has(
		"several games", "Three Men", `name="number" value="1"`, "line 7: record 2: turn 2", `name="number" value="3"`, "Anja <b> – Bo", "Black resigns", `name="then" value="screen"`,
	).Lacks(`name="number" value="2"`)
	if p.Path != "/upload" {
		t.Errorf("got %s, want to be asked", p.Path)
	}
	p = ann.Post("/upload", webtest.Form("record", three, "then", "screen", "number", "1")).Want(200)
	if got := ann.State(strings.TrimPrefix(p.Path, "/match/")); got.Game != "three-mens-morris" || len(got.Line) != 1 {
		t.Errorf("got %s after %v, want the first game", got.Game, got.Line)
	}
	id := replayed(ann, three, "number", "3")
	ann.Get("/match/" + id + "?ply=3").Want(200).Has("The last game of the evening.")
	ann.Post("/upload", webtest.Form("record", three, "then", "screen", "number", "3")).Want(200).Has("This game is over", `name="number" value="3"`)
	ann.Post("/upload", webtest.Form("record", three, "number", "2")).Want(400).Has("line 7: record 2: turn 2")
	ann.Post("/upload", webtest.Form("record", three, "number", "4")).Want(200).Has("several games")
	body := `{"then":"replay","record":"` + strings.ReplaceAll(three, "\n", `\n`) + `"`
	if got := ann.Send("/upload", body+"}").Want(400).Refusal().Error; got.Key != "record-several" {
		t.Errorf("as JSON: got %+v", got)
	}
	ann.Send("/upload", body+`,"number":1}`).Want(200)
	many := strings.Repeat("cairn record 1\ngame: three-mens-morris\n\nb2\n", 1001)
	ann.Post("/upload", webtest.Form("record", many)).Want(400).Has("larger than")
}

// A list of moves is a record if its game is chosen; errors have the line numbers of the list.
func TestUploadMovesAlone(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	for _, text := range []string{"d6 d7 a1", "1. d6 d7\n2. a1\n", "d6\nd7\na1\n"} {
		id := replayed(b, text, "game", "nine")
		b.Get("/match/" + id + "?ply=3").Want(200).Has("a1")
		b.Get("/match/"+id+".txt").Want(200).Has("game: nine-mens-morris", "result: playing", "a1")
	}
	b.Post("/upload", webtest.Form("record", "d6 d7\nd6", "game", "nine")).Want(400).Has("line 2")
	b.Post("/upload", webtest.Form("record", "d6 d7", "game", "chess")).Want(400)
	b.Post("/upload", webtest.Form("record", "d6 d7")).Want(400).Has("This game cannot be read")
}
