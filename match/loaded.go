// SPDX-License-Identifier: Apache-2.0

package match

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"cairn/game"
	"cairn/record"
)

// Loaded is the record that a match continues, with all its variations. In JSON it has the
// format [record.JSON].
type Loaded struct{ record.Record }

// MarshalJSON implements json.Marshaler.
func (l Loaded) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	err := record.JSON.Encode(&out, l.Record)
	return out.Bytes(), err
}

// UnmarshalJSON implements json.Unmarshaler.
func (l *Loaded) UnmarshalJSON(data []byte) (err error) {
	l.Record, _, err = record.JSON.Decode(bytes.NewReader(data))
	return err
}

// FromRecord makes a match that continues a record: its turns can be undone, and its
// undone turns redone. A finished record makes a finished match. Game, revision and start
// of the setup are set from the record; names of players are dropped. If the time control
// is that of the record, its clocks continue. The match starts unless a player has to join
// first.
func FromRecord(g game.Game, r record.Record, s Setup, now time.Time) (Match, []Event, error) {
	r.Players = [2]string{}
	s.Game, s.Revision, s.Start = r.Game, r.Revision, r.Start
	m, created, err := create(g, s, &Loaded{r}, now)
	if err != nil || m.Status() != Ready {
		return m, []Event{created}, err
	}
	m, events, err := m.Do(now, Action{Kind: Start})
	return m, append([]Event{created}, events...), err
}

// replay checks the record against the rules of its game and the setup.
func (l *Loaded) replay(g game.Game, s Setup, start string) (*record.Walk, error) {
	switch {
	case s.Rated:
		return nil, errors.New("a rated match does not go on from a record")
	case l.Players != [2]string{}:
		return nil, errors.New("the record names its players, but events hold no names")
	}
	walk, err := record.Replay(g, l.Record)
	if err != nil {
		return nil, err
	}
	if got := walk.StateAt(0).String(); got != start {
		return nil, fmt.Errorf("the record starts from %q, the setup from %q", got, start)
	}
	_, err = EndOf(l.Record)
	return walk, err
}

// clock returns the initial clocks: of the record if it has the time control of the match,
// else full.
func (l *Loaded) clock(c Control, walk *record.Walk) Clock {
	clock := NewClock(c)
	played, err := ParseControl(l.Control)
	if c.Kind != RealTime || err != nil || played != c {
		return clock
	}
	if clock.left = l.Clock; l.Clock == (record.TimesLeft{}) {
		all := leftsOf(c, walk)
		clock.left = all[len(all)-1]
	}
	return clock
}

// lefts returns the times of the turns of the record, which may have another time control,
// and at the end the initial times of the match.
func (l *Loaded) lefts(walk *record.Walk, now Clock) timesByPly {
	played, err := ParseControl(l.Control)
	if err != nil {
		played = Control{}
	}
	all := leftsOf(played, walk)
	if l.Clock != (record.TimesLeft{}) {
		all[len(all)-1] = l.Clock
	}
	if now.control.Kind != NoClock {
		all[len(all)-1] = now.left
	}
	return all
}

// Control returns the time control of the match, else of the record that it continues.
func (m Match) Control() string {
	if m.setup.Control.Kind == NoClock && m.loaded != nil && m.loaded.Control != "" {
		return m.loaded.Control
	}
	return m.setup.Control.String()
}

// Loaded reports whether the match continues a record.
func (m Match) Loaded() bool { return m.loaded != nil }

// end returns the result of the record.
func (l *Loaded) end() End { return End{l.Verdict, Reason(l.Reason)} }
