// SPDX-License-Identifier: Apache-2.0

package learn

import (
	"embed"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"cairn/game"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
)

//go:embed rules
var ruleFiles embed.FS

// rulePages are the rules of families in words, by the id of the standard rule
// set. They are files, one for a family: a game without one is described by what
// its Info says.
type rulePages map[string]template.HTML

// newRulePages reads the rules in a language; where nobody has translated them,
// in the one that stands in for it, and at last in English.
func newRulePages(code string) rulePages {
	pages := rulePages{}
	if code != web.Fallback {
		pages = newRulePages(web.BaseOf(code))
	}
	files, err := fs.Glob(ruleFiles, "rules/"+code+"/*.html")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for _, file := range files {
		text, err := fs.ReadFile(ruleFiles, file)
		if err != nil {
			panic("web: read rules: " + err.Error()) // they are in the program
		}
		pages[strings.TrimSuffix(path.Base(file), ".html")] = template.HTML(text) // our own words
	}
	return pages
}

// rulesView is the page with the rules of a game.
type rulesView struct {
	web.Page
	Game     string
	GameName string
	Variant  string
	Text     template.HTML       // empty when nobody wrote any
	Board    boardview.BoardView // the start
	Facts    []string
	Colours  string // what White and Black are called, when the visitor's men are others
	Family   listing.Family
}

func (s *handlers) showRules(w http.ResponseWriter, r *http.Request) error {
	entry, err := s.Live.Games().Find(r.PathValue("game"))
	if err != nil {
		return web.ErrNoPage
	}
	info := entry.Info()
	if info.ID != r.PathValue("game") { // an alias
		http.Redirect(w, r, "/rules/"+info.ID, http.StatusFound)
		return nil
	}
	v := rulesView{
		Page: s.Page(r, s.Texts(r).Text("web.rules.title", "game", s.Texts(r).Game(info))), Game: info.ID, GameName: s.Texts(r).Game(info), Variant: s.Texts(r).Variant(info),
		Text: newRulePages(s.Language(r))[info.Family], Facts: facts(s.Texts(r), info), Family: s.family(s.Texts(r), info.Family),
		Colours: colours(s.Texts(r)),
	}
	v.Board = boardview.NewBoardView(s.Texts(r), info.Board, entry.Start().View(), boardview.BoardMarks{
		Name: s.Texts(r).Text("web.rules.board", "game", s.Texts(r).Game(info)), Small: true,
	})
	return s.Render(w, http.StatusOK, "rules", &v)
}

// facts says what is known of every game.
func facts(t *web.Texts, info *game.Info) []string {
	places := "web.rules.points"
	if info.Board.Cells {
		places = "web.rules.cells"
	}
	return []string{
		t.Count(places, len(info.Board.Points)),
		t.Count("web.rules.men", info.Men),
		t.Text("web.rules.first", "side", t.Side(game.White)),
		t.Text("web.rules.draws", "times", info.Draws.Repetition, "turns", info.Draws.Quiet/2),
	}
}

// colours tells those whose men are not white and black which side is which: the
// rules are written with White and Black.
func colours(t *web.Texts) string {
	white, black := t.Side(game.White), t.Side(game.Black)
	if white == t.Text("side.white") && black == t.Text("side.black") {
		return ""
	}
	return t.Text("web.rules.colours", "white", white, "black", black)
}

func (s *handlers) family(t *web.Texts, id string) listing.Family {
	for _, f := range s.Families(t) {
		if f.ID == id {
			return f
		}
	}
	return listing.Family{}
}

// ruleListView is the list of all games.
type ruleListView struct {
	web.Page
	Families []listing.Family
}

func (s *handlers) showRulesList(w http.ResponseWriter, r *http.Request) error {
	v := ruleListView{Page: s.Page(r, s.Texts(r).Text("web.rules.list.title")), Families: s.Families(s.Texts(r))}
	return s.Render(w, http.StatusOK, "rules_list", &v)
}
