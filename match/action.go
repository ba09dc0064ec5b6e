// SPDX-License-Identifier: Apache-2.0

package match

// ActionKind names what someone wants to do.
type ActionKind string

// The actions.
const (
	Join    ActionKind = "join"    // Account sits down on the open seat, or on By's
	Start   ActionKind = "start"   // begins; by the creator or the system
	Move    ActionKind = "move"    // plays Move
	Draw    ActionKind = "draw"    // offers a draw, or agrees to the opponent's open offer
	Undo    ActionKind = "undo"    // takes back at once, or asks for it, as the setup says
	Redo    ActionKind = "redo"    // plays again what was undone, where no consent is needed
	Answer  ActionKind = "answer"  // says Yes or no to the opponent's Offer
	Resign  ActionKind = "resign"  // gives the match up
	Flag    ActionKind = "flag"    // tells that the running time may be over; anyone may
	Abort   ActionKind = "abort"   // calls the match off before both sides have moved
	Claim   ActionKind = "claim"   // wins because the side to move has left: Away
	Rematch ActionKind = "rematch" // offers another match, or agrees to the opponent's offer
	Pause   ActionKind = "pause"   // stops the clocks; by the system only
	Resume  ActionKind = "resume"  // lets them go on; by the system only
)

// Action is something a side, or the system, wants to do. Which fields count
// depends on the kind.
type Action struct {
	Kind    ActionKind `json:"kind"`
	By      Seat       `json:"by,omitzero"`
	Move    string     `json:"move,omitempty"`    // Move: in the notation of the game
	Offer   int        `json:"offer,omitempty"`   // Answer: the id of the offer
	Yes     bool       `json:"yes,omitempty"`     // Answer
	Account string     `json:"account,omitempty"` // Join: opaque id of who sits down

	// Away vouches for a Claim: whoever runs the match has seen that the side
	// to move has been gone long enough. A match cannot see that itself.
	Away bool `json:"-"`
}
