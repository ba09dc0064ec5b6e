// SPDX-License-Identifier: Apache-2.0

package review

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

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
	Review, Game, GameName string // address of the review; the game
	At, Count              int    // which mistake of how many
	Turn                   turnView
	Ask, Done, Wrong       string
	Play                   boardview.PlayView
	Courses                map[string][]pagestate.TurnState // by the moves that keep the result, for the script
	Wrongs                 map[string]string                // text for each other move
	Solved, Missed         bool
	Said                   string // what the move did
	Hint                   string // where the best move begins
	Keeping                []keepingView
	Ply                    int
	Touched                []string // points so far, on a page without script
	Back                   string   // address without the last one
	Move, End              string   // the move that the touches make where the turn may go on, and the address that ends it
	Typed                  string
	Problem                *web.Problem
	Again, Next            string // addresses; no next after the last mistake
	Analysis               string
}

// keepingView is a move that keeps the result.
type keepingView struct {
	Move  string
	Worth boardview.ValueView
}

// mistakes returns the mistakes that the viewer plays again: the viewer's own, or those
// of both sides for visitors who did not play.
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
	for _, turn := range c.mistakes() {
		if turn.Ply == ply {
			return turn
		}
	}
	return nil
}

// learnLink leads to the first mistake.
func (c *scene) learnLink() *learnLink {
	list := c.mistakes()
	if len(list) == 0 {
		return nil
	}
	return &learnLink{Href: learnQuery(list[0].Ply, "", ""), Count: len(list), Own: c.you != ""}
}

// learnQuery is the address of a mistake with the points touched or the move tried.
func learnQuery(ply int, path, move string) string {
	query, anchor := url.Values{"learn": {strconv.Itoa(ply)}}, ""
	for name, value := range map[string]string{"path": path, "move": move} {
		if value != "" {
			query.Set(name, value)
			anchor = "#board" // a phone shows the board again
		}
	}
	return "?" + query.Encode() + anchor
}

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
		Page: s.core.Page(r, c.t.Text("web.review.learn.title", "game", c.t.Game(c.info))), Review: c.path, Game: c.info.ID, GameName: c.t.Game(c.info),
		Turn: c.newTurn(turn), Ply: turn.Ply, Again: learnQuery(turn.Ply, "", ""), Analysis: c.analysis(turn.Ply - 1),
		Courses: map[string][]pagestate.TurnState{}, Wrongs: map[string]string{},
	}
	v.Scripts = []string{"learn"}
	result := turn.Before.Name()
	v.Ask = c.t.Text("web.review.learn.ask."+result, "side", c.t.Side(turn.Side))
	v.Done, v.Wrong = c.t.Text("web.review.learn.done."+result), c.t.Text("web.review.learn.wrong")
	list := c.mistakes()
	v.Count = len(list)
	for i := range list {
		if list[i] == turn {
			v.At = i + 1
		}
	}
	if v.At < v.Count {
		v.Next = learnQuery(list[v.At].Ply, "", "")
	}
	p, err := s.position(r, c, turn.Ply-1)
	if err != nil {
		return nil, err
	}
	v.judge(c, &p)
	return v, nil
}

// position judges all moves of a position of the match.
func (s *handlers) position(r *http.Request, c *scene, ply int) (p study.Position, err error) {
	entry, err := s.core.Live.Rooms.Games().Find(c.info.ID)
	if err != nil {
		return p, err
	}
	err = s.core.Judging.Do(r.Context(), func() error {
		p, err = study.Exact(r.Context(), entry, c.walk.StateAt(ply))
		return err
	})
	return p, err
}

// judge says what each move does to the result.
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
	for _, m := range start.Moves() {
		if m.Text == best {
			v.Hint = c.t.Text("web.review.learn.look", "point", c.info.Board.Name(m.Paths[0][0].Point))
		}
	}
}

// try shows the result of the points touched or of a whole move.
func (v *learnView) try(c *scene, path, tried string) {
	start := c.walk.StateAt(v.Ply - 1)
	k, illegal := boardview.NewPick(c.info, start, path)
	if tried != "" {
		k.Picker.Reset()
		illegal = k.Picker.Type(tried)
	}
	if move, done := k.Picker.Done(); done {
		tried = move.Text
		v.Solved = v.Courses[tried] != nil
		v.Missed = !v.Solved
		k.Picker.Reset()
	}
	if illegal != nil {
		v.Problem, v.Typed = c.t.Problem(illegal), tried
	}
	if v.Solved {
		v.showSolved(c, v.Courses[tried][0])
		return
	}
	message := c.t.Text("web.review.learn.try")
	if v.Missed {
		message = v.Wrongs[tried]
	}
	v.pick(k)
	marks := k.Marks()
	marks.Href = func(p game.Point) string {
		return learnQuery(v.Ply, strings.Join(append(k.Board.Names(k.Picker.Path()), k.Board.Name(p)), ","), "")
	}
	if before := pagestate.TurnAt(c.t, c.walk, c.line, v.Ply-1); len(k.Picker.Path()) == 0 {
		marks.Last, marks.Taken = pagestate.PointsOf(c.info.Board, before.Last), pagestate.PointsOf(c.info.Board, before.Taken)
	}
	state := c.state(v.Ply - 1)
	state.Status, state.You, state.Message, state.Moves = "playing", v.Turn.Side, message, pagestate.MoveStates(c.info.Board, start.Moves())
	v.Play = boardview.NewPlayView(c.t, c.info, start.View(), state, marks, "")
}

// showSolved draws the board after a move that keeps the result.
func (v *learnView) showSolved(c *scene, turn pagestate.TurnState) {
	state := c.state(v.Ply - 1)
	state.You, state.Message = v.Turn.Side, v.Done
	state.Men, state.Turn, state.Last, state.Taken, state.Steps = turn.Men, turn.Turn, turn.Last, turn.Taken, turn.Steps
	v.Said = turn.Text
	after, err := c.walk.StateAt(v.Ply - 1).Play(turn.Move)
	if err != nil {
		after = c.walk.StateAt(v.Ply - 1) // cannot happen: it is legal
	}
	marks := boardview.BoardMarks{Last: pagestate.PointsOf(c.info.Board, turn.Last), Taken: pagestate.PointsOf(c.info.Board, turn.Taken)}
	v.Play = boardview.NewPlayView(c.t, c.info, after.View(), state, marks, "")
}

// pick describes the move so far.
func (v *learnView) pick(k *boardview.Pick) {
	names := k.Board.Names(k.Picker.Path())
	if len(names) == 0 {
		return
	}
	v.Touched, v.Back = names, learnQuery(v.Ply, strings.Join(names[:len(names)-1], ","), "")
	if move, whole := k.Picker.Move(); whole {
		v.Move, v.End = move.Text, learnQuery(v.Ply, "", move.Text)
	}
}
