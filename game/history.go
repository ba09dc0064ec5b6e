// SPDX-License-Identifier: Apache-2.0

package game

// History counts the repetitions of a position in a game. The zero value is empty. It is
// an immutable list whose last entry is replaced: a copy costs nothing and is independent.
// Positions count as equal by Hash: two different positions of one game would have to
// agree in 64 mixed bits.
type History struct{ last *historyEntry }

type historyEntry struct {
	hash   uint64
	before *historyEntry // nil for the first position
	length int           // positions up to this one
	recent int           // positions since the last irreversible move, this one included
}

// Push adds the position after a move; resets says that the move was irreversible.
func (h *History) Push(hash uint64, resets bool) {
	e := &historyEntry{hash: hash, before: h.last, length: 1, recent: 1}
	if h.last != nil {
		e.length += h.last.length
		if !resets {
			e.recent += h.last.recent
		}
	}
	h.last = e
}

// Pop removes the last position.
func (h *History) Pop() { h.last = h.last.before }

// Len returns the number of positions.
func (h *History) Len() int {
	if h.last == nil {
		return 0
	}
	return h.last.length
}

// Count returns how often the last position has occurred, this occurrence included.
func (h *History) Count() int {
	if h.last == nil {
		return 0
	}
	n, e := 0, h.last
	for range h.last.recent {
		if e.hash == h.last.hash {
			n++
		}
		e = e.before
	}
	return n
}

// Recent returns the hashes since the last irreversible move, the last position included:
// all that a search needs to detect repetitions.
func (h *History) Recent() []uint64 {
	if h.last == nil {
		return nil
	}
	hashes, e := make([]uint64, h.last.recent), h.last
	for i := range hashes {
		hashes[len(hashes)-1-i] = e.hash
		e = e.before
	}
	return hashes
}

// Result returns the result of a game at its last position s: by the rules, else by the
// draw rules of the platform.
func (h *History) Result(draws Draws, s State) Result {
	if r := s.Result(); r.Over() {
		return r
	}
	if draws.Repetition > 0 && h.Count() >= draws.Repetition {
		return Result{Draw, Repetition}
	}
	if limit := s.QuietLimit(); limit > 0 && s.Clock() >= limit {
		return Result{Draw, Quiet}
	}
	return Result{}
}
