// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cairn/game"
)

// course is a position with what led to it.
type course struct {
	state   game.State
	history game.History
}

// courseFrom is a game that begins at a position.
func courseFrom(s game.State) course {
	at := course{state: s}
	at.history.Push(s.Hash(), true)
	return at
}

// play makes a move.
func (at *course) play(text string) error {
	move, err := at.state.Find(text)
	if err != nil {
		return err
	}
	if at.state, err = at.state.Play(text); err != nil {
		return err
	}
	at.history.Push(at.state.Hash(), move.Resets)
	return nil
}

// setPosition takes "start" or "text P", and "moves M…" after it. When anything
// is wrong the position stays what it was.
func (d *dialogue) setPosition(_ context.Context, words []string) error {
	var moves []string
	if i := slices.Index(words, "moves"); i >= 0 {
		words, moves = words[:i], words[i+1:]
	}
	state, err := d.readPosition(words)
	if err != nil {
		return err
	}
	at := courseFrom(state)
	for i, text := range moves {
		if err := at.play(text); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	d.course = at
	return nil
}

// readPosition reads what stands before the moves.
func (d *dialogue) readPosition(words []string) (game.State, error) {
	kind := ""
	if len(words) > 0 {
		kind = plainWord(words[0])
	}
	switch {
	case kind == "start" && len(words) == 1:
		return d.entry.Start(), nil
	case kind == "start":
		return nil, fmt.Errorf(`%.40q after "start": want "moves" or nothing`, words[1])
	case kind == "text" && len(words) > 1:
		return d.entry.Parse(strings.Join(words[1:], " "))
	}
	return nil, errors.New(`want "start" or "text" with a position, then perhaps "moves" with moves`)
}
