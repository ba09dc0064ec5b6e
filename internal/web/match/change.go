// SPDX-License-Identifier: Apache-2.0

package match

import (
	"encoding/json"
	"time"

	"cairn/internal/live"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/match"
)

// changeAge is how long a change is sent to others as it was made: it holds the times
// left on the clocks.
const changeAge = 50 * time.Millisecond

// turnsIn returns how many moves an update brings, if it brings nothing else, and the
// page can add them to what it has; else 0.
func (f *follower) turnsIn(u *live.Update) int {
	if !f.changes || f.last == nil || f.last.Info.Seq != f.seq || f.seq+len(u.Events) != u.Info.Seq {
		return 0
	}
	if f.last.Info.Status != match.Playing || u.Info.Status != match.Playing || f.seats != u.Info.Seats {
		return 0
	}
	for i, e := range u.Events {
		if e.Kind != match.Moved || e.Seq != f.seq+1+i {
			return 0
		}
	}
	return len(u.Events)
}

// changeKey is what a change depends on, beside the state of the match.
type changeKey struct {
	since   int
	you     string
	texts   *web.Texts
	present [2]bool
	claim   bool
}

// sendChange sends the moves that an update brings. Pages that see the same get the same
// bytes.
func (f *follower) sendChange(u *live.Update, turns int) error {
	shot, since, events := f.shot(u, nil), f.seq, u.Events
	f.note(u, shot.claim)
	key := changeKey{since, shot.viewer.you(), f.texts, u.Present, shot.claim}
	text, err := u.Shown.Once(key, shot.now, changeAge, func() ([]byte, error) {
		shot.log, _ = logLines(f.texts, u.Match, events)
		shot.turns = turns
		state := newPageState(f.texts, &shot)
		change := boardview.NewChange(&state, u.Match.Game().Info().Board, shot.legal, turns)
		return json.Marshal(liveMessage{Type: "change", Since: since, Change: &change})
	})
	if err != nil {
		return err
	}
	return f.socket.SendText(text)
}
