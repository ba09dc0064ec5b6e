// SPDX-License-Identifier: Apache-2.0

package puzzle_test

import (
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/store/sqlite"
	"cairn/internal/study/puzzle"
	"cairn/internal/web/webtest"
)

const six = "six-mens-morris"

// games are all games with the tables of small ones, which are made once.
var games = catalog.Standard()

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "cairn-puzzle")
	if err != nil {
		panic(err)
	}
	games.UseTables(dir)
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// newSite starts a site with tables, and returns the game of the tests.
func newSite(t *testing.T) (*webtest.Site, *catalog.Entry) {
	t.Helper()
	entry, err := games.Find(six)
	if err != nil {
		t.Fatal(err)
	}
	return webtest.NewSiteOf(t, sqlite.Options{}, games), entry
}

// find returns a shipped puzzle.
func find(t *testing.T, entry *catalog.Entry, fits func(p *puzzle.Puzzle) bool) *puzzle.Puzzle {
	t.Helper()
	list, err := puzzle.Load(entry)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(list, func(p puzzle.Puzzle) bool { return fits(&p) })
	if i < 0 {
		t.Fatal("no puzzle fits")
	}
	return &list[i]
}

func isLong(p *puzzle.Puzzle) bool { return p.Turns() > 1 }
func isWide(p *puzzle.Puzzle) bool { return len(p.Moves) > 1 }

// wrongMove returns a move that is not right in the first position.
func wrongMove(t *testing.T, entry *catalog.Entry, p *puzzle.Puzzle) string {
	t.Helper()
	state, err := entry.Parse(p.Position)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(state.Moves(), func(m game.Move) bool { return !slices.Contains(p.Moves, m.Text) })
	return state.Moves()[i].Text
}

// answer is the JSON answer to a move.
type answer struct {
	Result, Text, Line, Outcome string
	Turns, Moves                []struct{ Move, Text string }
}

func send(b *webtest.Browser, p *puzzle.Puzzle, line, move string) (a answer) {
	b.T.Helper()
	b.Send("/puzzle/"+p.ID+"/move", `{"line":"`+line+`","move":"`+move+`"}`).Want(200).JSON(&a)
	return a
}

// A puzzle by script: a wrong move, then the right ones with their replies. The first
// try counts, and there is no solution before the end.
func TestSolve(t *testing.T) {
	s, entry := newSite(t)
	p := find(t, entry, isLong)
	b := s.Guest()
	b.Get("/puzzle/"+p.ID).Want(200).Has("Your first try counts", "data-puzzle=").Lacks("class=\"worth", p.Line[1]+"</", "Solved!")
	wrong := send(b, p, "", wrongMove(t, entry, p))
	if wrong.Result != "wrong" || wrong.Text == "" || len(wrong.Turns) > 0 {
		t.Errorf("got %+v", wrong)
	}
	var line []string
	for i := 0; i < len(p.Line); i += 2 {
		a := send(b, p, strings.Join(line, " "), p.Line[i])
		line = append(line, p.Line[i])
		switch last := i+1 == len(p.Line); {
		case a.Line != strings.Join(line, " "):
			t.Errorf("got line %q, want %q", a.Line, line)
		case last && (a.Result != "solved" || a.Outcome == "" || len(a.Moves) > 0):
			t.Errorf("got %+v, want it solved", a)
		case !last && (a.Result != "right" || len(a.Turns) != 2 || a.Turns[1].Move != p.Line[i+1] || len(a.Moves) == 0):
			t.Errorf("got %+v, want the reply %s", a, p.Line[i+1])
		}
		if i+1 == len(p.Line) {
			b.Get(a.Outcome).Want(200).Has("Solved!", `class="worth `, "Only the first try counts.", "badge down", p.Line[1])
		}
	}
	b.Send("/puzzle/"+p.ID+"/move", `{"line":"`+strings.Join(line, " ")+`","move":"a1"}`).Want(409)
	b.Get("/puzzles").Want(200).Has("Your rating", "Streak")
}

// Every move that keeps the result is right, and a right first try raises the rating.
func TestRightMoves(t *testing.T) {
	s, entry := newSite(t)
	p := find(t, entry, func(p *puzzle.Puzzle) bool { return isWide(p) && p.Turns() == 1 })
	for i, move := range p.Moves {
		b := s.Guest()
		a := send(b, p, "", move)
		if a.Result != "solved" || len(a.Turns) != 1 || a.Turns[0].Move != move {
			t.Errorf("%s: got %+v", move, a)
		}
		page := b.Get(a.Outcome).Want(200).Has("Solved!", "badge up", "1 day in a row").Lacks("Only the first try counts.")
		for _, right := range p.Moves {
			page.Has(right)
		}
		b.Get("/puzzles").Want(200).Has("1 day in a row")
		if i == 0 {
			again := send(b, p, "", wrongMove(t, entry, p))
			b.Get(a.Outcome).Want(200).Has("badge up")
			if again.Result != "wrong" {
				t.Errorf("second try: got %+v", again)
			}
		}
	}
}

// A visitor without a session solves as well; nothing is stored.
func TestWithoutSession(t *testing.T) {
	s, entry := newSite(t)
	p := find(t, entry, isWide)
	b := s.Browser()
	b.Get("/puzzle/" + p.ID).Want(200).Has("This try does not count for a rating.")
	a := send(b, p, "", p.Moves[1])
	b.Get(a.Outcome).Want(200).Has("Solved!", `class="worth `).Lacks("Your rating")
	if cookies := b.Cookies(); len(cookies) > 0 {
		t.Errorf("got cookies %v", cookies)
	}
	b.Get("/puzzles").Want(200).Has("You need no account").Lacks("Your rating", "in a row")
}

// Without script a move is entered by links and forms.
func TestWithoutScript(t *testing.T) {
	s, entry := newSite(t)
	p := find(t, entry, isLong)
	b := s.Guest()
	state, _ := entry.Parse(p.Position)
	move, err := state.Find(p.Line[0])
	if err != nil {
		t.Fatal(err)
	}
	var path []string
	for _, touch := range move.Paths[0] {
		path = append(path, entry.Info().Board.Name(touch.Point))
	}
	b.Get("/puzzle/" + p.ID + "?" + url.Values{"path": {path[0]}}.Encode()).Want(200).Has("Selected:")
	page := b.Get("/puzzle/" + p.ID + "?" + url.Values{"path": {strings.Join(path, ",")}}.Encode()).Want(200).Has("Play " + p.Line[0])
	form := page.Form("Play " + p.Line[0])
	page = b.Post(form.Action, webtest.Form("line", form.Fields["line"], "move", form.Fields["move"])).Want(200).Has("Now find the next move.")
	if got := page.Form("Or type the move").Fields["line"]; got != p.Line[0] {
		t.Errorf("got line %q, want %q", got, p.Line[0])
	}
	b.Post("/puzzle/"+p.ID+"/move", webtest.Form("line", p.Line[0], "move", "zz")).Want(422).Has(`value="zz"`, `role="alert"`)
	b.Post("/puzzle/"+p.ID+"/move", webtest.Form("line", p.Line[0], "move", p.Line[2])).Want(200).Has("Solved!", "Next puzzle")

	other := find(t, entry, isWide)
	b.Post("/puzzle/"+other.ID+"/move", webtest.Form("move", wrongMove(t, entry, other))).Want(200).Has(`message error`)
	b.Get("/puzzle/" + other.ID + "?solution=yes").Want(200).Has("This is the solution.")
	b.Get("/puzzle/"+other.ID+"?wrong=%3Cscript%3E").Want(200).Lacks("<script>alert", "&lt;script")
}

// An address alone shows no solution to visitors with a rated attempt; giving up does.
func TestGiveUp(t *testing.T) {
	s, entry := newSite(t)
	p := find(t, entry, func(p *puzzle.Puzzle) bool { return p.Turns() == 1 })
	b := s.Guest()
	for _, query := range []string{"?solution=yes", "?" + url.Values{"line": {p.Line[0]}}.Encode()} {
		b.Get("/puzzle/"+p.ID+query).Want(200).Has("Your first try counts").Lacks("data-plan", "Solved!", "This is the solution.", `class="worth `)
	}
	b.Post("/puzzle/"+p.ID+"/solution", webtest.Form()).Want(200).Has("This is the solution.", `class="worth `, "badge down", `data-plan="[%`)
	s.Browser().Post("/puzzle/"+p.ID+"/solution", webtest.Form()).Want(200).Has("This is the solution.")
}

func TestNext(t *testing.T) {
	s, _ := newSite(t)
	b := s.Guest()
	seen := map[string]bool{}
	for range 5 {
		p := b.Get("/puzzles/six?theme=save").Want(200).Has("hold the draw")
		if seen[p.Path] {
			t.Errorf("%s came again", p.Path)
		}
		seen[p.Path] = true
		path, _, _ := strings.Cut(p.Path, "?")
		b.Post(path+"/solution", webtest.Form("theme", "save")).Want(200)
	}
	b.Get("/puzzles/six?theme=none").Want(404)
	b.Get("/puzzles/chess").Want(404)
	b.Get("/puzzle/nothing").Want(404)
}

// The daily puzzle is the same for all and on the front page.
func TestDaily(t *testing.T) {
	s, _ := newSite(t)
	first, second := s.Browser().Get("/puzzle/daily").Want(200), s.Guest().Get("/puzzle/daily").Want(200)
	if first.Path != second.Path || !strings.HasPrefix(first.Path, "/puzzle/") {
		t.Errorf("got %s and %s", first.Path, second.Path)
	}
	s.Browser().Get("/").Want(200).Has("Puzzle of the day", `href="/puzzle/daily"`)
}

// A site whose games have no puzzles works.
func TestNoPuzzles(t *testing.T) {
	s := webtest.NewSiteOf(t, sqlite.Options{}, catalog.New(catalog.Bind(tictactoe.Standard)))
	b := s.Browser()
	b.Get("/puzzles").Want(200).Has("This server has no puzzles.")
	b.Get("/puzzle/daily").Want(404)
	b.Get("/puzzles/" + tictactoe.Standard.ID).Want(404)
	b.Get("/").Want(http.StatusOK).Lacks("Puzzle of the day")
}
