// SPDX-License-Identifier: Apache-2.0

package learn

import (
	"strings"

	"cairn/game"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
)

// lessonScene is where a step takes place.
type lessonScene struct {
	info  *game.Info
	step  *lessonStep
	start game.State
}

// view shows a state of the scene. Men that were lost before it began are no
// concern of it, and not shown.
func (c *lessonScene) view(s game.State) game.View {
	view, before := s.View(), c.start.View()
	for _, side := range game.Sides {
		view.Sides[side].Lost -= before.Sides[side].Lost
	}
	return view
}

// courses tells for each move that meets the goal what comes of it: how the
// board stands after it, and after the reply if there is one.
func (c *lessonScene) courses(t *web.Texts) map[string][]boardview.TurnState {
	courses := map[string][]boardview.TurnState{}
	for _, move := range c.start.Moves() {
		if c.step.met(c.start, move) {
			courses[move.Text] = c.course(t, move)
		}
	}
	return courses
}

func (c *lessonScene) course(t *web.Texts, move game.Move) []boardview.TurnState {
	after, turn := c.turn(t, c.start, move)
	turns := []boardview.TurnState{turn}
	for _, reply := range c.step.Reply {
		if move, err := after.Find(reply); err == nil {
			_, turn = c.turn(t, after, move)
			return append(turns, turn)
		}
	}
	return turns
}

// turn plays a legal move and tells what it did.
func (c *lessonScene) turn(t *web.Texts, before game.State, move game.Move) (game.State, boardview.TurnState) {
	after, err := before.Play(move.Text)
	if err != nil {
		panic("web: a legal move is refused: " + err.Error()) // the rules are broken
	}
	view := c.view(after)
	said := t.Turn(c.info.Board, before.Turn(), move.Notes)
	if end := after.Result(); end.Over() {
		said = append(said, t.End(end.Verdict, end.Reason.String()))
	}
	turn := boardview.TurnState{
		Move: move.Text, Text: strings.Join(said, " "), Men: boardview.MenText(view.Men), Turn: view.Turn,
		Sides: boardview.SideTurns{
			White: boardview.NewSideTurn(view.Sides[game.White], 0), Black: boardview.NewSideTurn(view.Sides[game.Black], 0),
		},
	}
	turn.Last, turn.Taken = boardview.Touched(c.info.Board, move.Notes, view)
	return after, turn
}

// state is the state of a page on which the learner plays whoever is to move at
// the start.
func (c *lessonScene) state(t *web.Texts, s game.State) boardview.PageState {
	view := c.view(s)
	p := boardview.PageState{
		Game: c.info.ID, Status: "playing", Kind: "lesson", You: c.start.Turn().String(), Turn: view.Turn, Men: boardview.MenText(view.Men),
		Last: []string{}, Taken: []string{}, Moves: boardview.MoveStates(c.info.Board, s.Moves()), Log: []boardview.LogLine{},
	}
	for _, side := range game.Sides {
		v := view.Sides[side]
		*p.Sides.Side(side) = boardview.SideState{Name: t.Side(side), Phase: v.Phase, Hand: v.Hand, Lost: v.Lost, Board: v.Board, Present: true}
	}
	return p
}
