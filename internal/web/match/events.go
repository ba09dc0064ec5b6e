// SPDX-License-Identifier: Apache-2.0

package match

import (
	"cairn/internal/live/stream"
	"cairn/internal/pagestate"
	"cairn/internal/web/listing"
	"cairn/match"
)

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
