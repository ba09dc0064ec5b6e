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

// maxLog is how many log lines a page gets; older moves are in the record.
const maxLog = 200

// keptLogs is how many bytes of logs stay in memory. Pages without script reload every
// few seconds, mostly without a change.
const keptLogs = 8 << 20

// logLineSize is about how many bytes a line takes beside its text.
const logLineSize = 48

// logKey names the log of one state of a match in one language.
type logKey struct {
	match string
	seq   int
	texts *web.Texts
}

// log returns the last lines of the log of a match, as it is in a room.
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

// readLog reads no more events than the log has lines, unless moves were taken back: to
// describe these it takes all.
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

// upTo leaves out events after a seq: some may have come since a match was read.
func upTo(events []match.Event, seq int) []match.Event {
	for len(events) > 0 && events[len(events)-1].Seq > seq {
		events = events[:len(events)-1]
	}
	return events
}

// logLines writes events as sentences. The events are the last ones of the
// match, or all. Without all of them, moves that were taken back since then
// cannot be described, and ok is false.
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

// jumps reports an event that takes the match to another turn without a move.
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

// replayNotes finds the notes of moves that may have been taken back, from the
// positions of the events. The events begin with Created.
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
		state, _ = g.Parse(e.Position) // stored positions are the rules' own
	}
	return notes
}

// startOf returns the first position that was played from.
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
			lines = lines[:1] // a phase entered with the last turn is of no use
		}
	case e.Kind == match.Created && e.Loaded != nil:
		lines = []string{t.Count("web.log.loaded", len(e.Loaded.Turns))}
	default:
		lines = []string{t.Text("event."+string(e.Kind), "side", t.Side(side), "other", t.Side(side.Other()))}
	}
	if e.End.Over() && e.Kind != match.Aborted && e.Kind != match.Expired {
		lines = append(lines, t.End(e.End.Verdict, string(e.End.Reason)))
	}
	return lines
}

// newEvents returns the events that a program has not seen. It is called before news.
func (f *follower) newEvents(u *stream.Update) ([]pagestate.Event, error) {
	after, events := f.seq, u.Events
	if after > u.Info.Seq { // from before a restart: start over
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

// eventOf writes an event for programs.
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
