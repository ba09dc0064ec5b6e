// SPDX-License-Identifier: Apache-2.0

package pagestate

// Event is one change of a match, as programs read it in a stream. Which fields are
// set depends on the kind: see match.EventKind.
type Event struct {
	Seq    int    `json:"seq"`            // from 1, without gaps
	Kind   string `json:"kind"`           // such as moved, draw-offered, resigned
	Side   string `json:"side,omitempty"` // that did it: white or black; empty for the server
	Move   string `json:"move,omitempty"`
	Offer  int    `json:"offer,omitempty"`  // id
	Plies  int    `json:"plies,omitempty"`  // taken back or played again
	Result string `json:"result,omitempty"` // of an event that ends the match: white-wins, black-wins, draw, aborted
	Reason string `json:"reason,omitempty"` // of the end
	AtMS   int64  `json:"at_ms"`            // milliseconds since 1970
}

// Challenge is an invitation of one user to another, as programs read it.
type Challenge struct {
	ID     string `json:"id"`
	Mine   bool   `json:"mine"` // sent by the reader
	From   string `json:"from"` // names
	To     string `json:"to"`
	Bot    bool   `json:"bot,omitempty"` // the other user is one
	Game   string `json:"game"`
	Clock  string `json:"clock"`
	Rated  bool   `json:"rated"`
	Side   string `json:"side"`   // of the challenger: white, black or random
	Status string `json:"status"` // open, accepted, declined, expired; in a notice also cancelled
	Reason string `json:"reason,omitempty"`
	Match  string `json:"match,omitempty"`
}

// Notice is something that waits for a person, or that it no longer does, as programs
// read it in the stream of the person.
type Notice struct {
	// Type is "challenge" (with Challenge), "challenge-gone" (the same), or of a
	// match "start", "turn" or "end".
	Type      string     `json:"type"`
	Challenge *Challenge `json:"challenge,omitempty"`

	Match    string `json:"match,omitempty"`
	Seq      int    `json:"seq,omitempty"`
	Game     string `json:"game,omitempty"`
	Clock    string `json:"clock,omitempty"`
	Kind     string `json:"kind,omitempty"` // open, private, computer
	Rated    bool   `json:"rated,omitempty"`
	Side     string `json:"side,omitempty"`     // of the reader
	Opponent string `json:"opponent,omitempty"` // name
	Bot      bool   `json:"bot,omitempty"`      // the opponent is one
	Result   string `json:"result,omitempty"`   // of an end: white-wins, black-wins, draw, aborted
	Reason   string `json:"reason,omitempty"`
}
