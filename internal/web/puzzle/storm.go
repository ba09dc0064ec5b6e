// SPDX-License-Identifier: Apache-2.0

package puzzle

import (
	"cmp"
	"net/http"
	"strconv"

	"cairn/internal/failure"
	"cairn/internal/pagestate"
	"cairn/internal/study/trainer"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
)

// stormView is the page of storms in a rule set.
type stormView struct {
	web.Page
	Game, GameName string
	Games          []listing.GameChoice // with puzzles
	Play           boardview.PlayView   // the start of the game
	Over           bool                 // a storm is over
	Score          int                  // of it
	Best           int                  // of the visitor
	Ranking        []stormRow           // of today
}

// stormRow is a user in the ranking of a day.
type stormRow struct {
	Rank, Best    int
	Name, Profile string
	You           bool
}

// stormAnswer is the JSON answer to the start of a storm and to a move.
type stormAnswer struct {
	answer
	Started int64            `json:"started"` // names the storm
	Tried   int              `json:"tried"`   // puzzles answered
	Score   int              `json:"score"`
	LeftMS  int64            `json:"left_ms"`
	Next    *pagestate.State `json:"next,omitempty"` // the next puzzle; none while one goes on, and at the end
}

// showStorm shows the result of the last storm, if the address names it.
func (s *handlers) showStorm(w http.ResponseWriter, r *http.Request) error {
	t, query, user := s.core.Texts(r), r.URL.Query(), web.VisitorOf(r).User.ID
	sets, err := s.core.Puzzles.Sets()
	switch {
	case err != nil:
		return err
	case len(sets) == 0:
		return web.ErrNoPage
	}
	id := cmp.Or(query.Get("game"), sets[0].Entry.Info().ID)
	set, err := s.core.Puzzles.Set(id)
	if err != nil {
		return noPage(err)
	}
	info := set.Entry.Info()
	v := &stormView{Page: s.core.Page(r, t.Text("web.storm.title", "game", t.Game(info))), Game: id, GameName: t.Game(info)}
	v.Scripts = []string{"storm"}
	for _, set := range sets {
		v.Games = append(v.Games, listing.GameChoice{ID: set.Entry.Info().ID, Name: t.Game(set.Entry.Info())})
	}
	view := boardview.Lively(set.Entry)
	state := pagestate.NewState(info, view, t.For(info).Side)
	state.Status, state.Moves, state.Message = "over", []pagestate.MoveState{}, t.Text("web.storm.ask")
	v.Play = boardview.NewPlayView(t, info, view, state, boardview.BoardMarks{})
	storms, err := s.core.Puzzles.Storms(r.Context(), user)
	if err != nil {
		return err
	}
	for _, m := range storms {
		if m.Game != id {
			continue
		}
		v.Best = max(v.Best, m.Best)
		if strconv.FormatInt(m.Started.UnixMilli(), 10) == query.Get("started") {
			v.Over, v.Score = true, m.Score
		}
	}
	ranking, err := s.core.Puzzles.StormRanking(r.Context(), id)
	for i, rank := range ranking {
		row := stormRow{Rank: i + 1, Best: rank.Best, Name: s.core.Texts(r).Person(rank.Name), You: rank.User == user}
		if !rank.Guest {
			row.Profile = listing.ProfilePath(rank.Name)
		}
		v.Ranking = append(v.Ranking, row)
	}
	if err != nil {
		return err
	}
	return s.core.Render(w, http.StatusOK, "storm", v)
}

// startStorm starts a storm and answers with its first puzzle.
func (s *handlers) startStorm(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	if _, err := s.core.Puzzles.Set(in.Text("game")); err != nil {
		return noPage(err)
	}
	user, err := s.core.Player(w, r)
	if err != nil {
		return err
	}
	m, err := s.core.Puzzles.StartStorm(r.Context(), user.ID, in.Text("game"))
	if err != nil {
		return err
	}
	return s.answerStorm(w, r, m, answer{})
}

// tryStorm decides whether a move of a storm is right. The time of the server counts.
func (s *handlers) tryStorm(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	started, _ := strconv.ParseInt(in.Text("started"), 10, 64)
	m, err := s.core.Puzzles.FindStorm(r.Context(), web.VisitorOf(r).User.ID, in.Text("game"), started)
	if err != nil {
		return failure.Missing(err, "storm-over")
	}
	if in.Text("tried") != strconv.Itoa(m.Tried) {
		return failure.New(failure.Stale, "stale") // another request has answered the puzzle
	}
	c, err := s.stormScene(r, m, in.Text("line"))
	if err != nil {
		return err
	}
	if c == nil || c.at.Solved {
		return s.answerStorm(w, r, m, answer{})
	}
	move, at, err := c.try(in.Text("move"))
	if err != nil {
		return err
	}
	a := answer{Result: "wrong", Text: c.t.Text("web.storm.wrong", "seconds", int(trainer.StormPenalty.Seconds()))}
	if at.Right {
		before := c.walk.Ply()
		if err := c.follow(append(c.moves, move)); err != nil {
			return err
		}
		a = c.answer(before)
		a.Outcome = ""
	}
	if !at.Right || at.Solved {
		if m, err = s.core.Puzzles.Answer(r.Context(), m, at.Solved); err != nil {
			return failure.Missing(err, "storm-over")
		}
	}
	return s.answerStorm(w, r, m, a)
}

// stormScene returns the present puzzle of a storm after some right moves, nil after the
// end.
func (s *handlers) stormScene(r *http.Request, m trainer.Storm, line string) (*scene, error) {
	p, err := s.core.Puzzles.StormPuzzle(m)
	if err != nil || p == nil {
		return nil, err
	}
	set, err := s.core.Puzzles.Set(m.Game)
	if err != nil {
		return nil, err
	}
	return s.sceneOf(r, p, set, line, "")
}

// answerStorm answers with the state of a storm. It has the next puzzle unless the
// present one goes on.
func (s *handlers) answerStorm(w http.ResponseWriter, r *http.Request, m trainer.Storm, a answer) error {
	v := stormAnswer{answer: a, Started: m.Started.UnixMilli(), Tried: m.Tried, Score: m.Score, LeftMS: m.Left(s.core.Now()).Milliseconds()}
	if a.Result != "right" {
		c, err := s.stormScene(r, m, "")
		if err != nil {
			return err
		}
		if c != nil {
			state, _ := c.state()
			state.Message = boardview.PuzzleGoal(c.t, c.Puzzle, c.side())
			state.Seq = (m.Tried + 1) * 100 // unlike the states of other puzzles
			v.Next = &state
		}
	}
	return s.core.WriteJSON(w, http.StatusOK, v)
}
