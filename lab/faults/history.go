// SPDX-License-Identifier: Apache-2.0

// Package faults checks what players and watchers saw of a site against what its
// store holds. Clients write a History; Audit compares it with the store: every match
// is linearizable, no acknowledged command is lost or doubled, streams show nothing
// that is not stored, every match can be replayed, results are counted once, and no
// player loses on time who had time.
//
// The tests of the package play on three nodes while processes, the database, the
// bus and the network between them fail. The package itself starts nothing.
package faults

import (
	"sync"
	"time"

	"cairn/lab/bench"
)

// Outcome is how a command ended for the client that sent it.
type Outcome uint8

// The outcomes. A command without an answer may have been executed, and may still be.
const (
	Unknown Outcome = iota
	Done            // executed, with the seq it led to
	Refused         // not executed, because another came first
)

// Post is a command that a client sent, from the first attempt to the answer.
type Post struct {
	bench.Sent
	Outcome Outcome
	Call    time.Time
	Return  time.Time // zero while there is no answer
}

// Sight is a state that a client got from a stream.
type Sight struct {
	Match  string
	Seq    int
	Opened time.Time // when the client opened the stream
	At     time.Time // when the state arrived
	Over   bool
	Moves  []string // legal moves, for the player to move
}

// History is what clients did and saw. Its methods may be called concurrently.
type History struct {
	mu      sync.Mutex
	matches map[string]*MatchHistory
}

// MatchHistory is what clients did and saw of one match.
type MatchHistory struct {
	Posts    []*Post
	Sights   []Sight
	Sleepers map[string]bool // sides that let their time run out
}

// NewHistory returns an empty history.
func NewHistory() *History {
	return &History{matches: map[string]*MatchHistory{}}
}

// of returns the history of a match; h is locked.
func (h *History) of(match string) *MatchHistory {
	a := h.matches[match]
	if a == nil {
		a = &MatchHistory{Sleepers: map[string]bool{}}
		h.matches[match] = a
	}
	return a
}

// Sleeps notes that a side of a match lets its time run out.
func (h *History) Sleeps(match, side string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.of(match).Sleepers[side] = true
}

// Send notes a command before it is sent.
func (h *History) Send(s bench.Sent) *Post {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := &Post{Sent: s, Call: time.Now()}
	a := h.of(s.Match)
	a.Posts = append(a.Posts, p)
	return p
}

// Answer notes the answer to a command.
func (h *History) Answer(p *Post, o Outcome, seq int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p.Outcome, p.Return = o, time.Now()
	if o == Done {
		p.Seq = seq
	}
}

// See notes a state of a stream that was opened at a time.
func (h *History) See(match string, s *bench.PlayerState) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.of(match)
	a.Sights = append(a.Sights, Sight{Match: match, Seq: s.Seq, Opened: s.Opened, At: time.Now(), Over: s.Over(), Moves: s.Moves})
}

// Watch lets a player write the history of a match.
func (h *History) Watch(p *bench.Player, match string) {
	var pending *Post
	p.Seen = func(s *bench.PlayerState) { h.See(match, s) }
	p.Posting = func(s bench.Sent) { pending = h.Send(s) }
	p.Acked = func(s bench.Sent) { h.Answer(pending, Done, s.Seq) }
	p.Late = func(bench.Sent) { h.Answer(pending, Refused, 0) }
}
