// SPDX-License-Identifier: Apache-2.0

package puzzle

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/internal/live/room"
	"cairn/internal/study"
	"cairn/internal/study/puzzle"
	"cairn/internal/study/trainer"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
	"cairn/match"
	"cairn/record"
)

// drillListView is the page of all drills.
type drillListView struct {
	web.Page
	Ladders []ladderView
}

// ladderView is the drills of a rule set.
type ladderView struct {
	Name    string
	Perfect bool // the computer never errs
	Open    bool // the visitor has played a drill of it last
	Reached int
	Count   int
	Next    string     // address of the first drill whose goal is not reached; empty for none
	Groups  []rungView // by goal
}

// rungView is the drills of a rule set with one goal, the easiest first.
type rungView struct {
	Goal   string
	Drills []drillCard
}

// drillCard is a drill in the list.
type drillCard struct {
	drillState
	Thumb      *boardview.Thumb
	Own, Other int // men
}

// drillView is the page of a drill.
type drillView struct {
	web.Page
	drillState
	GameName     string
	Board        boardview.BoardView
	Rival        string // how well the computer plays it
	Match        string // address of the last match of the drill; empty for none
	Playing      bool   // the match is being played
	Failed       bool   // the match ended without the goal
	Next, Before string // addresses; empty at the ends of the ladder
}

func (s *handlers) showDrills(w http.ResponseWriter, r *http.Request) error {
	t := s.core.Texts(r)
	runs, err := s.runs(r)
	if err != nil {
		return err
	}
	all, last := []drillState{}, lastPlayed(runs)
	v := drillListView{Page: s.core.Page(r, t.Text("web.drill.list.title"))}
	for _, entry := range s.core.Live.Rooms.Games().All() {
		drills, err := puzzle.Drills(entry)
		if err != nil {
			return err
		}
		if len(drills) == 0 {
			continue
		}
		info := entry.Info()
		ladder := ladderView{
			Name: t.Game(info), Perfect: rival(entry) == string(engine.Perfect), Count: len(drills), Open: info.ID == last || last == "" && v.Ladders == nil,
			Groups: []rungView{{Goal: "win"}, {Goal: "draw"}},
		}
		for i := range drills {
			d := &drills[i]
			run, begun := runs[d.ID]
			if begun && !run.Reached {
				if _, err := s.settle(r, d, &run); err != nil {
					return err
				}
			}
			state := newDrillState(t.For(info), d, ladder.Perfect, run.Reached)
			all = append(all, state)
			ladder.add(drillCard{state, boardview.ThumbOf(entry, d.Position), d.Own, d.Other})
		}
		v.Ladders = append(v.Ladders, ladder)
	}
	if web.WantsJSON(r) {
		return s.core.WriteJSON(w, http.StatusOK, map[string][]drillState{"drills": all})
	}
	return s.core.Render(w, http.StatusOK, "drills", &v)
}

// add puts a drill into the group of its goal.
func (l *ladderView) add(d drillCard) {
	switch {
	case d.Reached:
		l.Reached++
	case l.Next == "":
		l.Next = d.URL
	}
	for i := range l.Groups {
		if g := &l.Groups[i]; g.Goal == d.Goal {
			g.Drills = append(g.Drills, d)
		}
	}
}

// lastPlayed returns the game of the last run, empty without any.
func lastPlayed(runs map[string]trainer.Run) string {
	var last trainer.Run
	for _, run := range runs {
		if run.Started.After(last.Started) {
			last = run
		}
	}
	return last.Game
}

func drillPath(d *puzzle.Drill) string { return fmt.Sprintf("/drills/%s/%d", d.Game, d.Level) }

// runs returns the last run of the visitor in each drill, by the ID of the drill.
func (s *handlers) runs(r *http.Request) (map[string]trainer.Run, error) {
	list, err := s.core.Puzzles.Runs(r.Context(), web.VisitorOf(r).User.ID)
	runs := map[string]trainer.Run{}
	for _, run := range list {
		runs[run.Drill] = run
	}
	return runs, err
}

// drill returns the game of a request, its drills and the index of the requested drill.
func (s *handlers) drill(r *http.Request) (*catalog.Entry, []puzzle.Drill, int, error) {
	entry, err := s.core.Live.Rooms.Games().Find(r.PathValue("game"))
	if err != nil {
		return nil, nil, 0, web.ErrNoPage
	}
	drills, err := puzzle.Drills(entry)
	if err != nil {
		return nil, nil, 0, err
	}
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil || n < 1 || n > len(drills) {
		return nil, nil, 0, web.ErrNoPage
	}
	return entry, drills, n - 1, nil
}

func (s *handlers) showDrill(w http.ResponseWriter, r *http.Request) error {
	entry, drills, i, err := s.drill(r)
	if err != nil {
		return err
	}
	d, info := &drills[i], entry.Info()
	t := s.core.Texts(r).For(info)
	state, err := entry.Parse(d.Position)
	if err != nil {
		return err
	}
	v := drillView{
		Page: s.core.Page(r, t.Text("web.drill.title", "game", t.Game(info), "level", d.Level)), GameName: t.Game(info),
		drillState: newDrillState(t, d, rival(entry) == string(engine.Perfect), false),
		Board:      boardview.NewBoardView(t, info.Board, state.View(), boardview.BoardMarks{Name: t.Text("web.js.board", "game", t.Game(info)), Turned: d.Side == game.Black}),
	}
	if v.Rival, err = s.rivalText(r.Context(), t, entry, state); err != nil {
		return err
	}
	if i > 0 {
		v.Before = drillPath(&drills[i-1])
	}
	if i+1 < len(drills) {
		v.Next = drillPath(&drills[i+1])
	}
	if err := s.addRun(r, &v, d); err != nil {
		return err
	}
	if web.WantsJSON(r) {
		return s.core.WriteJSON(w, http.StatusOK, v.drillState)
	}
	return s.core.Render(w, http.StatusOK, "drill", &v)
}

// rival returns the strongest level of a game: perfect if a tablebase of the whole game
// exists, else the engine, which probes the tables that exist.
func rival(entry *catalog.Entry) string {
	levels := entry.Levels()
	return levels[len(levels)-1]
}

// rivalText says how well the computer plays an ending: perfectly, by a tablebase or by
// tables of this ending, or by estimates.
func (s *handlers) rivalText(ctx context.Context, t *web.Texts, entry *catalog.Entry, state game.State) (string, error) {
	if rival(entry) == string(engine.Perfect) {
		return t.Text("web.drill.rival.perfect"), nil
	}
	var known study.Position
	err := s.core.Judging.Do(ctx, func() (err error) {
		known, err = study.Exact(ctx, entry, state)
		return err
	})
	if err != nil || known.Exact {
		return t.Text("web.drill.rival.tables"), err
	}
	s.core.Endings(entry.Info().ID)
	return t.Text("web.drill.rival.estimates"), nil
}

// addRun adds the state of the visitor's last match in a drill.
func (s *handlers) addRun(r *http.Request, v *drillView, d *puzzle.Drill) error {
	runs, err := s.runs(r)
	if err != nil {
		return err
	}
	run, begun := runs[d.ID]
	if !begun {
		return nil
	}
	info, err := s.settle(r, d, &run)
	v.Reached = run.Reached
	if info.ID != "" {
		v.Match, v.Playing = listing.MatchPath(info.ID), info.Status == match.Playing
		v.Failed = info.Status == match.Over && !trainer.Reached(d, info.End.Verdict)
	}
	return err
}

// settle stores that the goal of a drill was reached, once its match has ended. The info
// is zero if the match no longer exists.
func (s *handlers) settle(r *http.Request, d *puzzle.Drill, run *trainer.Run) (room.Info, error) {
	played, err := s.core.Live.Rooms.Read(r.Context(), web.VisitorOf(r).User, run.Match)
	if err != nil {
		return room.Info{}, nil
	}
	if run.Reached || played.Info.Status != match.Over || !trainer.Reached(d, played.Info.End.Verdict) {
		return played.Info, nil
	}
	run.Reached = true
	return played.Info, s.core.Puzzles.Reach(r.Context(), *run)
}

// startDrill starts a match from the position of a drill.
func (s *handlers) startDrill(w http.ResponseWriter, r *http.Request) error {
	entry, drills, i, err := s.drill(r)
	if err != nil {
		return err
	}
	d := &drills[i]
	state, err := entry.Parse(d.Position)
	if err != nil {
		return err
	}
	user, err := s.core.Player(w, r)
	if err != nil {
		return err
	}
	from := record.Begin(entry, state).Record()
	info, err := s.core.Live.Rooms.Create(r.Context(), user, room.Spec{
		Game: d.Game, Kind: room.Computer, Level: rival(entry), Side: d.Side.String(), From: &from,
	})
	if err != nil {
		return err
	}
	if err := s.core.Puzzles.Begin(r.Context(), trainer.Run{User: user.ID, Game: d.Game, Drill: d.ID, Match: info.ID, Started: s.core.Now()}); err != nil {
		return err
	}
	return s.core.Done(w, r, listing.MatchPath(info.ID), map[string]string{"match": info.ID, "url": listing.MatchPath(info.ID)})
}

// drillState is a drill as JSON.
type drillState struct {
	Game     string `json:"game"`
	Level    int    `json:"level"` // from 1, the easiest
	URL      string `json:"url"`
	Position string `json:"position"`
	Side     string `json:"side"` // of the player
	Goal     string `json:"goal"` // win or draw
	Text     string `json:"text"`
	Plies    int    `json:"plies"`   // until the win; 0 for a draw
	Perfect  bool   `json:"perfect"` // the computer plays it perfectly on this server
	Reached  bool   `json:"reached"` // by the user
}

func newDrillState(t *web.Texts, d *puzzle.Drill, perfect, reached bool) drillState {
	return drillState{d.Game, d.Level, drillPath(d), d.Position, game.Side(d.Side).String(), d.Goal, boardview.DrillGoal(t, d), d.Plies, perfect, reached}
}
