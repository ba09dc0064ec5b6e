// SPDX-License-Identifier: Apache-2.0

package offline

import (
	"errors"
	"slices"
	"strings"

	"cairn/game"
	"cairn/internal/lang"
	"cairn/internal/pagestate"
	"cairn/match"
	"cairn/record"
)

// newTexts returns the texts of a language with texts of the page. Unknown languages are
// English.
func newTexts(code, men string, page map[string]string) *lang.Catalogue {
	texts, ok := lang.Load(code)
	if !ok {
		texts = lang.English()
	}
	if white, black, cut := strings.Cut(men, "-"); cut && texts.Has("side."+white) && texts.Has("side."+black) {
		texts = texts.Naming(white, black)
	}
	return texts.With(page)
}

// reason is the text of an error.
func (s *Screen) reason(err error) string {
	words := s.texts
	if s.started {
		words = words.For(s.match.Game().Info())
	}
	if _, ok := errors.AsType[*record.Fault](err); ok || errors.Is(err, record.ErrTooLarge) {
		return words.Text("web.error.record", "fault", err.Error())
	}
	if illegal, ok := errors.AsType[*game.Illegal](err); ok {
		return words.Why(illegal)
	}
	if refused, ok := errors.AsType[*match.Error](err); ok {
		return words.Text("refused." + string(refused.Why))
	}
	return err.Error()
}

// state describes the game to the page.
func (s *Screen) state() pagestate.State {
	m, info := s.match, s.match.Game().Info()
	words, view := s.texts.For(info), m.State().View()
	p := pagestate.State{
		Match: "local", Seq: m.Seq(), Game: info.ID, Status: m.Status().String(), Kind: "screen", You: "both",
		Turn: view.Turn, Men: pagestate.MenText(view.Men), ServerMS: s.now().UnixMilli(),
		Last: []string{}, Taken: []string{}, Steps: []pagestate.StepState{}, Moves: []pagestate.MoveState{},
		Line: []string{}, Times: []int64{}, Log: s.log(words),
	}
	for _, turn := range m.Line() {
		p.Line, p.Times = append(p.Line, turn.Move), append(p.Times, turn.Took.Milliseconds())
	}
	seat := match.SeatOf(view.Turn)
	if s.level != "" {
		p.Kind, p.You, seat = "computer", s.side.String(), match.SeatOf(s.side)
	}
	p.Can = pagestate.Abilities{Undo: m.CanUndo(seat), Redo: m.CanRedo(seat)}
	var legal []game.Move
	if m.Status() == match.Playing && (s.level == "" || view.Turn == s.side) {
		legal = m.State().Moves()
		p.Moves = pagestate.MoveStates(info.Board, legal)
	}
	if m.Ply() > 0 {
		p.Last, p.Taken = pagestate.Touched(info.Board, m.Notes(m.Ply()), view)
		p.Steps = pagestate.Steps(info.Board, m.Notes(m.Ply()))
	}
	for _, side := range game.Sides {
		*p.Sides.Side(side) = s.sideState(words, side, view.Sides[side])
	}
	p.Message, p.End = s.message(words, legal), s.end(words)
	return p
}

func (s *Screen) sideState(words *lang.Catalogue, side game.Side, v game.SideView) pagestate.SideState {
	return pagestate.SideState{
		Name: s.name(words, side), Pieces: pagestate.PiecesOf(v), Present: true, Computer: s.level != "" && side != s.side,
	}
}

// name returns the name of a side.
func (s *Screen) name(words *lang.Catalogue, side game.Side) string {
	if s.level == "" || side == s.side {
		return words.Side(side)
	}
	return words.Text("web.seat.computer", "level", words.Text("web.level."+s.level))
}

// log describes the last move.
func (s *Screen) log(words *lang.Catalogue) []pagestate.LogLine {
	lines, m := []pagestate.LogLine{}, s.match
	if m.Ply() == 0 {
		return lines
	}
	by := m.Walk().StateAt(m.Ply() - 1).Turn()
	for _, text := range words.Turn(m.Game().Info().Board, by, m.Notes(m.Ply())) {
		lines = append(lines, pagestate.LogLine{Seq: m.Seq(), Text: text, Move: true})
	}
	return lines
}

// message returns the instruction above the board.
func (s *Screen) message(words *lang.Catalogue, legal []game.Move) string {
	m := s.match
	switch {
	case m.Status() == match.Over:
		end := m.Result()
		return words.End(end.Verdict, string(end.Reason))
	case s.level == "":
		return words.Text("web.message.side."+step(m, legal), "side", words.Side(m.Turn()))
	case m.Turn() == s.side:
		return words.Text("web.message.you." + step(m, legal))
	}
	return words.Text("web.message.thinking", "name", s.name(words, m.Turn()))
}

// steps names the kind of move in a phase.
var steps = [...]string{game.Placing: "place", game.Sliding: "move", game.Flying: "fly", game.Mixed: "mixed"}

// step returns the kind of move that is due: take, if every move captures.
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
func (s *Screen) end(words *lang.Catalogue) *pagestate.EndState {
	end := s.match.Result()
	if !end.Over() {
		return nil
	}
	text := words.End(end.Verdict, string(end.Reason))
	winner, won := end.Verdict.Winner()
	if s.level == "" || !won {
		return &pagestate.EndState{Title: strings.TrimSuffix(text, ".")}
	}
	title := words.Text("web.end.lost")
	if winner == s.side {
		title = words.Text("web.end.won")
	}
	return &pagestate.EndState{Title: title, Text: text}
}
