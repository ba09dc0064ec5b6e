// SPDX-License-Identifier: Apache-2.0

package load

import (
	"context"
	"errors"
	"math/rand/v2"
)

// Player sits on one seat of a match, starts it when that is the creator's to
// do, and makes any legal move whenever it may.
type Player struct {
	Client *Client
	Random *rand.Rand
	// Tired reports that the player would rather resign than move; never when
	// nil.
	Tired func() bool
	// Seen, Posting and Acked are told of every state, of every command before
	// it is sent for the first time, and of every command that was answered with
	// a seq; each may be nil.
	Seen    func(*State)
	Posting func(Deed)
	Acked   func(Deed)

	acted int // the seq the last command led to
}

// Deed is a command with what it does and the seq it leads to.
type Deed struct {
	Command
	Match  string
	Action string // "start", "move" or "resign"
	Side   string // "white" or "black"
	Seq    int    // as answered; the one after Expect before that
}

// Play follows a match until it is over, and plays.
func (p *Player) Play(ctx context.Context, match string) error {
	p.acted = 0
	return p.Client.Follow(ctx, match, func(s *State) error {
		if p.Seen != nil {
			p.Seen(s)
		}
		switch {
		case s.Over():
			return ErrLeave
		case s.Seq < p.acted: // it was sent before our own command
			return nil
		case s.Can.Start:
			return p.do(ctx, match, s, "start", "")
		case len(s.Moves) == 0:
			return nil
		case p.Tired != nil && p.Tired():
			return p.do(ctx, match, s, "resign", "")
		}
		return p.do(ctx, match, s, "move", s.Moves[p.Random.IntN(len(s.Moves))].Text)
	})
}

// do sends a command. One that the match has overtaken is no fault: the stream
// tells how it goes on.
func (p *Player) do(ctx context.Context, match string, s *State, action, move string) error {
	command := p.Client.NewCommand(s.Seq, move)
	deed := Deed{Command: command, Match: match, Action: action, Side: s.You, Seq: s.Seq + 1}
	if p.Posting != nil {
		p.Posting(deed)
	}
	seq, err := p.Client.Do(ctx, match, action, command)
	var refusal *Refusal
	if errors.As(err, &refusal) && refusal.late() {
		return nil
	}
	if err != nil {
		return err
	}
	p.acted, deed.Seq = seq, seq
	if p.Acked != nil {
		p.Acked(deed)
	}
	return nil
}
