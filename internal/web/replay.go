// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"strconv"

	"cairn/game"
	"cairn/match"
)

// replayView leads through the turns of a match.
type replayView struct {
	Ply, Plies int
	Text       string // what the turn did
	Move       string // in notation; empty for the start
	First      string // addresses; empty where there is nothing to go to
	Previous   string
	Next       string
	Last       string
	Turns      []replayTurn
	Mills      [2]int // closed up to there, by side
}

// replayTurn is one turn in the list.
type replayTurn struct {
	Ply  int
	Move string
	Href string
	Here bool
}

func plyQuery(ply int) string { return "?ply=" + strconv.Itoa(ply) }

// replay reads which turn is to be looked at; without one, or with one that the
// match does not have, it reports false.
func (s *Server) replay(r *http.Request, m match.Match) (*replayView, game.View, boardMarks, bool) {
	ply, err := strconv.Atoi(r.URL.Query().Get("ply"))
	if err != nil || ply < 0 || ply > m.Ply() {
		return nil, game.View{}, boardMarks{}, false
	}
	walk, board := m.Walk(), m.Game().Info().Board
	v := &replayView{Ply: ply, Plies: m.Ply(), Text: s.texts.Text("web.replay.start"), Mills: walk.MillsAt(ply)}
	view := walk.StateAt(ply).View()
	marks := boardMarks{}
	for i, turn := range walk.Turns() {
		v.Turns = append(v.Turns, replayTurn{Ply: i + 1, Move: turn.Move, Href: plyQuery(i + 1), Here: i+1 == ply})
	}
	if ply > 0 {
		notes := walk.Notes(ply)
		v.Move = v.Turns[ply-1].Move
		v.Text = s.texts.Turn(board, walk.StateAt(ply-1).Turn(), notes)[0]
		last, taken := touched(board, notes, view)
		marks.Last, marks.Taken = pointsOf(board, last), pointsOf(board, taken)
		v.First, v.Previous = plyQuery(0), plyQuery(ply-1)
	}
	if ply < m.Ply() {
		v.Next, v.Last = plyQuery(ply+1), plyQuery(m.Ply())
	}
	return v, view, marks, true
}

// look makes of a state what a page shows that looks at an earlier turn: nothing
// can be done there.
func (p *PageState) look(view game.View, v *replayView) {
	p.Men, p.Turn, p.Moves, p.Message = menText(view.Men), view.Turn, []MoveState{}, v.Text
	p.Can, p.Offer, p.Running = Abilities{}, nil, ""
	p.Sides.White.Mills, p.Sides.Black.Mills = v.Mills[game.White], v.Mills[game.Black]
	if v.Ply < v.Plies {
		p.End = nil
	}
}
