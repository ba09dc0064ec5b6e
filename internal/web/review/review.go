// SPDX-License-Identifier: Apache-2.0

package review

import (
	"context"
	"errors"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/fair"
	"cairn/internal/live/computer"
	"cairn/internal/live/room"
	"cairn/internal/pagestate"
	"cairn/internal/study"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
	"cairn/match"
	"cairn/record"
)

// errRunning refuses the review of a match that is not over.
var errRunning = &failure.Error{Code: failure.Forbidden, Key: web.ReviewRunningKey}

// workingRefresh is the interval in seconds at which a page without script reloads while
// estimates are missing.
const workingRefresh = 4

// reviewView is the page of a review.
type reviewView struct {
	web.Page
	Match             string // address of the match
	GameName, Spoiled string
	Exact             bool              // all values are exact
	Working           bool              // the engine still estimates
	From              *turnView         // the first of the moves at the end that are exact; nil if all are, or the last is not
	Tables            listing.Exactness // of the game
	Hidden            bool              // some values are hidden, for fair play
	Play              boardview.PlayView
	Here              *turnView  // the move that led to the position on the board; nil at the start
	Turns, Points     []turnView // all moves, and the turning points
	Analysis, Start   string     // addresses of that position and of the start on the analysis board
	StartPlan         string     // the best first move, as drawing.js reads it
	Graph             *graphView
	Sides             []sideView
	Learn             *learnLink // nil without mistakes
}

// sideView is the accuracy of a side.
type sideView struct {
	Side, Color, Name string
	Accuracy          string // in percent; empty if no choice mattered
	Mistakes          int
}

// learnLink leads to the mistakes that the viewer may play again.
type learnLink struct {
	Href  string
	Count int
	Own   bool // the viewer made them
}

// scene is a finished match with its review, for one visitor.
type scene struct {
	t      *web.Texts
	room   room.Room
	entry  *catalog.Entry
	info   *game.Info
	walk   *record.Walk
	line   record.Line
	review study.Review
	ready  bool // review has all estimates
	hidden bool // some values are hidden
	names  [2]string
	you    string // white, black, both or empty
	path   string // of the review
}

// show serves the review of a match: its page, one of its mistakes, or JSON.
func (s *handlers) show(w http.ResponseWriter, r *http.Request) error {
	c, err := s.scene(r, web.VisitorOf(r).User)
	switch {
	case err != nil:
		return err
	case web.WantsJSON(r):
		return s.core.WriteJSON(w, http.StatusOK, c.review.JSON(c.info.ID))
	}
	if ply, err := strconv.Atoi(r.URL.Query().Get("learn")); err == nil {
		if mistake := c.mistake(ply); mistake != nil {
			return s.showMistake(w, r, c, mistake)
		}
		return web.See(w, r, c.path)
	}
	return s.core.Render(w, http.StatusOK, "review", s.newView(r, c))
}

// scene reads the match of a request and reviews it for a user.
func (s *handlers) scene(r *http.Request, user account.User) (*scene, error) {
	played, err := s.core.Live.Rooms.Read(r.Context(), user, room.CleanMatchID(r.PathValue("id")))
	if err != nil {
		return nil, err
	}
	if played.Match.Status() != match.Over {
		return nil, errRunning
	}
	entry, err := s.core.Live.Rooms.Games().Find(played.Info.Game)
	if err != nil {
		return nil, err
	}
	c := &scene{room: played, entry: entry, info: entry.Info(), walk: played.Match.Walk(), path: listing.MatchPath(played.Info.ID) + "/review"}
	c.t, c.line = s.core.Texts(r).For(c.info), c.walk.Turns()
	if side, plays := played.Info.SideOf(user.ID); plays && played.Info.Kind == room.Screen {
		c.you = "both"
	} else if plays {
		c.you = side.String()
	}
	if c.names, err = s.lists.SeatNames(r.Context(), s.core.Texts(r), &played.Info); err != nil {
		return nil, err
	}
	return c, s.judge(r.Context(), c)
}

// judge reviews the match: by tables at once, the other moves by the engine in the background.
func (s *handlers) judge(ctx context.Context, c *scene) error {
	err := s.core.Judging.Do(ctx, func() (err error) {
		c.review, err = study.ReviewGame(ctx, c.entry, c.walk)
		return err
	})
	if err != nil {
		return err
	}
	key := c.room.Info.ID + "/" + strconv.Itoa(len(c.line))
	c.review, c.ready, err = s.core.Analyst.Review(fair.Of(ctx), key, c.entry, c.walk, c.review)
	if err != nil && !errors.Is(err, fair.ErrBusy) { // the next request tries again
		return err
	}
	return s.hide(ctx, c)
}

// hide removes the values of positions that occur in a running match between people, so that no player
// gets help by playing the same moves in another match.
func (s *handlers) hide(ctx context.Context, c *scene) error {
	running := make([]bool, len(c.line)+1)
	for ply := range running {
		err := s.core.Live.FairPlay.Refuse(ctx, c.entry, c.walk.StateAt(ply))
		if running[ply] = errors.Is(err, computer.ErrRunning); err != nil && !running[ply] {
			return err
		}
	}
	turns := slices.Clone(c.review.Turns) // the review is shared
	for i := range turns {
		if turn := &turns[i]; running[i] || running[i+1] {
			c.hidden = true
			*turn = study.ReviewedMove{Ply: turn.Ply, Side: turn.Side, Move: turn.Move, Legal: turn.Legal, Verdict: study.Unknown, Before: study.Worth{Plies: -1}, After: study.Worth{Plies: -1}}
		}
	}
	c.review.Turns = turns
	return nil
}

// newView makes the page of a review, with the position that the address asks for.
func (s *handlers) newView(r *http.Request, c *scene) *reviewView {
	v := &reviewView{
		Page: s.core.Page(r, c.t.Text("web.review.title", "game", c.t.Game(c.info))), Match: listing.MatchPath(c.room.Info.ID),
		GameName: c.t.Game(c.info), Exact: c.review.Exactly(),
	}
	v.Scripts, v.Hidden, v.Working = []string{"review"}, c.hidden, !c.ready
	if v.Working {
		v.Refresh = workingRefresh
	}
	ply, err := strconv.Atoi(r.URL.Query().Get("ply"))
	if err != nil || ply < 0 || ply > len(c.line) {
		ply = len(c.line)
	}
	known := false
	for i := range c.review.Turns {
		turn := c.newTurn(&c.review.Turns[i])
		v.Turns = append(v.Turns, turn)
		known = known || turn.After.Class != "unknown"
		if turn.Verdict.Mistake() {
			v.Points = append(v.Points, turn)
		}
	}
	if from := c.review.ExactFrom(); from > 1 {
		v.From = &v.Turns[from-1]
		v.From.Begins = true
	}
	if ply > 0 {
		v.Here = &v.Turns[ply-1]
	}
	v.Tables, v.Analysis, v.Start, v.Play = s.lists.Exactness(c.t, c.entry), c.analysis(ply), c.analysis(0), c.play(ply)
	v.StartPlan = c.plan(0)
	v.mark(&v.Play.Moves)
	if known {
		v.Graph = newGraph(c, v.Turns, ply)
	}
	v.Sides, v.Spoiled, v.Learn = c.sides(), c.spoiled(), c.learnLink()
	if _, err := s.core.Live.Rooms.Read(r.Context(), account.User{}, c.room.Info.ID); err == nil { // everyone may see it
		v.Describe(s.core, r, s.lists.Standing(s.core.Texts(r), &c.room.Info), c.path+web.PictureFile)
	}
	return v
}

// mark writes the verdicts into the list of moves.
func (v *reviewView) mark(m *boardview.MovesView) {
	for i := range m.Rows {
		for j := range m.Rows[i] {
			if cell := &m.Rows[i][j]; cell.Ply > 0 {
				turn := &v.Turns[cell.Ply-1]
				cell.Took, cell.Verdict, cell.Word = "", string(turn.Verdict), turn.Word
			}
		}
	}
}

// analysis is the address of a position on the analysis board.
func (c *scene) analysis(ply int) string {
	return "/analysis/" + c.info.ID + "?" + url.Values{"position": {c.walk.StateAt(ply).String()}}.Encode()
}

// play draws the position after some moves, with the list of all moves. The script
// gets the last position.
func (c *scene) play(ply int) boardview.PlayView {
	now := c.state(len(c.line))
	play := boardview.NewPlayView(c.t, c.info, c.walk.StateAt(ply).View(), c.state(ply), boardview.MovePlan(c.walk.StateAt(ply), c.best(ply)))
	play.Now = &now
	play.Moves = boardview.NewMovesView(c.t, c.line, c.walk.StateAt(0).Turn(), ply, c.path)
	play.Moves.Source, play.Moves.Past, play.Moves.Over = listing.MatchPath(c.room.Info.ID)+"/turns", ply < len(c.line), true
	return play
}

// best is the best move of the position after some moves: by tables, or else by the engine.
// It is empty at the end, and where values are hidden or not known.
func (c *scene) best(ply int) string {
	if ply == len(c.review.Turns) {
		return ""
	}
	turn := &c.review.Turns[ply]
	if len(turn.Keeping) > 0 {
		return turn.Keeping[0]
	}
	return turn.Best
}

// plan writes the best move of the position after some moves for the script.
func (c *scene) plan(ply int) string {
	return boardview.PlanTags(c.info.Board, boardview.MovePlan(c.walk.StateAt(ply), c.best(ply)))
}

// state is the position after some moves for the script, in which nothing can be
// played.
func (c *scene) state(ply int) pagestate.State {
	turn := pagestate.TurnAt(c.t, c.walk, c.line, ply)
	p := pagestate.NewState(c.info, c.walk.StateAt(ply).View(), func(side game.Side) string { return c.names[side] })
	p.Match, p.Status, p.Kind, p.You = c.room.Info.ID, "over", "review", c.you
	p.Last, p.Taken, p.Steps = turn.Last, turn.Taken, turn.Steps
	p.Sides.White.Present, p.Sides.Black.Present = false, false
	for _, turn := range c.line {
		p.Line, p.Times = append(p.Line, turn.Move), append(p.Times, 0)
	}
	return p
}

// sides returns the accuracy of both sides.
func (c *scene) sides() []sideView {
	var list []sideView
	for _, side := range game.Sides {
		v := sideView{Side: side.String(), Color: c.t.Side(side), Name: c.names[side]}
		if share, ok := c.review.Accuracy(side); ok {
			v.Accuracy = c.t.Text("web.review.percent", "share", percent(share))
		}
		for i := range c.review.Turns {
			if turn := &c.review.Turns[i]; turn.Side == side && turn.Verdict.Mistake() {
				v.Mistakes++
			}
		}
		list = append(list, v)
	}
	return list
}

// percent rounds a share; only a share of 1 is 100, and only 0 is 0.
func percent(share float64) int {
	whole := int(math.Round(100 * share))
	switch {
	case share < 1 && whole == 100:
		return 99
	case share > 0 && whole == 0:
		return 1
	}
	return whole
}

// spoiled explains how a rule of repetition or quiet turns took a proven win; empty if none
// did.
func (c *scene) spoiled() string {
	if c.review.Spoiled == nil {
		return ""
	}
	return c.t.Text("web.review.spoiled", "side", c.t.Side(*c.review.Spoiled), "end", c.t.End(c.room.Info.End.Verdict, string(c.room.Info.End.Reason)))
}

// maxKeeping is how many moves that keep the result are shown beside a mistake.
const maxKeeping = 6

// turnView is a judged move.
type turnView struct {
	study.ReviewedMove
	Number         int // as in the list of moves, where it counts pairs of moves
	Color          string
	Href, Analysis string // addresses of the position after it, in the review and on the analysis board
	Word, Said     string // the verdict in a word, and in a sentence
	Before, After  boardview.ValueView
	Kept           int    // how many moves keep the result
	Keeping        string // some of them, the best first; empty if the move keeps the result
	More           int    // how many are not shown
	Begins         bool   // this move and all later ones are exact
	Plan           string // the best move of the position after it, as drawing.js reads it
}

func (c *scene) newTurn(turn *study.ReviewedMove) turnView {
	v := turnView{
		ReviewedMove: *turn, Number: c.number(turn.Ply), Color: c.t.Side(turn.Side), Href: listing.PlyQuery(turn.Ply), Analysis: c.analysis(turn.Ply),
		Word: c.t.Text("web.review.word." + string(turn.Verdict)), Said: c.said(turn),
		Before: boardview.NewWorth(c.t, turn.Before), After: boardview.NewWorth(c.t, turn.After), Kept: len(turn.Keeping), Plan: c.plan(turn.Ply),
	}
	if turn.Verdict != study.Kept && len(turn.Keeping) > 0 {
		shown := turn.Keeping[:min(maxKeeping, len(turn.Keeping))]
		v.Keeping, v.More = strings.Join(shown, ", "), len(turn.Keeping)-len(shown)
	}
	if turn.Estimated() {
		v.Word = v.After.Sign + " " + v.After.Text
	}
	return v
}

// number is the number of a move in the list of moves, which begins with White's first one.
func (c *scene) number(ply int) int { return (ply-1+int(c.walk.StateAt(0).Turn()))/2 + 1 }

// said is a verdict as a sentence.
func (c *scene) said(turn *study.ReviewedMove) string {
	key := string(turn.Verdict)
	switch {
	case turn.Verdict == study.Kept && turn.After.Value > 0 && c.walk.StateAt(turn.Ply).Result().Over():
		key = "wins"
	case turn.Verdict == study.Kept:
		key += "-" + turn.Before.Name()
	case turn.Estimated() && turn.Best == turn.Move:
		key = "chosen"
	case turn.Estimated():
		key = "estimated"
	}
	return c.t.Text("web.review.said."+key, "move", turn.Move, "best", turn.Best)
}
