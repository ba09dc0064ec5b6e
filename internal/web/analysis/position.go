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
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
)

// maxPosition bounds the text of a position, in bytes; the longest one, of the largest board, has
// less than a tenth.
const maxPosition = 1000

// maxFault is how many characters of what is wrong with a position are shown.
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

// find reads the position of a request, and the move that is to be made in it. The
// error for a bad position is a *badPosition, that for a bad move a *game.Illegal;
// both come with the position as far as it could be read.
func (s *handlers) find(r *http.Request) (asked, error) {
	entry, err := s.core.Live.Rooms.Games().Find(r.PathValue("game"))
	if err != nil {
		return asked{}, web.ErrNoPage
	}
	a, query := asked{entry: entry, state: entry.Start()}, r.URL.Query()
	if id := query.Get("match"); id != "" {
		of, t, at, err := s.ofMatch(r, id)
		if err != nil {
			return asked{}, err
		}
		if of != entry {
			return asked{}, web.ErrNoPage
		}
		a.tree, a.at = &t, at
		if err := a.goTo(at); err != nil {
			return asked{}, err
		}
	}
	if text := strings.TrimSpace(query.Get("position")); text != "" {
		text = text[:min(len(text), maxPosition)]
		state, err := entry.Parse(text)
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

// play makes a legal move.
func (a *asked) play(move game.Move) error {
	after, err := a.state.Play(move.Text)
	if err != nil {
		return err
	}
	a.before, a.move, a.state = a.state, move, after
	return nil
}

// judge returns what tables know of a position, and estimates of the rest;
// live.ErrRunning if it stands in a rated match.
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

// problem describes an error of find to people: what the rules say of a bad position
// is part of it.
func (s *handlers) problem(r *http.Request, a *asked, err error) *web.Problem {
	t := s.core.Texts(r)
	if bad, ok := err.(*badPosition); ok {
		fault := strings.Join(strings.Split(bad.Error(), "\n"), "; ")
		if all := []rune(fault); len(all) > maxFault {
			fault = string(all[:maxFault]) + "…"
		}
		return &web.Problem{Status: http.StatusBadRequest, Code: failure.Invalid, Key: "position", Text: t.Text("web.analysis.bad", "fault", fault)}
	}
	if a.entry != nil {
		t = t.For(a.entry.Info())
	}
	return t.Problem(err)
}

// positionJSON is the answer to programs: what "cairn probe --json" prints, and
// whether it is exact.
type positionJSON struct {
	study.PositionJSON
	Exact bool `json:"exact"`
}

// positionView is the page of a position.
type positionView struct {
	web.Page
	Game, GameName string
	Position       string
	Start          string // address of the start of the game
	Play           boardview.PlayView
	Pick           pickView
	Worth          boardview.ValueView
	Exact          bool
	Exactness      listing.Exactness
	Standing       string // the end of the game; empty while it can go on
	Moves          []moveView
	Played         *playedView // nil if the server does not count games
	Tree           tree        // for the script
	At             int         // the node of the tree that is shown; -1 for the start
	Match          string      // id of the match it belongs to; may be empty
	Embed          string      // code for other sites
	Frame          string      // address of its frame, without a position
	Typed          string
	Problem        *web.Problem
}

// moveView is a legal move with what it is worth to its mover.
type moveView struct {
	Move   string              `json:"move"`
	Href   string              `json:"-"`
	Worth  boardview.ValueView `json:"worth"`
	Best   bool                `json:"best"`   // and not every move is
	Throws bool                `json:"throws"` // it gives away the result that the position has
	Begins bool                `json:"begins"` // it is exact and the position is not
	Played listing.Played      `json:"-"`
	rank   int
}

// pickView is a move that has been entered in part, on a page without script.
type pickView struct {
	Touched []string
	Back    string // address without the last touch
	Move    string // the move that the touches so far make, where the turn may also go on
	End     string // address that ends the turn with it
}

func (s *handlers) showPosition(w http.ResponseWriter, r *http.Request) error {
	a, err := s.find(r)
	if a.entry == nil {
		return err
	}
	info := a.entry.Info()
	var p *web.Problem
	if err != nil {
		if p = s.problem(r, &a, err); web.WantsJSON(r) {
			return s.core.Refuse(w, r, p, nil)
		}
	}
	if web.WantsJSON(r) {
		judged, err := s.judge(r.Context(), &a)
		if err != nil {
			return err
		}
		return s.core.WriteJSON(w, http.StatusOK, positionJSON{judged.JSON(), judged.Exact})
	}
	if info.ID != r.PathValue("game") { // an alias
		return web.See(w, r, gamePath(info.ID)+"?"+r.URL.RawQuery)
	}
	k, illegal := boardview.NewPick(info, a.state, r.URL.Query().Get("path"))
	if move, done := k.Picker.Done(); done && illegal == nil && p == nil {
		err = a.play(move)
	}
	if a.before != nil && p == nil && err == nil { // the address names the position
		return web.See(w, r, positionPath(info.ID, a.state.String())+keep(listing.NewPlayedFilter(r.URL.Query())))
	}
	if illegal != nil && p == nil {
		p = s.core.Texts(r).For(info).Problem(illegal)
	}
	return s.renderPosition(w, r, &a, k, p)
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
		Worth: boardview.NewWorth(t, judged.Worth), Exact: judged.Exact, Exactness: s.lists.Exactness(t, a.entry), Problem: p, Typed: r.URL.Query().Get("position"), Moves: moveViews(t, a.state, &judged),
	}
	v.Scripts, v.Match = []string{"analysis"}, r.URL.Query().Get("match")
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
	if end := a.state.Result(); end.Over() {
		v.Standing = t.End(end.Verdict, end.Reason.String())
	}
	marks := k.Marks()
	marks.Href = func(p game.Point) string {
		return pathQuery(v.Position, filter, append(k.Board.Names(k.Picker.Path()), k.Board.Name(p)))
	}
	v.Pick = newPickView(v.Position, filter, k)
	v.Play = boardview.NewPlayView(t, info, a.state.View(), pageState(t, a), marks, "")
	s.share(&v, r, a.state)
	status := http.StatusOK
	if v.Problem != nil {
		status = v.Problem.Status
	}
	return s.core.Render(w, status, "analysis", &v)
}

// pathQuery is the query of a position in which points have been touched.
func pathQuery(position string, f listing.PlayedFilter, names []string) string {
	return "?" + f.Add(url.Values{"position": {position}, "path": {strings.Join(names, ",")}}).Encode() + "#board"
}

func newPickView(position string, f listing.PlayedFilter, k *boardview.Pick) pickView {
	names := k.Board.Names(k.Picker.Path())
	if len(names) == 0 {
		return pickView{}
	}
	v := pickView{Touched: names, Back: pathQuery(position, f, names[:len(names)-1])}
	if move, whole := k.Picker.Move(); whole {
		v.Move, v.End = move.Text, "?"+f.Add(url.Values{"position": {position}, "move": {move.Text}}).Encode()
	}
	return v
}

// moveViews lists the moves of a position, the best first and otherwise in their own
// order.
func moveViews(t *web.Texts, state game.State, p *study.Position) []moveView {
	list := make([]moveView, 0, len(p.Moves))
	differ := slices.ContainsFunc(p.Moves, func(m study.Move) bool { return !m.Best })
	for _, m := range p.Moves {
		v := moveView{Move: m.Text, Worth: boardview.NewWorth(t, m.Worth), Best: m.Best && differ, Throws: p.Exact && m.Exact && !m.Keeps, Begins: !p.Exact && m.Exact, rank: rank(m.Worth)}
		v.Href = "?" + url.Values{"position": {state.String()}, "move": {m.Text}}.Encode()
		list = append(list, v)
	}
	slices.SortStableFunc(list, func(a, b moveView) int { return cmp.Compare(b.rank, a.rank) })
	return list
}

// rank orders worths: quick wins before slow ones, then draws and estimates, what is
// not known, slow losses and quick ones.
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

// share gives the page of a position its preview and the code that shows it on other
// sites. Neither says what the position is worth.
func (s *handlers) share(v *positionView, r *http.Request, state game.State) {
	query := "?" + url.Values{"position": {state.String()}}.Encode()
	v.Describe(s.core, r, v.Play.State.Message, v.Start+web.PictureFile+query)
	v.Frame = s.core.PublicURL(r, web.EmbedPath+"/"+v.Game)
	v.Embed = s.core.EmbedCode(r, web.EmbedPath+"/"+v.Game+query, v.GameName)
	v.Scripts = append(v.Scripts, "copy", "share")
}
