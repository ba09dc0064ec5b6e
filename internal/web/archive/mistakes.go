// SPDX-License-Identifier: Apache-2.0

package archive

import (
	"net/http"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/study"
	"cairn/internal/study/library"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// mistakesRow is how many moves of a player in one phase of a game were judged by
// tables, and how many gave the result away.
type mistakesRow struct {
	Game, GameName             string
	Phase                      game.Phase
	Moves, Percent             int // judged ones, and how many of a hundred kept the result
	WinDraw, WinLoss, DrawLoss int
}

// mistakesView is the table of mistakes on a profile; nil if there is nothing to show.
type mistakesView struct {
	Rows   []mistakesRow
	Own    bool
	Shared bool // it is public
}

// mistakes returns the mistakes of a player. Other visitors get them only if the player
// has made them public, and only from public matches.
func (s *handlers) mistakes(r *http.Request, name string) (*mistakesView, error) {
	if s.core.Library == nil {
		return nil, nil
	}
	user, err := s.core.Accounts.FindByName(r.Context(), name)
	if err != nil {
		return nil, err
	}
	v := &mistakesView{Own: user.ID == web.VisitorOf(r).User.ID, Shared: showsMistakes(user)}
	if !v.Own && !v.Shared {
		return nil, nil
	}
	list, err := s.core.Library.Judged(r.Context(), user.ID, !v.Own)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	v.Rows = mistakesRows(s.core.Texts(r), s.lists, list)
	return v, nil
}

// showsMistakes reports whether a player has made the mistakes public.
func showsMistakes(user account.User) bool { return web.ParseSettings(user.Settings).Mistakes }

// mistakesRows sums the judged moves, which are sorted by game and phase.
func mistakesRows(t *web.Texts, lists *listing.Lists, list []library.Judged) []mistakesRow {
	var rows []mistakesRow
	for _, j := range list {
		last := len(rows) - 1
		if last < 0 || rows[last].Game != j.Game || rows[last].Phase != j.Phase {
			rows = append(rows, mistakesRow{Game: j.Game, GameName: t.Game(lists.GameInfo(j.Game)), Phase: j.Phase})
			last++
		}
		row := &rows[last]
		row.Moves += j.Moves
		switch j.Verdict {
		case study.WinDraw:
			row.WinDraw += j.Moves
		case study.WinLoss:
			row.WinLoss += j.Moves
		case study.DrawLoss:
			row.DrawLoss += j.Moves
		}
	}
	for i := range rows {
		row := &rows[i]
		row.Percent = 100 * (row.Moves - row.WinDraw - row.WinLoss - row.DrawLoss) / row.Moves
	}
	return rows
}
