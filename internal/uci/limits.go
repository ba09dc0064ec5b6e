// SPDX-License-Identifier: Apache-2.0

package uci

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"cairn/engine"
	"cairn/game"
)

// goLimits are the arguments of "go".
type goLimits struct {
	engine.Limits
	left, added [2]time.Duration // on the clocks, by side
	turns       uint64
	depth       uint64
	given       map[string]bool // names of the given arguments, also of those without a value
}

// goWord is an argument of "go", and the function that reads its value.
type goWord struct {
	name, value string
	set         func(text string) error
}

func (l *goLimits) words() []goWord {
	return []goWord{
		{"movetime", "TIME", span(&l.Time, 1)},
		{"depth", "N", number(&l.depth, 0, 1000)},
		{"nodes", "N", number(&l.Nodes, 1, 1<<62)},
		{"white", "TIME", span(&l.left[game.White], 0)},
		{"black", "TIME", span(&l.left[game.Black], 0)},
		{"winc", "TIME", span(&l.added[game.White], 0)},
		{"binc", "TIME", span(&l.added[game.Black], 0)},
		{"turns", "N", number(&l.turns, 1, 10_000)},
		{name: "infinite"}, // only "stop" ends the search
		{name: "ponder"},   // the limits apply after "ponderhit"
	}
}

// goUsages returns the arguments of "go" as help shows them.
func goUsages() []string {
	var usages []string
	for _, w := range new(goLimits).words() {
		usages = append(usages, strings.TrimSpace(w.name+" "+w.value))
	}
	return usages
}

// span reads a duration as Go writes it, or a number of milliseconds.
func span(target *time.Duration, least time.Duration) func(string) error {
	return func(text string) error {
		d, err := time.ParseDuration(text)
		if n, numeric := strconv.ParseUint(text, 10, 40); numeric == nil { // up to 34 years
			d, err = time.Duration(n)*time.Millisecond, nil
		}
		if err != nil || d < least {
			return fmt.Errorf("%.40q: want a time like 1.5s, or milliseconds like 1500", text)
		}
		*target = d
		return nil
	}
}

// readLimits reads the arguments of "go" for the side to move.
func readLimits(words []string, turn game.Side) (l goLimits, err error) {
	l.given = map[string]bool{}
	for len(words) > 0 && err == nil {
		words, err = l.readWord(words)
	}
	switch {
	case err != nil:
		return goLimits{}, err
	case l.given["infinite"] && len(l.given) > 1:
		return goLimits{}, errors.New("infinite excludes other limits")
	}
	err = l.complete(turn)
	return l, err
}

// readWord reads the first argument with its value and returns the rest.
func (l *goLimits) readWord(words []string) (rest []string, err error) {
	name, all := shortName(words[0]), l.words()
	i := slices.IndexFunc(all, func(w goWord) bool { return w.name == name })
	switch {
	case i < 0:
		return nil, fmt.Errorf("%.40q: want one of %s", words[0], strings.Join(goUsages(), ", "))
	case l.given[name]:
		return nil, fmt.Errorf("%s is given twice", name)
	}
	l.given[name] = true
	switch {
	case all[i].set == nil:
		return words[1:], nil
	case len(words) == 1:
		return nil, fmt.Errorf("%s: want %s after it", name, all[i].value)
	}
	if err := all[i].set(words[1]); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return words[2:], nil
}

// complete sets the depth, and the clock of the side to move.
func (l *goLimits) complete(turn game.Side) error {
	given := l.given
	if given["depth"] {
		l.Depth = max(int(l.depth), 1) // UGI allows 0 for the shallowest search
	}
	if given["white"] || given["black"] || given["winc"] || given["binc"] || given["turns"] {
		if !given[turn.String()] {
			return fmt.Errorf("it is %s's turn: want %s TIME", turn, turn)
		}
		// A clock at zero is still a clock: the engine must hurry.
		l.Clock = engine.Clock{Left: max(l.left[turn], time.Millisecond), Increment: l.added[turn], Turns: int(l.turns)}
	}
	return nil
}
