// SPDX-License-Identifier: Apache-2.0

package match

import (
	"context"
	"slices"

	"cairn/game"
	"cairn/internal/live/room"
	"cairn/internal/live/stream"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/internal/web/listing"
	"cairn/match"
)

// maxLog is the greatest number of log lines on a page; older moves are in the record.
const maxLog = 200

// maxLogBytes bounds the cache of logs. Pages without script reload every few seconds,
// mostly without a change.
const maxLogBytes = 8 << 20

// logLineSize is the approximate size of a line without its text, in bytes.
const logLineSize = 48

// logKey is the cache key of the log of one state of a match in one language.
type logKey struct {
	match string
	seq   int
	texts *web.Texts
}

// log returns the last lines of the log of a match, from the cache if possible.
func (s *handlers) log(ctx context.Context, t *web.Texts, room *room.Room) ([]pagestate.LogLine, error) {
	key := logKey{room.Info.ID, room.Info.Seq, t}
	if lines, kept := s.logs.Find(key); kept {
		return lines, nil
	}
	lines, err := s.readLog(ctx, t, room)
	if err != nil {
		return nil, err
	}
	size := 0
	for _, line := range lines {
		size += len(line.Text) + logLineSize
	}
	s.logs.Add(key, lines, size)
	return lines, nil
}

// readLog reads the last maxLog events, or all if moves were undone: undone moves can be
// described only from the start.
func (s *handlers) readLog(ctx context.Context, t *web.Texts, room *room.Room) ([]pagestate.LogLine, error) {
	for _, after := range []int{max(0, room.Info.Seq-maxLog), 0} {
		events, err := s.core.Live.Archive.Events(ctx, room.Info.ID, after)
		if err != nil {
			return nil, err
		}
		if lines, ok := logLines(t, room.Match, upTo(events, room.Info.Seq)); ok {
			return lines, nil
		}
	}
	return nil, nil
}

// upTo leaves out events after a seq, which were appended after the match was read.
func upTo(events []match.Event, seq int) []match.Event {
	for len(events) > 0 && events[len(events)-1].Seq > seq {
		events = events[:len(events)-1]
	}
	return events
}

// logLines writes the last events of a match, or all, as sentences. It returns false if
// moves were undone and events are missing.
func logLines(t *web.Texts, m match.Match, events []match.Event) (lines []pagestate.LogLine, ok bool) {
	if len(events) > 0 && events[0].Kind != match.Created && slices.ContainsFunc(events, jumps) {
		return nil, false
	}
	t = t.For(m.Game().Info())
	notes := notesOf(m, events)
	for i, e := range events {
		for _, text := range eventLines(t, m, e, notes[i]) {
			lines = append(lines, pagestate.LogLine{Seq: e.Seq, Text: text, Move: e.Kind == match.Moved})
		}
	}
	return lines[max(0, len(lines)-maxLog):], true
}

// jumps reports whether an event undoes or redoes moves.
func jumps(e match.Event) bool {
	return e.Kind == match.UndoGranted || e.Kind == match.RedoGranted || e.Kind == match.Undone || e.Kind == match.Redone
}

// notesOf returns the notes of the turns among the events.
func notesOf(m match.Match, events []match.Event) [][]game.Note {
	if slices.ContainsFunc(events, jumps) {
		return replayNotes(m.Game(), events)
	}
	notes := make([][]game.Note, len(events))
	ply := m.Ply()
	for i := len(events) - 1; i >= 0; i-- {
		if events[i].Kind == match.Moved {
			notes[i] = m.Notes(ply)
			ply--
		}
	}
	return notes
}

// replayNotes returns the notes of moves that may have been undone, by the positions in
// all events of a match.
func replayNotes(g game.Game, events []match.Event) [][]game.Note {
	notes := make([][]game.Note, len(events))
	state := startOf(g, events[0])
	for i, e := range events {
		if e.Position == "" || state == nil {
			continue
		}
		if e.Kind == match.Moved {
			if move, err := state.Find(e.Move); err == nil {
				notes[i] = move.Notes
			}
		}
		state, _ = g.Parse(e.Position) // the rules wrote the stored positions
	}
	return notes
}

// startOf returns the position before the first move of a match: after the loaded record
// if there is one.
func startOf(g game.Game, created match.Event) game.State {
	position := created.Setup.Start
	if l := created.Loaded; l != nil && len(l.Turns) > 0 {
		position = l.Turns[len(l.Turns)-1].Position
	}
	if position == "" {
		return g.Start()
	}
	state, err := g.Parse(position)
	if err != nil {
		return nil
	}
	return state
}

// eventLines returns the sentences of one event.
func eventLines(t *web.Texts, m match.Match, e match.Event, notes []game.Note) []string {
	side, _ := e.By.Side()
	var lines []string
	switch {
	case e.Kind == match.Moved && notes != nil:
		lines = t.Turn(m.Game().Info().Board, side, notes)
		if e.End.Over() {
			lines = lines[:1] // a new phase does not matter any more
		}
	case e.Kind == match.Created && e.Loaded != nil:
		lines = []string{t.Count("web.log.loaded", len(e.Loaded.Turns))}
	case !e.End.Over() || e.Kind == match.Aborted || e.Kind == match.Expired: // else the result says it
		lines = []string{t.Text("event."+string(e.Kind), "side", t.Side(side), "other", t.Side(side.Other()))}
	}
	if e.End.Over() && e.Kind != match.Aborted && e.Kind != match.Expired {
		lines = append(lines, t.End(e.End.Verdict, string(e.End.Reason)))
	}
	return lines
}

// newEvents returns the events that a program does not have. It is called before update,
// which advances f.seq.
func (f *follower) newEvents(u *stream.Update) ([]pagestate.Event, error) {
	after, events := f.seq, u.Events
	if after > u.Info.Seq { // the server lost events in a restart: start again
		after = 0
	}
	if after == u.Info.Seq {
		return nil, nil
	}
	if len(events) == 0 || events[0].Seq != after+1 {
		var err error
		if events, err = f.server.core.Live.Archive.Events(f.socket.Ctx, u.Info.ID, after); err != nil {
			return nil, err
		}
	}
	var list []pagestate.Event
	for _, e := range upTo(events, u.Info.Seq) {
		list = append(list, eventOf(e))
	}
	return list, nil
}

// eventOf returns an event in the JSON of the API.
func eventOf(e match.Event) pagestate.Event {
	out := pagestate.Event{
		Seq: e.Seq, Kind: string(e.Kind), Move: e.Move, Offer: e.Offer, Plies: e.Plies,
		Result: listing.ResultOf(e.End), Reason: string(e.End.Reason), AtMS: e.At.UnixMilli(),
	}
	if side, ok := e.By.Side(); ok {
		out.Side = side.String()
	}
	return out
}
