// SPDX-License-Identifier: Apache-2.0

package match

import (
	"strconv"
	"sync"
	"time"

	"cairn/game"
	"cairn/internal/live/stream"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/match"
)

// changeAge is how long streams share an encoded change: it contains the times left on
// the clocks.
const changeAge = 50 * time.Millisecond

// turnsIn returns the number of moves in an update that can be sent as a change: it has
// only moves, and the page has the state before them. Otherwise it returns 0.
func (f *follower) turnsIn(u *stream.Update) int {
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

// sharedKey is the cache key of the shared part of a change, within one state of a match.
type sharedKey struct {
	since   int
	texts   *web.Texts
	present [2]bool
}

// watchedKey is the cache key of the whole change for spectators.
type watchedKey sharedKey

// sendChange sends the moves of an update. Streams share the encoded shared part, and
// spectators the whole change.
func (f *follower) sendChange(u *stream.Update, turns int) error {
	shot, since, events := f.shot(u, nil), f.seq, u.Events
	f.note(u, shot.claimable())
	of := sharedKey{since, f.texts, u.Present}
	shared, err := u.Rendered.Once(of, shot.now, changeAge, func() ([]byte, error) {
		change := shot.sharedChange(f.texts, events, turns)
		return change.AppendJSON(make([]byte, 0, usualChange)), nil
	})
	if err != nil {
		return err
	}
	if shot.viewer.plays { // too few readers for a cache
		buffer := messages.Get().(*[]byte)
		defer messages.Put(buffer)
		*buffer = shot.appendChange((*buffer)[:0], f.texts, since, shared)
		return f.socket.SendText(*buffer)
	}
	text, err := u.Rendered.Once(watchedKey(of), shot.now, changeAge, func() ([]byte, error) {
		return shot.appendChange(make([]byte, 0, len(shared)+usualChange), f.texts, since, shared), nil
	})
	if err != nil {
		return err
	}
	return f.socket.SendText(text)
}

// usualChange is the usual size of each part of a change, in bytes.
const usualChange = 512

// messages is a pool of buffers for encoded messages.
var messages = sync.Pool{New: func() any { return new([]byte) }}

// appendChange appends the JSON of a liveMessage with a change: its shared part and the
// part of the viewer, which are both objects with fields, joined to one.
func (s *snapshot) appendChange(text []byte, t *web.Texts, since int, shared []byte) []byte {
	own := s.ownChange(t)
	text = append(text, `{"type":"change","since":`...)
	text = append(strconv.AppendInt(text, int64(since), 10), `,"change":`...)
	text = append(text, shared...)
	end := len(text) - 1
	text = own.AppendJSON(text[:end])
	text[end] = ','
	return append(text, '}')
}

// sharedChange returns the part of a change that all viewers see.
func (s *snapshot) sharedChange(t *web.Texts, events []match.Event, turns int) pagestate.SharedChange {
	m, view := s.room.Match, s.view()
	c := pagestate.SharedChange{
		Seq: m.Seq(), Turn: view.Turn, Men: pagestate.MenText(view.Men), Position: m.Position(), Running: running(m),
		ServerMS: s.now.UnixMilli(), FirstMS: s.firstMS(),
	}
	c.Sides.White, c.Sides.Black = s.sideChange(game.White), s.sideChange(game.Black)
	c.Line, c.Times = lineAfter(m, m.Ply()-turns)
	c.Last, c.Taken, c.Steps = lastMove(m, *view)
	c.Log, _ = logLines(t, m, events)
	return c
}

func (s *snapshot) sideChange(side game.Side) pagestate.SideChange {
	return pagestate.SideChange{Pieces: pagestate.PiecesOf(s.view().Sides[side]), Present: s.present[side], ClockMS: s.clockMS(side)}
}

// ownChange returns the part of a change for one viewer: legal moves, offer and abilities.
func (s *snapshot) ownChange(t *web.Texts) pagestate.OwnChange {
	info := s.room.Match.Game().Info()
	t = t.For(info)
	s.findMoves()
	return pagestate.OwnChange{
		Moves: pagestate.PackMoves(info.Board, s.legal),
		Offer: offerState(t, s), ClaimMS: s.claimMS(), Can: s.abilities().Names(), Message: messageFor(t, s),
	}
}
