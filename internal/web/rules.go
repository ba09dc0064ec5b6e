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
type rulePages struct{ byFamily map[string]template.HTML }

func newRulePages() *rulePages {
	files, err := fs.Glob(templateFiles, "templates/rules/en/*.html")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	pages := &rulePages{map[string]template.HTML{}}
	for _, file := range files {
		text, err := fs.ReadFile(templateFiles, file)
		if err != nil {
			panic("web: read rules: " + err.Error()) // they are in the program
		}
		pages.byFamily[viewName(path.Base(file))] = template.HTML(text) // our own words
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
	Family   family
}

func (s *Server) showRules(w http.ResponseWriter, r *http.Request) error {
	entry, err := s.play.Games().Find(r.PathValue("game"))
	if err != nil {
		return errNoPage
	}
	info := entry.Info()
	if info.ID != r.PathValue("game") { // an alias
		http.Redirect(w, r, "/rules/"+info.ID, http.StatusFound)
		return nil
	}
	v := rulesView{
		page: s.page(r, s.texts.Text("web.rules.title", "game", info.Name)), Game: info.ID, GameName: info.Name, Variant: info.Variant,
		Text: s.rules.byFamily[info.Family], Facts: s.facts(info), Family: s.family(info.Family),
	}
	v.Board = newBoardView(s.texts, info.Board, entry.Start().View(), boardMarks{
		Name: s.texts.Text("web.rules.board", "game", info.Name), Small: true,
	})
	return s.render(w, http.StatusOK, "rules", &v)
}

// facts says what is known of every game.
func (s *Server) facts(info *game.Info) []string {
	places := "web.rules.points"
	if info.Board.Cells {
		places = "web.rules.cells"
	}
	return []string{
		s.texts.Count(places, len(info.Board.Points)),
		s.texts.Count("web.rules.men", info.Men),
		s.texts.Text("web.rules.first"),
		s.texts.Text("web.rules.draws", "times", info.Draws.Repetition, "turns", info.Draws.Quiet/2),
	}
}

func (s *Server) family(id string) family {
	for _, f := range s.families() {
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
	v := ruleListView{page: s.page(r, s.texts.Text("web.rules.list.title")), Families: s.families()}
	return s.render(w, http.StatusOK, "rulelist", &v)
}
