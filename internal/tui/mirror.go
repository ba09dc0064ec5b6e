// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"fmt"
	"io"
)

// mirror is a display that only watches: it writes what happened and the board
// as text. A writer that fails is left alone from then on; the game does not
// stop for it.
type mirror struct {
	out    io.Writer
	failed bool
}

func (m *mirror) show(s *session) {
	if m.failed {
		return
	}
	words := s.options.Words.For(s.match.Game().Info())
	for _, r := range s.news {
		for _, line := range r.sentences(words, s.board()) {
			m.print(line)
		}
	}
	m.print(s.report(words, false))
}

func (m *mirror) print(text string) {
	if _, err := fmt.Fprintln(m.out, text); err != nil {
		m.failed = true
	}
}
