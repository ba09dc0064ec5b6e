// SPDX-License-Identifier: Apache-2.0

package analysis

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/fair"
	"cairn/internal/study"
	"cairn/internal/study/library"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
)

// maxPosition bounds the text of a position in bytes; the longest has less than a tenth.
const maxPosition = 1000

// maxFault is the greatest length of a shown error of a position, in characters.
const maxFault = 200

// asked is the position that a request asks for.
type asked struct {
	entry  *catalog.Entry
	state  game.State
	before game.State // nil unless a move was made
	move   game.Move  // that led from before to state
	tree   *tree      // of a match or record; nil without one
	at     int        // its node that is shown
}

// badPosition is the error for a text that is not a position of the game.
type badPosition struct{ err error }

func (e *badPosition) Error() string { return e.err.Error() }

// find reads the position of a request and makes the move of the request. It returns a
// *badPosition or, for a move, a *game.Illegal together with the position before the error.
func (s *handlers) find(r *http.Request) (asked, error) {
	entry, err := s.core.Live.Rooms.Games().Find(r.PathValue("game"))
	if err != nil {
		return asked{}, web.ErrNoPage
	}
	a, query := asked{entry: entry, state: entry.Start()}, r.URL.Query()
	if id := query.Get("match"); id != "" {
		if a, err = s.ofMatch(r, id); err != nil {
			return asked{}, err
		}
		if a.entry != entry {
			return asked{}, web.ErrNoPage
		}
	}
	if text := strings.TrimSpace(query.Get("position")); text != "" {
		state, err := entry.Parse(text[:min(len(text), maxPosition)])
		if err != nil {
			return a, &badPosition{err}
		}
		a.state = state
	}
	if text := query.Get("move"); text != "" {
		input := game.NewInput(entry.Info(), a.state)
		if illegal := input.Type(text); illegal != nil {
			return a, illegal
		}
		if move, whole := input.Move(); whole {
			return a, a.play(move)
		}
	}
	return a, nil
}

// forScript serves a handler with the position of a request. Errors are answered as JSON.
func (s *handlers) forScript(h func(w http.ResponseWriter, r *http.Request, a *asked) error) web.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		a, err := s.find(r)
		switch {
		case a.entry == nil:
			return err
		case err != nil:
			return s.core.Refuse(w, r, s.problem(r, &a, err), nil)
		}
		return h(w, r, &a)
	}
}

// play makes a legal move.
func (a *asked) play(move game.Move) error {
	after, err := a.state.Play(move.Text)
	if err == nil {
		a.before, a.move, a.state = a.state, move, after
	}
	return err
}

// judge returns the exact values of a position and estimates of the others;
// computer.ErrRunning if the position stands in a running match between people.
func (s *handlers) judge(ctx context.Context, a *asked) (study.Position, error) {
	p, err := s.exact(ctx, a)
	if err == nil && !p.Exact {
		s.core.Analyst.Estimate(ctx, fair.Of(ctx), a.entry, a.state, &p)
	}
	return p, err
}

// exact is judge without estimates.
func (s *handlers) exact(ctx context.Context, a *asked) (p study.Position, err error) {
	if err := s.core.Live.FairPlay.Refuse(ctx, a.entry, a.state); err != nil {
		return p, err
	}
	err = s.core.Judging.Do(ctx, func() error {
		p, err = study.Exact(ctx, a.entry, a.state)
		return err
	})
	return p, err
}

// problem describes an error of find. For a bad position it quotes the error of the rules.
func (s *handlers) problem(r *http.Request, a *asked, err error) *web.Problem {
	t := s.core.Texts(r)
	if bad, ok := err.(*badPosition); ok {
		fault := strings.ReplaceAll(bad.Error(), "\n", "; ")
		if all := []rune(fault); len(all) > maxFault {
			fault = string(all[:maxFault]) + "…"
		}
		return &web.Problem{Status: http.StatusBadRequest, Code: failure.Invalid, Key: "position", Text: t.Text("web.analysis.bad", "fault", fault)}
	}
	return t.For(a.entry.Info()).Problem(err)
}

// positionJSON is the JSON of "cairn probe --json" with whether the value is exact.
type positionJSON struct {
	study.PositionJSON
	Exact bool `json:"exact"`
}

// positionView is the page of a position.
type positionView struct {
	web.Page
	Game, GameName, Position string
	Start                    string // address of the start of the game
	Play                     boardview.PlayView
	Pick                     boardview.PartialMove
	Worth                    boardview.ValueView
	Exact                    bool
	Exactness                listing.Exactness
	Standing                 string // the end of the game; empty while it can go on
	Moves                    []moveView
	Played                   *playedView // nil if the server does not count games
	Tree                     tree        // for the script
	At                       int         // the node of the tree that is shown; -1 for the start
	Embed                    string      // code for other sites
	Frame                    string      // address of its frame, without a position
	Typed                    string
	Problem                  *web.Problem
}

// moveView is a legal move with its value for the mover.
type moveView struct {
	Move   string              `json:"move"`
	Href   string              `json:"-"`
	Worth  boardview.ValueView `json:"worth"`
	Best   bool                `json:"best"`   // and some moves are not
	Throws bool                `json:"throws"` // it worsens the result
	Begins bool                `json:"begins"` // it is exact and the position is not
	Played listing.Played      `json:"-"`
}

func (s *handlers) showPosition(w http.ResponseWriter, r *http.Request) error {
	if web.WantsJSON(r) {
		return s.forScript(s.writePosition)(w, r)
	}
	a, err := s.find(r)
	if a.entry == nil {
		return err
	}
	info := a.entry.Info()
	if info.ID != r.PathValue("game") { // an alias
		return web.See(w, r, gamePath(info.ID)+"?"+r.URL.RawQuery)
	}
	var p *web.Problem
	if err != nil {
		p = s.problem(r, &a, err)
	}
	k, illegal := boardview.NewPick(info, a.state, r.URL.Query().Get("path"))
	if move, done := k.Picker.Done(); done && illegal == nil && p == nil {
		err = a.play(move)
	}
	if a.before != nil && p == nil && err == nil { // the address names the position
		return web.See(w, r, positionPath(info.ID, a.state.String(), listing.NewPlayedFilter(r.URL.Query())))
	}
	if illegal != nil && p == nil {
		p = s.core.Texts(r).For(info).Problem(illegal)
	}
	return s.renderPosition(w, r, &a, k, p)
}

// writePosition answers a program with the values of a position.
func (s *handlers) writePosition(w http.ResponseWriter, r *http.Request, a *asked) error {
	judged, err := s.judge(r.Context(), a)
	if err != nil {
		return err
	}
	return s.core.WriteJSON(w, http.StatusOK, positionJSON{judged.JSON(), judged.Exact})
}

// renderPosition answers with the page of a position.
func (s *handlers) renderPosition(w http.ResponseWriter, r *http.Request, a *asked, k *boardview.Pick, p *web.Problem) error {
	judged, err := s.judge(r.Context(), a)
	if err != nil {
		return err
	}
	info, t := a.entry.Info(), s.core.Texts(r).For(a.entry.Info())
	v := positionView{
		Page: s.core.Page(r, t.Text("web.analysis.title", "game", t.Game(info))), Game: info.ID, GameName: t.Game(info), Position: a.state.String(), Start: gamePath(info.ID),
		Worth: boardview.NewWorth(t, judged.Worth), Exact: judged.Exact, Exactness: s.lists.Exactness(t, a.entry), Moves: moveViews(t, &judged),
		Problem: p, Typed: r.URL.Query().Get("position"),
	}
	v.Scripts, v.Standing = []string{"analysis"}, boardview.Standing(t, a.state)
	filter := listing.NewPlayedFilter(r.URL.Query())
	if err := s.played(r.Context(), t, &v, a, filter); err != nil {
		return err
	}
	v.Tree, v.At = tree{Game: info.ID, Start: v.Position, Nodes: []treeNode{}}, -1
	if a.tree != nil {
		v.Tree, v.At = *a.tree, a.at
	}
	if p == nil || v.Typed == "" {
		v.Typed = v.Position
	}
	link := func(path, move string) string {
		if move != "" {
			return "?" + filter.Add(url.Values{"position": {v.Position}, "move": {move}}).Encode()
		}
		return "?" + filter.Add(url.Values{"position": {v.Position}, "path": {path}}).Encode() + "#board"
	}
	for i := range v.Moves {
		v.Moves[i].Href = link("", v.Moves[i].Move)
	}
	marks, entry := k.Offer(link)
	v.Pick, v.Play = entry, boardview.NewPlayView(t, info, a.state.View(), pageState(t, a), marks)
	s.share(&v, r, a.state)
	status := http.StatusOK
	if v.Problem != nil {
		status = v.Problem.Status
	}
	return s.core.Render(w, status, "analysis", &v)
}

// moveViews lists the moves of a position, the best first; equal moves stay in order.
func moveViews(t *web.Texts, p *study.Position) []moveView {
	moves := slices.Clone(p.Moves)
	slices.SortStableFunc(moves, func(a, b study.Move) int { return cmp.Compare(rank(b.Worth), rank(a.Worth)) })
	differ := slices.ContainsFunc(moves, func(m study.Move) bool { return !m.Best })
	list := make([]moveView, 0, len(moves))
	for _, m := range moves {
		list = append(list, moveView{
			Move: m.Text, Worth: boardview.NewWorth(t, m.Worth), Best: m.Best && differ, Throws: p.Exact && m.Exact && !m.Keeps, Begins: !p.Exact && m.Exact,
		})
	}
	return list
}

// rank orders values: quick wins before slow wins, then draws and estimates, unknown values,
// slow losses and quick losses.
func rank(w study.Worth) int {
	const far = 1 << 20
	switch {
	case w.Exact && w.Value > 0:
		return 2*far - max(w.Plies, 0)
	case w.Exact && w.Value < 0:
		return -2*far + max(w.Plies, 0)
	case w.Exact:
		return 1
	case w.Known():
		return 1 + w.Score
	}
	return 0
}

// share adds the preview and the embed code to the page of a position. Neither shows its
// value.
func (s *handlers) share(v *positionView, r *http.Request, state game.State) {
	query := "?" + url.Values{"position": {state.String()}}.Encode()
	v.Describe(s.core, r, v.Play.State.Message, v.Start+web.PictureFile+query)
	v.Frame = s.core.PublicURL(r, web.EmbedPath+"/"+v.Game)
	v.Embed = s.core.EmbedCode(r, web.EmbedPath+"/"+v.Game+query, v.GameName)
	v.Scripts = append(v.Scripts, "copy", "share")
}

// playedView is the filter for the counts of played moves, with the number of games.
type playedView struct {
	listing.PlayedForm
	Source string // address that answers the script
	Games  string
}

// played adds to a page how often each move was played, if the server counts moves.
func (s *handlers) played(ctx context.Context, t *web.Texts, v *positionView, a *asked, f listing.PlayedFilter) error {
	if s.core.Library == nil {
		return nil
	}
	filter, err := f.Filter()
	v.Played = &playedView{PlayedForm: s.lists.PlayedForm(t, f, nil), Source: "/explorer/" + v.Game}
	if err != nil {
		v.Problem = t.Problem(err)
		v.Played.Problem = v.Problem
		return nil
	}
	var counts map[string]library.Count
	var games int
	err = s.core.Judging.Do(ctx, func() (err error) {
		counts, games, err = s.core.Library.Played(ctx, a.entry, a.state, filter)
		return err
	})
	v.Played.Games = t.Text("web.analysis.games", "count", games)
	for i := range v.Moves {
		v.Moves[i].Played = listing.NewPlayed(counts[v.Moves[i].Move])
	}
	return err
}
