// SPDX-License-Identifier: Apache-2.0

package web

import (
	"html/template"
	"io/fs"
	"net/http"
	"path"

	"cairn/game"
)

// rulePages are the rules of families in words, by the id of the standard rule
// set. They are files, one for a family: a game without one is described by what
// its Info says.
type rulePages map[string]template.HTML

// newRulePages reads the rules in a language; where nobody has translated them,
// in the one that stands in for it, and at last in English.
func newRulePages(code string) rulePages {
	pages := rulePages{}
	if code != fallback {
		pages = newRulePages(baseOf(code))
	}
	files, err := fs.Glob(templateFiles, "templates/rules/"+code+"/*.html")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for _, file := range files {
		text, err := fs.ReadFile(templateFiles, file)
		if err != nil {
			panic("web: read rules: " + err.Error()) // they are in the program
		}
		pages[viewName(path.Base(file))] = template.HTML(text) // our own words
	}
	return pages
}

// rulesView is the page with the rules of a game.
type rulesView struct {
	page
	Game     string
	GameName string
	Variant  string
	Text     template.HTML // empty when nobody wrote any
	Board    boardView     // the start
	Facts    []string
	Colours  string // what White and Black are called, when the visitor's men are others
	Family   family
}

func (s *Server) showRules(w http.ResponseWriter, r *http.Request) error {
	entry, err := s.live.Games().Find(r.PathValue("game"))
	if err != nil {
		return errNoPage
	}
	info := entry.Info()
	if info.ID != r.PathValue("game") { // an alias
		http.Redirect(w, r, "/rules/"+info.ID, http.StatusFound)
		return nil
	}
	v := rulesView{
		page: s.page(r, s.texts(r).Text("web.rules.title", "game", s.texts(r).Game(info))), Game: info.ID, GameName: s.texts(r).Game(info), Variant: s.texts(r).Variant(info),
		Text: s.locale(r).rules[info.Family], Facts: facts(s.texts(r), info), Family: s.family(s.texts(r), info.Family),
		Colours: colours(s.texts(r)),
	}
	v.Board = newBoardView(s.texts(r), info.Board, entry.Start().View(), boardMarks{
		Name: s.texts(r).Text("web.rules.board", "game", s.texts(r).Game(info)), Small: true,
	})
	return s.render(w, http.StatusOK, "rules", &v)
}

// facts says what is known of every game.
func facts(t *texts, info *game.Info) []string {
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
func colours(t *texts) string {
	white, black := t.Side(game.White), t.Side(game.Black)
	if white == t.Text("side.white") && black == t.Text("side.black") {
		return ""
	}
	return t.Text("web.rules.colours", "white", white, "black", black)
}

func (s *Server) family(t *texts, id string) family {
	for _, f := range s.families(t) {
		if f.ID == id {
			return f
		}
	}
	return family{}
}

// ruleListView is the list of all games.
type ruleListView struct {
	page
	Families []family
}

func (s *Server) showRulesList(w http.ResponseWriter, r *http.Request) error {
	v := ruleListView{page: s.page(r, s.texts(r).Text("web.rules.list.title")), Families: s.families(s.texts(r))}
	return s.render(w, http.StatusOK, "rulelist", &v)
}
