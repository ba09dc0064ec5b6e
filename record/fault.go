// SPDX-License-Identifier: Apache-2.0

package record

import (
	"errors"
	"fmt"
	"strings"
)

// ErrForeign is the fault of a text that is not a record at all.
var ErrForeign = errors.New("this is not a game record")

// Fault is what is wrong with a record, and where.
type Fault struct {
	Ply    int // the turn at fault; 0 when it is none
	Line   int // in the file, from 1; 0 when not known
	Column int // in the line, from 1; 0 when not known
	Err    error
}

// Error says where, then what.
func (f *Fault) Error() string {
	var out strings.Builder
	switch {
	case f.Line > 0 && f.Column > 0:
		fmt.Fprintf(&out, "line %d, column %d: ", f.Line, f.Column)
	case f.Line > 0:
		fmt.Fprintf(&out, "line %d: ", f.Line)
	}
	if f.Ply > 0 {
		fmt.Fprintf(&out, "turn %d: ", f.Ply)
	}
	return out.String() + f.Err.Error()
}

// Unwrap returns what is wrong, without where.
func (f *Fault) Unwrap() error { return f.Err }

// Lines tells where the parts of a record stand in a file: line numbers from 1,
// 0 when not known.
type Lines struct {
	Game     int
	Revision int
	Start    int
	Result   int
	Turns    []int // in reading order: each turn, then its others; undone lines last
}

// turn returns the line of the turn that is number i in reading order.
func (l *Lines) turn(i int) int {
	if i < len(l.Turns) {
		return l.Turns[i]
	}
	return 0
}
