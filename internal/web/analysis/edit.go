// SPDX-License-Identifier: Apache-2.0

package analysis

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"cairn/game"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
)

// draft is a position that is being set up; it need not be legal. The text of a position
// begins with the rows of the board and the side to move; the other fields depend on the
// game.
type draft struct {
	board *game.Board
	men   [2]uint64
	turn  game.Side
	rest  []string
}

// readDraft parses the text of a position without checking it by the rules.
func readDraft(b *game.Board, text string) (draft, error) {
	fields := strings.Fields(text[:min(len(text), maxPosition)])
	if len(fields) < 2 {
		return draft{}, fmt.Errorf("%q: want the rows of the board, the side to move and what the game needs, with spaces between them", strings.Join(fields, " "))
	}
	men, err := game.ParseRows(b, fields[0])
	if err != nil {
		return draft{}, err
	}
	turn, err := game.ParseSide(fields[1])
	return draft{b, men, turn, fields[2:]}, err
}

// String returns the text of the position.
func (d draft) String() string {
	return strings.Join(append([]string{game.FormatRows(d.board, d.men), d.turn.Letter()}, d.rest...), " ")
}

func (d draft) man(p game.Point) game.Man {
	for _, side := range game.Sides {
		if d.men[side]>>p&1 != 0 {
			return game.ManOf(side)
		}
	}
	return game.NoMan
}

// touched returns the draft with the next man on a point, in the order none, white, black.
func (d draft) touched(p game.Point) draft {
	next := (d.man(p) + 1) % 3
	for _, side := range game.Sides {
		d.men[side] &^= 1 << p
		if next == game.ManOf(side) {
			d.men[side] |= 1 << p
		}
	}
	return d
}

// hands returns the field with the men in hand of both sides, such as "3,2"; false in
// games without hands.
func (d draft) hands() (field int, count [2]int, ok bool) {
	for i, text := range d.rest {
		if n, err := fmt.Sscanf(text, "%d,%d", &count[0], &count[1]); err == nil && n == 2 {
			return i, count, true
		}
	}
	return 0, count, false
}

// hold returns the draft with more or fewer men in hand of a side.
func (d draft) hold(side game.Side, more int) draft {
	i, count, ok := d.hands()
	if !ok {
		return d
	}
	count[side] = max(0, count[side]+more)
	d.rest = slices.Clone(d.rest)
	d.rest[i] = fmt.Sprintf("%d,%d", count[game.White], count[game.Black])
	return d
}

func (d draft) view() game.View {
	v := game.View{Men: make([]game.Man, len(d.board.Points)), Turn: d.turn}
	for p := range v.Men {
		v.Men[p] = d.man(game.Point(p))
	}
	return v
}

// editView is the board editor.
type editView struct {
	web.Page
	Game, GameName, Position string
	Board                    boardview.BoardView
	Sides                    []editSide
	Empty, Start             string // addresses
	Show                     string // address of the position; empty if it is not legal
	Problem                  *web.Problem
}

// editSide is a side in the editor.
type editSide struct {
	Name        string
	Turn        bool
	Move        string // address with this side to move
	Holds       bool   // there are men in hand
	Hand        int
	Fewer, More string // addresses
}

// showEdit serves the board editor. The draft is in the address.
func (s *handlers) showEdit(w http.ResponseWriter, r *http.Request) error {
	entry, err := s.core.Live.Rooms.Games().Find(r.PathValue("game"))
	if err != nil {
		return web.ErrNoPage
	}
	info := entry.Info()
	t, text, status := s.core.Texts(r).For(info), strings.TrimSpace(r.URL.Query().Get("position")), http.StatusOK
	v := editView{Page: s.core.Page(r, t.Text("web.analysis.edit.title", "game", t.Game(info))), Game: info.ID, GameName: t.Game(info)}
	v.Scripts = []string{"edit"}
	start, err := readDraft(info.Board, entry.Start().String())
	if err != nil {
		return err
	}
	d := start
	if text != "" {
		if d, err = readDraft(info.Board, text); err != nil {
			d, status = start, http.StatusBadRequest
		}
	}
	v.Position = d.String()
	if err == nil {
		if _, err = entry.Parse(v.Position); err == nil {
			v.Show = positionPath(info.ID, v.Position, listing.PlayedFilter{})
		}
	} else {
		v.Position = text
	}
	if err != nil {
		v.Problem = s.problem(r, &asked{entry: entry}, &badPosition{err})
	}
	v.draw(t, info, d)
	v.Start = editPath(info.ID, start)
	return s.core.Render(w, status, "analysis_edit", &v)
}

// editPath is the address of a draft in the editor.
func editPath(id string, d draft) string {
	return gamePath(id) + "/edit?" + url.Values{"position": {d.String()}}.Encode() + "#board"
}

// draw draws the board, on which every point is a link that changes its man.
func (v *editView) draw(t *web.Texts, info *game.Info, d draft) {
	v.Board = boardview.NewBoardView(t, info.Board, d.view(), boardview.BoardMarks{Name: t.Text("web.analysis.edit.board", "game", v.GameName)})
	for i := range v.Board.Points {
		v.Board.Points[i].Href = editPath(info.ID, d.touched(game.Point(i)))
	}
	_, count, holds := d.hands()
	for _, side := range game.Sides {
		moves := d
		moves.turn = side
		v.Sides = append(v.Sides, editSide{
			Name: t.Side(side), Turn: d.turn == side, Move: editPath(info.ID, moves), Holds: holds, Hand: count[side],
			Fewer: editPath(info.ID, d.hold(side, -1)), More: editPath(info.ID, d.hold(side, 1)),
		})
	}
	d.men = [2]uint64{}
	v.Empty = editPath(info.ID, d)
}
