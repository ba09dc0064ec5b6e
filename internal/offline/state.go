// SPDX-License-Identifier: Apache-2.0

package offline

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"cairn/game"
	"cairn/internal/lang"
	"cairn/internal/pagestate"
	"cairn/match"
	"cairn/record"
)

// texts are the catalogue that all displays share, and texts of the page.
type texts struct {
	*lang.Catalogue
	pages *lang.Catalogue
}

// newTexts reads the texts of a page. Unknown languages are English.
func newTexts(code, men string, page map[string]string) *texts {
	shared, ok := lang.Load(code)
	if !ok {
		shared = lang.English()
	}
	if white, black, cut := strings.Cut(men, "-"); cut && shared.Has("side."+white) && shared.Has("side."+black) {
		shared = shared.Naming(white, black)
	}
	data, err := json.Marshal(page) // JSON is YAML, which catalogues are written in
	if err != nil {
		data = nil
	}
	pages, err := lang.ParseLanguage(shared.Code(), data)
	if err != nil {
		pages, _ = lang.ParseLanguage(shared.Code()) // without texts nothing can fail
	}
	return &texts{shared, pages}
}

// forGame returns the texts as one game uses them.
func (t *texts) forGame(info *game.Info) *texts {
	return &texts{t.Catalogue.For(info), t.pages.For(info)}
}

// page returns a text of the page.
func (t *texts) page(key string, args ...any) string { return t.pages.Text(key, args...) }

// reason is the text of an error.
func (t *Screen) reason(err error) string {
	var (
		illegal *game.Illegal
		refused *match.Error
		fault   *record.Fault
	)
	words := t.texts
	if t.dealt {
		words = words.forGame(t.match.Game().Info())
	}
	switch {
	case errors.As(err, &fault), errors.Is(err, record.ErrTooLarge):
		return words.page("web.error.record", "fault", err.Error())
	case errors.As(err, &illegal):
		return words.Why(illegal)
	case errors.As(err, &refused):
		return words.Text("refused." + string(refused.Why))
	}
	return err.Error()
}

// state describes the game to the page.
func (t *Screen) state() pagestate.State {
	m, info := t.match, t.match.Game().Info()
	words, view := t.texts.forGame(info), m.State().View()
	p := pagestate.State{
		Match: "local", Seq: m.Seq(), Game: info.ID, Status: m.Status().String(), Kind: "screen", You: "both",
		Turn: view.Turn, Men: pagestate.MenText(view.Men), ServerMS: t.now().UnixMilli(),
		Last: []string{}, Taken: []string{}, Steps: []pagestate.StepState{}, Moves: []pagestate.MoveState{},
		Line: []string{}, Times: []int64{}, Log: t.log(words),
	}
	for _, turn := range m.Line() {
		p.Line, p.Times = append(p.Line, turn.Move), append(p.Times, turn.Took.Milliseconds())
	}
	seat := match.SeatOf(view.Turn)
	if t.level != "" {
		p.Kind, p.You, seat = "computer", t.side.String(), match.SeatOf(t.side)
	}
	p.Can = pagestate.Abilities{Undo: m.CanUndo(seat), Redo: m.CanRedo(seat)}
	var legal []game.Move
	if m.Status() == match.Playing && (t.level == "" || view.Turn == t.side) {
		legal = m.State().Moves()
		p.Moves = pagestate.MoveStates(info.Board, legal)
	}
	if m.Ply() > 0 {
		p.Last, p.Taken = pagestate.Touched(info.Board, m.Notes(m.Ply()), view)
		p.Steps = pagestate.Steps(info.Board, m.Notes(m.Ply()))
	}
	for _, side := range game.Sides {
		*p.Sides.Side(side) = t.sideState(words, side, view.Sides[side])
	}
	p.Message, p.End = t.message(words, legal), t.end(words)
	return p
}

func (t *Screen) sideState(words *texts, side game.Side, v game.SideView) pagestate.SideState {
	return pagestate.SideState{
		Name: t.name(words, side), Phase: v.Phase, Hand: v.Hand, Lost: v.Lost, Board: v.Board,
		Mills: v.Mills, Present: true, Computer: t.level != "" && side != t.side,
	}
}

// name is what a side is called.
func (t *Screen) name(words *texts, side game.Side) string {
	if t.level == "" || side == t.side {
		return words.Side(side)
	}
	return words.page("web.seat.computer", "level", words.page("web.level."+t.level))
}

// log describes the last move.
func (t *Screen) log(words *texts) []pagestate.LogLine {
	lines, m := []pagestate.LogLine{}, t.match
	if m.Ply() == 0 {
		return lines
	}
	by := m.Walk().StateAt(m.Ply() - 1).Turn()
	for _, text := range words.Turn(m.Game().Info().Board, by, m.Notes(m.Ply())) {
		lines = append(lines, pagestate.LogLine{Seq: m.Seq(), Text: text, Move: true})
	}
	return lines
}

// message says what to do, or to wait for.
func (t *Screen) message(words *texts, legal []game.Move) string {
	m := t.match
	switch {
	case m.Status() == match.Over:
		return words.page("web.message.over")
	case t.level == "":
		return words.page("web.message.side."+step(m, legal), "side", words.Side(m.Turn()))
	case m.Turn() == t.side:
		return words.page("web.message.you." + step(m, legal))
	}
	return words.page("web.message.thinking", "name", t.name(words, m.Turn()))
}

// steps name what a side does in a phase.
var steps = [...]string{game.Placing: "place", game.Sliding: "move", game.Flying: "fly", game.Mixed: "mixed"}

// step names what the side to move has to do: take, when every move captures.
func step(m match.Match, legal []game.Move) string {
	view := m.State().View()
	phase := view.Sides[view.Turn].Phase
	free := func(m game.Move) bool { return !slices.ContainsFunc(m.Notes, takes) }
	if phase == game.Sliding && !slices.ContainsFunc(legal, free) {
		return "take"
	}
	return steps[phase]
}

func takes(n game.Note) bool {
	return n.Kind == game.Took || n.Kind == game.Approach || n.Kind == game.Withdrawal
}

// end describes the end of the game; nil before it.
func (t *Screen) end(words *texts) *pagestate.EndState {
	end := t.match.Result()
	if !end.Over() {
		return nil
	}
	text := words.End(end.Verdict, string(end.Reason))
	winner, won := end.Verdict.Winner()
	if t.level == "" || !won {
		return &pagestate.EndState{Title: strings.TrimSuffix(text, ".")}
	}
	title := words.page("web.end.lost")
	if winner == t.side {
		title = words.page("web.end.won")
	}
	return &pagestate.EndState{Title: title, Text: text}
}
