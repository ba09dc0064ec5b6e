// SPDX-License-Identifier: Apache-2.0

package learn

import (
	"html/template"
	"net/http"

	"cairn/game"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
)

// rulesView is the page with the rules of a game.
type rulesView struct {
	web.Page
	Game     string
	GameName string
	Variant  string
	Text     template.HTML       // empty where the game has none
	Language string              // of the text, where it is not the visitor's
	OfFamily bool                // the text is about the family
	Lesson   bool                // the game has a lesson
	Board    boardview.BoardView // the start
	Diagrams []diagramView
	Facts    []string
	Colours  string // what White and Black are called, when the visitor's men are others
	Family   listing.Family
}

func (s *handlers) showRules(w http.ResponseWriter, r *http.Request) error {
	entry, err := s.core.Live.Rooms.Games().Find(r.PathValue("game"))
	if err != nil {
		return web.ErrNoPage
	}
	info := entry.Info()
	if web.WantsJSON(r) {
		return s.core.WriteJSON(w, http.StatusOK, newGameState(s.core.Texts(r), entry))
	}
	if info.ID != r.PathValue("game") { // an alias
		http.Redirect(w, r, "/rules/"+info.ID, http.StatusFound)
		return nil
	}
	t := s.core.Texts(r).For(info)
	text := t.Rules(info)
	v := rulesView{
		Page: s.core.Page(r, t.Text("web.rules.title", "game", t.Game(info))), Game: info.ID, GameName: t.Game(info), Variant: t.Variant(info),
		Text: template.HTML(text.HTML), OfFamily: text.OfFamily, Lesson: hasLesson(entry), // our own words
		Diagrams: diagrams(t, entry), Facts: facts(t, info), Family: s.family(s.core.Texts(r), info.Family), Colours: colours(t),
	}
	v.Describe(s.core, r, t.Text("web.preview.rules", "game", v.GameName), "/rules/"+info.ID+web.PictureFile)
	if text.Language != t.Code() {
		v.Language = text.Language
	}
	v.Board = boardview.NewBoardView(t, info.Board, entry.Start().View(), boardview.BoardMarks{
		Name: t.Text("web.rules.board", "game", t.Game(info)), Small: true,
	})
	return s.core.Render(w, http.StatusOK, "rules", &v)
}

// facts returns what is known of every game.
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

// colours explains which side is which to a visitor who chose other colours: the
// rules are written with White and Black.
func colours(t *web.Texts) string {
	white, black := t.Side(game.White), t.Side(game.Black)
	if white == t.Text("side.white") && black == t.Text("side.black") {
		return ""
	}
	return t.Text("web.rules.colours", "white", white, "black", black)
}

func (s *handlers) family(t *web.Texts, id string) listing.Family {
	for _, f := range s.lists.Families(t) {
		if f.ID == id {
			return f
		}
	}
	return listing.Family{}
}

// ruleListView is the list of all games.
type ruleListView struct {
	web.Page
	Games []listing.Card
}

func (s *handlers) showRulesList(w http.ResponseWriter, r *http.Request) error {
	if web.WantsJSON(r) {
		return s.writeGames(w, r)
	}
	t := s.core.Texts(r)
	v := ruleListView{Page: s.core.Page(r, t.Text("web.rules.list.title")), Games: s.lists.Cards(t, func(id string) string { return "/rules/" + id })}
	return s.core.Render(w, http.StatusOK, "rules_list", &v)
}
