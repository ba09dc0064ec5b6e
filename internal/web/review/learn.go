// SPDX-License-Identifier: Apache-2.0

package review

import (
	"net/http"
	"slices"

	"cairn/game"
	"cairn/internal/pagestate"
	"cairn/internal/study"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/record"
)

// learnView is a mistake that is played again, until a move is found that keeps the
// result.
type learnView struct {
	web.Page
	boardview.PartialMove        // of a page without script
	Review, GameName      string // address of the review; the game
	At, Count, Ply        int    // which mistake of how many, and its ply
	Turn                  turnView
	Ask, Done, Wrong      string
	Play                  boardview.PlayView
	Courses               map[string][]pagestate.TurnState // by the moves that keep the result, for the script
	Wrongs                map[string]string                // explanations of the other moves
	Solved, Missed        bool
	Said                  string // what the move did
	Hint                  string // where the best move begins
	Keeping               []keepingView
	Typed                 string
	Problem               *web.Problem
	Again, Next, Analysis string // addresses; no next after the last mistake
}

// keepingView is a move that keeps the result.
type keepingView struct {
	Move  string
	Worth boardview.ValueView
}

// mistakes returns the mistakes to learn from: the viewer's own, or the mistakes of both
// sides for visitors who did not play.
func (c *scene) mistakes() []*study.ReviewedMove {
	var list []*study.ReviewedMove
	for i := range c.review.Turns {
		turn := &c.review.Turns[i]
		if own := c.you == turn.Side.String() || c.you == "both" || c.you == ""; own && turn.Verdict.Mistake() {
			list = append(list, turn)
		}
	}
	return list
}

// mistake returns the mistake at a ply, nil if there is none.
func (c *scene) mistake(ply int) *study.ReviewedMove {
	list := c.mistakes()
	if i := slices.IndexFunc(list, func(turn *study.ReviewedMove) bool { return turn.Ply == ply }); i >= 0 {
		return list[i]
	}
	return nil
}

// learnLink leads to the first mistake.
func (c *scene) learnLink() *learnLink {
	list := c.mistakes()
	if len(list) == 0 {
		return nil
	}
	return &learnLink{Href: mistakePath(list[0].Ply), Count: len(list), Own: c.you != ""}
}

func mistakePath(ply int) string { return boardview.TaskQuery("learn", ply, "", "") }

// showMistake serves a mistake.
func (s *handlers) showMistake(w http.ResponseWriter, r *http.Request, c *scene, turn *study.ReviewedMove) error {
	v, err := s.newMistake(r, c, turn)
	if err != nil {
		return err
	}
	query := r.URL.Query()
	v.try(c, query.Get("path"), query.Get("move"))
	return s.core.Render(w, http.StatusOK, "review_learn", v)
}

// newMistake returns the view of a mistake before a move is tried.
func (s *handlers) newMistake(r *http.Request, c *scene, turn *study.ReviewedMove) (*learnView, error) {
	v := &learnView{
		Page: s.core.Page(r, c.t.Text("web.review.learn.title", "game", c.t.Game(c.info))), Review: c.path, GameName: c.t.Game(c.info),
		Turn: c.newTurn(turn), Ply: turn.Ply, Again: mistakePath(turn.Ply), Analysis: c.analysis(turn.Ply - 1),
		Courses: map[string][]pagestate.TurnState{}, Wrongs: map[string]string{},
	}
	v.Scripts = []string{"learn"}
	result := turn.Before.Name()
	v.Ask = c.t.Text("web.review.learn.ask."+result, "side", c.t.Players(turn.Side))
	v.Done, v.Wrong = c.t.Text("web.review.learn.done."+result), c.t.Text("web.review.learn.wrong")
	list := c.mistakes()
	v.At, v.Count = slices.Index(list, turn)+1, len(list)
	if v.At < v.Count {
		v.Next = mistakePath(list[v.At].Ply)
	}
	var p study.Position
	err := s.core.Judging.Do(r.Context(), func() (err error) {
		p, err = study.Exact(r.Context(), c.entry, c.walk.StateAt(turn.Ply-1))
		return err
	})
	v.judge(c, &p)
	return v, err
}

// judge adds the effect of each move on the result.
func (v *learnView) judge(c *scene, p *study.Position) {
	start := c.walk.StateAt(v.Ply - 1)
	best := ""
	for _, m := range p.Moves {
		worth := boardview.NewWorth(c.t, m.Worth)
		if !m.Keeps {
			v.Wrongs[m.Text] = c.t.Text("web.review.learn.miss", "move", m.Text, "worth", worth.Text)
			continue
		}
		walk := record.Begin(c.walk.Game(), start)
		if _, err := walk.Play(m.Text, 0); err != nil {
			continue // cannot happen: it is legal
		}
		turn := pagestate.TurnAt(c.t, walk, walk.Turns(), 1)
		turn.Text += " " + worth.Sign + " " + worth.Text
		v.Courses[m.Text] = []pagestate.TurnState{turn}
		if m.Best && best == "" {
			best = m.Text
		}
		v.Keeping = append(v.Keeping, keepingView{m.Text, worth})
	}
	if m, err := start.Find(best); err == nil {
		v.Hint = c.t.Text("web.review.learn.look", "point", c.info.Board.Name(m.Paths[0][0].Point))
	}
}

// try shows the result of the points touched or of a whole move.
func (v *learnView) try(c *scene, path, tried string) {
	start := c.walk.StateAt(v.Ply - 1)
	k, move, illegal := boardview.TryMove(c.info, start, path, tried)
	if illegal != nil {
		v.Problem, v.Typed = c.t.Problem(illegal), tried
	}
	state := c.state(v.Ply - 1)
	state.You = v.Turn.Side.String()
	if course := v.Courses[move]; course != nil {
		v.Solved = true
		v.showSolved(c, state, course[0])
		return
	}
	state.Status, state.Message, state.Moves = "playing", c.t.Text("web.review.learn.try"), pagestate.MoveStates(c.info.Board, start.Moves())
	if v.Missed = move != ""; v.Missed {
		state.Message = v.Wrongs[move]
	}
	marks, entry := k.Offer(func(path, move string) string { return boardview.TaskQuery("learn", v.Ply, path, move) })
	if len(marks.Path) > 0 {
		marks.Last = []game.Point{} // the last move is not marked while another is entered
	}
	v.PartialMove, v.Play = entry, boardview.NewPlayView(c.t, c.info, start.View(), state, marks)
}

// showSolved draws the board after a move that keeps the result.
func (v *learnView) showSolved(c *scene, state pagestate.State, turn pagestate.TurnState) {
	state.Message, v.Said = v.Done, turn.Text
	state.Men, state.Turn, state.Last, state.Taken, state.Steps = turn.Men, turn.Turn, turn.Last, turn.Taken, turn.Steps
	after := c.walk.StateAt(v.Ply - 1)
	if next, err := after.Play(turn.Move); err == nil {
		after = next
	}
	v.Play = boardview.NewPlayView(c.t, c.info, after.View(), state, boardview.BoardMarks{})
}
