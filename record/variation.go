// SPDX-License-Identifier: Apache-2.0

package record

import "slices"

// MaxDepth is how deep variations may stand inside variations.
const MaxDepth = 64

// Variations are moved between Turn.Others and the undone lines. Lines are
// shared between walks and records, so each function here copies what it
// changes.

// takeBack returns the undone lines after turn t was taken back before them:
// first the line that begins with t, then what was once played instead of t.
func takeBack(t Turn, undone []Line) []Line {
	line := Line{t}
	line[0].Others = nil
	if len(undone) > 0 {
		line = append(line, undone[0]...)
		line[1].Others = without(undone, 0)
	}
	return append([]Line{line}, t.Others...)
}

// follow takes the first turn off undone line i: the turn, with the lines
// beside it as its Others, and the undone lines after it. For line 0 it is the
// inverse of takeBack.
func follow(undone []Line, i int) (Turn, []Line) {
	t := undone[i][0]
	t.Others = without(undone, i)
	rest := slices.Clone(undone[i][1:])
	if len(rest) == 0 {
		return t, nil
	}
	beside := rest[0].Others
	rest[0].Others = nil
	return t, append([]Line{rest}, beside...)
}

// without returns a copy of lines that lacks line i, nil when none is left.
func without(lines []Line, i int) []Line {
	if len(lines) <= 1 {
		return nil
	}
	return slices.Delete(slices.Clone(lines), i, i+1)
}

// prune returns lines without the variations that stand more than depth deep,
// so that whatever was walked can be written.
func prune(lines []Line, depth int) []Line {
	if len(lines) == 0 || depth == 0 {
		return nil
	}
	kept := make([]Line, len(lines))
	for i, line := range lines {
		kept[i] = pruneLine(line, depth-1)
	}
	return kept
}

func pruneLine(line Line, depth int) Line {
	kept := slices.Clone(line)
	for i, t := range kept {
		kept[i].Others = prune(t.Others, depth)
	}
	return kept
}
