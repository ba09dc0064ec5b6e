// SPDX-License-Identifier: Apache-2.0

package match

import (
	"errors"
	"fmt"

	"cairn/game"
)

// Takeback is how turns are undone.
type Takeback uint8

// The kinds of takeback.
const (
	Consent Takeback = iota // online: if the opponent agrees, back to before the player's last turn
	Free                    // at a shared screen: at once, ply by ply
	Own                     // against the computer: at once, back to before the player's last turn
)

var takebackNames = []string{"consent", "free", "own"}

// String returns "consent", "free" or "own".
func (t Takeback) String() string { return game.NameOf(t, takebackNames) }

// MarshalText implements encoding.TextMarshaler.
func (t Takeback) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (t *Takeback) UnmarshalText(text []byte) error {
	return game.ParseName(t, text, takebackNames, "takeback")
}

// Terms are the rules of clocks and early ends in online matches. A match keeps the terms
// it was created with, so that replaying its stored events stays valid.
type Terms uint8

// The terms.
const (
	// OldTerms: clocks run from the start; an undo gives no time back.
	OldTerms Terms = iota
	// FairTerms: the clock of a side starts with its first move, which has a limit; until
	// both sides have moved, neither can lose the match. An undo gives back the time used
	// since.
	FairTerms
)

// Setup is the immutable part of a match.
type Setup struct {
	Game     string    `json:"game"`             // ID of the rule set
	Revision int       `json:"revision"`         // of the rule set
	Start    string    `json:"start,omitempty"`  // position text; empty for the game's own start
	Control  Control   `json:"control"`          // in JSON as text: "5m+3s"
	Takeback Takeback  `json:"takeback"`         // Consent: online; else on one machine
	Terms    Terms     `json:"terms,omitempty"`  // of a match online; without effect on one machine
	Rated    bool      `json:"rated,omitempty"`  // counts for ratings
	Creator  Seat      `json:"creator,omitzero"` // seat that may start the match; NoSeat: the system
	Seats    [2]string `json:"seats,omitzero"`   // accounts by side; empty: open
}

// local reports whether both sides play on one machine, where players do not
// join, consent or leave.
func (s Setup) local() bool { return s.Takeback != Consent }

// fair reports whether FairTerms hold.
func (s Setup) fair() bool { return s.Terms == FairTerms && !s.local() }

// complete fills in defaults from the game and validates the setup. It also returns the
// start state.
func (s Setup) complete(g game.Game) (Setup, game.State, error) {
	info := g.Info()
	if s.Game == "" && s.Revision == 0 {
		s.Game, s.Revision = info.ID, info.Revision
	}
	if s.Game != info.ID || s.Revision != info.Revision {
		return s, nil, fmt.Errorf("the setup is for %s revision %d, want %s revision %d", s.Game, s.Revision, info.ID, info.Revision)
	}
	start := g.Start()
	if s.Start != "" {
		var err error
		if start, err = g.Parse(s.Start); err != nil {
			return s, nil, fmt.Errorf("start position: %w", err)
		}
	}
	if s.Start = start.String(); s.Start == g.Start().String() {
		s.Start = ""
	}
	return s, start, s.check()
}

// check validates the fields that do not depend on the game.
func (s Setup) check() error {
	if err := s.Control.check(); err != nil {
		return fmt.Errorf("time control: %w", err)
	}
	switch {
	case s.Takeback > Own:
		return fmt.Errorf("takeback %s is unknown", s.Takeback)
	case s.Terms > FairTerms:
		return fmt.Errorf("terms %d are unknown", s.Terms)
	case s.Creator > BlackSeat:
		return fmt.Errorf("seat %s is unknown", s.Creator)
	case s.Rated && s.local():
		return errors.New("a rated match needs takeback by consent")
	case s.Rated && s.Start != "":
		return errors.New("a rated match starts from the game's own start")
	case s.local():
		return nil
	case s.Seats[0] != "" && s.Seats[0] == s.Seats[1]:
		return errors.New("both sides have the same account, want two")
	}
	if side, ok := s.Creator.Side(); ok && s.Seats[side] == "" {
		return fmt.Errorf("the creator plays %s, but that side has no account", side)
	}
	return nil
}
