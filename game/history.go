// SPDX-License-Identifier: Apache-2.0

package game

// History remembers the positions of a game as far as repetition needs them.
// The zero value is empty. It counts by Hash: two different positions of one
// game would have to agree in 64 mixed bits to be confused.
type History struct{ entries []historyEntry }

type historyEntry struct {
	hash  uint64
	since int // index of the first entry after the last irreversible move
}

// Push adds the position a move led to; resets says that the move was
// irreversible. The first position of a game is pushed with resets true.
func (h *History) Push(hash uint64, resets bool) {
	since := len(h.entries)
	if !resets && since > 0 {
		since = h.entries[since-1].since
	}
	h.entries = append(h.entries, historyEntry{hash, since})
}

// Pop forgets the last position.
func (h *History) Pop() { h.entries = h.entries[:len(h.entries)-1] }

// Len returns the number of positions.
func (h *History) Len() int { return len(h.entries) }

// Count returns how often the last position has occurred, itself included.
func (h *History) Count() int {
	if len(h.entries) == 0 {
		return 0
	}
	last := h.entries[len(h.entries)-1]
	n := 0
	for _, e := range h.entries[last.since:] {
		if e.hash == last.hash {
			n++
		}
	}
	return n
}

// Recent returns the hashes since the last irreversible move, the last
// position included: all that a search needs to see repetitions coming.
func (h *History) Recent() []uint64 {
	if len(h.entries) == 0 {
		return nil
	}
	last := h.entries[len(h.entries)-1]
	hashes := make([]uint64, 0, len(h.entries)-last.since)
	for _, e := range h.entries[last.since:] {
		hashes = append(hashes, e.hash)
	}
	return hashes
}

// Result returns the result of a game that stands at s with this history, whose
// last position is s.
func (h *History) Result(draws Draws, s State) Result { return ResultOf(draws, s, h.Count()) }

// ResultOf returns the result of a game that stands at s for the count-th time. A result
// by the rules takes precedence over a draw here.
func ResultOf(draws Draws, s State, count int) Result {
	if r := s.Result(); r.Over() {
		return r
	}
	if draws.Repetition > 0 && count >= draws.Repetition {
		return Result{Draw, Repetition}
	}
	if limit := s.QuietLimit(); limit > 0 && s.Clock() >= limit {
		return Result{Draw, Quiet}
	}
	return Result{}
}
