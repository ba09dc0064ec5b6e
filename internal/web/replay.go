// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"strconv"

	"cairn/game"
	"cairn/match"
)

// replayView leads through the turns of a match. Everything is a link; the
// script takes over the same nodes, and needs no more pages then.
type replayView struct {
	Ply, Plies int
	Move       string       // in notation; empty for the start
	Text       string       // what the turn did
	Steps      []replayStep // first, previous, next, last
	Turns      []replayTurn
	Source     string // address of all turns, for the script
	Link       string // whole address of this turn, to be passed on
	Mills      [2]int // closed up to there, by side
}

// replayStep is a link to another turn.
type replayStep struct {
	Name string // first, previous, next or last
	Href string // empty where there is nothing to go to
}

// replayTurn is one turn in the list.
type replayTurn struct {
	Ply  int
	Move string
	Href string
	Here bool
}

// lastPly asks for the last turn, for those who do not know its number.
const lastPly = "last"

func plyQuery(ply int) string { return "?ply=" + strconv.Itoa(ply) }

// replay reads which turn is to be looked at; without one, or with one that the
// match does not have, it reports false.
func (s *Server) replay(r *http.Request, id string, m match.Match) (*replayView, game.View, boardMarks, bool) {
	asked := r.URL.Query().Get("ply")
	ply, err := strconv.Atoi(asked)
	if asked == lastPly {
		ply, err = m.Ply(), nil
	}
	if err != nil || ply < 0 || ply > m.Ply() {
		return nil, game.View{}, boardMarks{}, false
	}
	walk, board := m.Walk(), m.Game().Info().Board
	line := walk.Turns()
	turn := s.texts(r).turnAt(walk, line, ply)
	v := &replayView{
		Ply: ply, Plies: m.Ply(), Move: turn.Move, Text: turn.Text, Steps: replaySteps(ply, m.Ply()),
		Source: matchPath(id) + "/turns", Link: s.publicURL(r, matchPath(id)+plyQuery(ply)), Mills: walk.MillsAt(ply),
	}
	for i := range line {
		v.Turns = append(v.Turns, replayTurn{Ply: i + 1, Move: line[i].Move, Href: plyQuery(i + 1), Here: i+1 == ply})
	}
	marks := boardMarks{Last: pointsOf(board, turn.Last), Taken: pointsOf(board, turn.Taken)}
	return v, walk.StateAt(ply).View(), marks, true
}

// replaySteps are the links from one turn to others.
func replaySteps(ply, plies int) []replayStep {
	steps := []replayStep{{Name: "first"}, {Name: "previous"}, {Name: "next"}, {Name: "last"}}
	if ply > 0 {
		steps[0].Href, steps[1].Href = plyQuery(0), plyQuery(ply-1)
	}
	if ply < plies {
		steps[2].Href, steps[3].Href = plyQuery(ply+1), plyQuery(plies)
	}
	return steps
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
