// SPDX-License-Identifier: Apache-2.0

package puzzle

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"

	"cairn/internal/failure"
	"cairn/internal/pagestate"
	"cairn/internal/study/puzzle"
	"cairn/internal/study/trainer"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
)

// listView is the page of all puzzles.
type listView struct {
	web.Page
	Daily *boardview.Picture // nil without puzzles
	Days  int                // in a row with a solved puzzle
	Sets  []setView
}

// setView is the puzzles of a rule set.
type setView struct {
	Game, Name   string
	Count        int
	Rating       string // of the visitor; empty before the first attempt
	Streak, Best int
	Themes       []puzzle.Theme
	Counts       map[puzzle.Theme]int
}

func (s *handlers) showPuzzles(w http.ResponseWriter, r *http.Request) error {
	t := s.core.Texts(r)
	sets, setsErr := s.core.Puzzles.Sets()
	user := web.VisitorOf(r).User.ID
	ratings, ratingsErr := s.core.Puzzles.Ratings(r.Context(), user)
	days, daysErr := s.core.Puzzles.Days(r.Context(), user)
	daily, dailyErr := boardview.DailyPicture(s.core, t)
	if err := cmp.Or(setsErr, ratingsErr, daysErr, dailyErr); err != nil {
		return err
	}
	v := listView{Page: s.core.Page(r, t.Text("web.puzzle.list.title")), Daily: daily, Days: days}
	for _, set := range sets {
		v.Sets = append(v.Sets, newSetView(t, set, ratings[set.Entry.Info().ID]))
	}
	return s.core.Render(w, http.StatusOK, "puzzles", &v)
}

func newSetView(t *web.Texts, set *trainer.Set, r trainer.Rating) setView {
	info := set.Entry.Info()
	v := setView{Game: info.ID, Name: t.Game(info), Count: len(set.Puzzles), Streak: r.Streak, Best: r.Best}
	if r.Attempts > 0 {
		v.Rating = listing.PointsText(r.Rating.Rating, r.Established())
	}
	v.Themes, v.Counts = set.Themes()
	return v
}

func themeName(t *web.Texts, theme puzzle.Theme) string {
	return t.Text("web.puzzle.theme." + string(theme))
}

// nextPath is the address of the next puzzle of a theme, or of any theme; the puzzle but
// is not the next.
func nextPath(game, theme, but string) string {
	return address("/puzzles/"+game, "theme", theme, "but", but)
}

// address adds the query parameters that are not empty to a path.
func address(path string, pairs ...string) string {
	query := url.Values{}
	for pair := range slices.Chunk(pairs, 2) {
		if pair[1] != "" {
			query.Set(pair[0], pair[1])
		}
	}
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// showNext redirects to a puzzle that the visitor has not tried.
func (s *handlers) showNext(w http.ResponseWriter, r *http.Request) error {
	if p, set, err := s.core.Puzzles.Find(r.PathValue("game")); err == nil && web.IsAPI(r) {
		return s.writePuzzle(w, r, p, set) // the address names a puzzle
	}
	entry, err := s.core.Live.Rooms.Games().Find(r.PathValue("game"))
	if err != nil {
		return web.ErrNoPage
	}
	id, query := entry.Info().ID, r.URL.Query()
	theme := puzzle.Theme(query.Get("theme"))
	if theme != "" && !slices.Contains(puzzle.Themes, theme) {
		return web.ErrNoPage
	}
	set, err := s.core.Puzzles.Set(id)
	if err != nil {
		return noPage(err)
	}
	p, err := s.core.Puzzles.Next(r.Context(), web.VisitorOf(r).User.ID, id, theme, query.Get("but"))
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store") // each request gets another puzzle
	switch {
	case p == nil && web.IsAPI(r):
		return failure.New(failure.NotFound, "puzzles-done")
	case web.IsAPI(r):
		return s.writePuzzle(w, r, p, set)
	case p == nil:
		return s.core.SeeNotice(w, r, "/puzzles", "puzzles-done")
	}
	return web.See(w, r, puzzlePath(p, string(theme)))
}

func puzzlePath(p *puzzle.Puzzle, theme string) string {
	return address("/puzzle/"+p.ID, "theme", theme)
}

func (s *handlers) showDaily(w http.ResponseWriter, r *http.Request) error {
	p, set, err := s.core.Puzzles.Daily(s.core.Now())
	switch {
	case err != nil:
		return err
	case p == nil:
		return web.ErrNoPage
	case web.IsAPI(r):
		return s.writePuzzle(w, r, p, set)
	}
	http.Redirect(w, r, puzzlePath(p, ""), http.StatusFound)
	return nil
}

// puzzleState is a puzzle as JSON, without its solution.
type puzzleState struct {
	ID       string                `json:"id"`
	URL      string                `json:"url"`
	Game     string                `json:"game"`
	Position string                `json:"position"`
	Side     string                `json:"side"` // to move
	Goal     string                `json:"goal"` // win or draw
	Text     string                `json:"text"` // the goal in words
	Turns    int                   `json:"turns"`
	Moves    []pagestate.MoveState `json:"moves"` // legal ones
}

// writePuzzle answers a program with a puzzle.
func (s *handlers) writePuzzle(w http.ResponseWriter, r *http.Request, p *puzzle.Puzzle, set *trainer.Set) error {
	state, err := set.Entry.Parse(p.Position)
	if err != nil {
		return err
	}
	info := set.Entry.Info()
	t, side := s.core.Texts(r).For(info), state.Turn()
	return s.core.WriteJSON(w, http.StatusOK, puzzleState{
		ID: p.ID, URL: puzzlePath(p, ""), Game: p.Game, Position: p.Position, Side: side.String(), Goal: p.Value,
		Text: boardview.PuzzleGoal(t, p, side), Turns: p.Turns(), Moves: pagestate.MoveStates(info.Board, state.Moves()),
	})
}
