// SPDX-License-Identifier: Apache-2.0

package uci_test

import (
	"io"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/internal/uci"
)

// Any line is refused without effect, or leads to a valid position, which has moves if and
// only if the game is not over.
func FuzzLine(f *testing.F) {
	for _, line := range []string{
		"position start moves d2 f4", "position text 3/3/3/6/3/3/3 w 9,9 0 moves a7", "position text moves", "position",
		"setoption name Table value 64", "setoption name Tables value <empty>", "setoption value name",
		"setoption name Game value six", "setoption name uci_variant value chess", "setoption name Ponder value true",
		"go p1time 5 p2time 6 p1inc 0 p2inc 1 ponder", "query p1turn", "query result gameover", "ponderhit",
		"go movetime 5 depth 3", "go white 0 winc 1s turns 4", "go infinite infinite", "castle",
	} {
		f.Add(line)
	}
	games := catalog.Standard()
	entry, err := games.Find("nine")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, line string) {
		words := strings.Fields(line)
		if len(words) == 0 {
			return
		}
		uci.CheckArguments(t.Context(), t, uci.Options{Game: entry, Games: games, Out: io.Discard}, words[1:])
	})
}
