// SPDX-License-Identifier: Apache-2.0

package learn

import (
	"html/template"
	"net/http"
	"slices"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/content"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
	"cairn/record"
)

// rulesView is the page with the rules of a game.
type rulesView struct {
	web.Page
	Game, GameName, Variant string
	Text                    template.HTML       // empty where the game has none
	Language                string              // of the text, where it is not the visitor's
	OfFamily                bool                // the text is about the family
	Lesson                  bool                // the game has a lesson
	Board                   boardview.BoardView // the start
	Diagrams                []diagramView
	Facts                   []string
	Colours                 string // names of White and Black, if the visitor's pieces have other colours
	Family                  listing.Family
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
	text, families := t.Rules(info), s.lists.Families(s.core.Texts(r))
	family := slices.IndexFunc(families, func(f listing.Family) bool { return f.ID == info.Family })
	v := rulesView{
		Page: s.core.Page(r, t.Text("web.rules.title", "game", t.Game(info))), Game: info.ID, GameName: t.Game(info), Variant: t.Variant(info),
		Text: template.HTML(text.HTML), OfFamily: text.OfFamily, Lesson: hasLesson(entry), // the texts are part of the program
		Diagrams: diagrams(t, entry), Facts: facts(t, info), Family: families[family], Colours: colours(t),
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

// facts lists the facts that every game has: points, pieces, first side, draws.
func facts(t *web.Texts, info *game.Info) []string {
	places := "web.rules.points"
	if info.Board.Cells {
		places = "web.rules.cells"
	}
	return []string{
		t.Count(places, len(info.Board.Points)),
		t.Count("web.rules.men", info.Men),
		t.Text("web.rules.first", "side", t.Side(game.White)),
		t.Text("lesson.draw.text", "times", info.Draws.Repetition, "turns", info.Draws.Quiet/2),
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

// ruleListView is the list of all games.
type ruleListView struct {
	web.Page
	Games []ruleCard
}

// ruleCard is a family in the list of rules.
type ruleCard struct {
	listing.Family
	Thumb       *boardview.Thumb
	Places, Men string // of the standard rules, in words
}

func (s *handlers) showRulesList(w http.ResponseWriter, r *http.Request) error {
	t := s.core.Texts(r)
	if web.WantsJSON(r) {
		games := []gameState{}
		for _, entry := range s.core.Live.Rooms.Games().All() {
			games = append(games, newGameState(t, entry))
		}
		return s.core.WriteJSON(w, http.StatusOK, map[string][]gameState{"games": games})
	}
	v := ruleListView{Page: s.core.Page(r, t.Text("web.rules.list.title"))}
	for _, f := range s.lists.Families(t) {
		g, err := s.core.Live.Rooms.Games().Game(f.ID)
		if err != nil {
			continue // a family without its standard rules
		}
		known := facts(t.For(g.Info()), g.Info())
		v.Games = append(v.Games, ruleCard{f, boardview.NewThumb(g.Info().Board, boardview.Lively(g)), known[0], known[1]})
	}
	return s.core.Render(w, http.StatusOK, "rules_list", &v)
}

// gameState is a rule set as JSON.
type gameState struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Family   string   `json:"family"`  // id of the rule set that it is a variant of, or its own
	Variant  string   `json:"variant"` // in words
	Aliases  []string `json:"aliases"`
	Revision int      `json:"revision"` // rises when legal play changes
	Men      int      `json:"men"`      // of a side
	Levels   []string `json:"levels"`   // of the computer
	Start    string   `json:"start"`    // position
	Points   []string `json:"points"`   // names, in the order of the men in a state
	URL      string   `json:"url"`      // of the rules
}

func newGameState(t *web.Texts, entry *catalog.Entry) gameState {
	info := entry.Info()
	g := gameState{
		ID: info.ID, Name: t.Game(info), Family: info.Family, Variant: t.Variant(info), Aliases: append([]string{}, info.Aliases...),
		Revision: info.Revision, Men: info.Men, Levels: entry.Levels(), Start: entry.Start().String(), URL: "/rules/" + info.ID,
	}
	for _, spot := range info.Board.Points {
		g.Points = append(g.Points, spot.Name)
	}
	return g
}

// diagramView shows a move before and after it is made.
type diagramView struct {
	Title, Text   string // what the lesson calls it, and what the move does
	Move          string
	Before, After boardview.BoardView
}

// diagrams draws the moves that the lesson of a game marks for its rules.
func diagrams(t *web.Texts, g game.Game) []diagramView {
	var list []diagramView
	for _, step := range content.Diagrams(g) {
		if v, err := newDiagram(t, g, &step); err == nil { // an error cannot happen: content.Steps checks positions
			list = append(list, v)
		}
	}
	return list
}

func newDiagram(t *web.Texts, g game.Game, step *content.Step) (diagramView, error) {
	before, err := g.Parse(step.Position)
	if err != nil {
		return diagramView{}, err
	}
	walk, board := record.Begin(g, before), g.Info().Board
	if _, err := walk.Play(step.Diagram, 0); err != nil {
		return diagramView{}, err
	}
	turn, marks := pagestate.TurnAt(t, walk, walk.Turns(), 1), boardview.BoardMarks{Small: true}
	plan := boardview.PlanOf(walk.Notes(1))
	plan.Small = true
	marks.Last, marks.Taken = pagestate.PointsOf(board, turn.Last), pagestate.PointsOf(board, turn.Taken)
	return diagramView{
		Title: lessonText(t, g.Info(), step, "title"), Text: turn.Text, Move: turn.Move,
		Before: boardview.NewBoardView(t, board, before.View(), plan), After: boardview.NewBoardView(t, board, walk.State().View(), marks),
	}, nil
}
