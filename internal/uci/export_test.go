// SPDX-License-Identifier: Apache-2.0

package uci

import (
	"context"
	"testing"

	"cairn/catalog"
)

// Limits of lines and of the queue.
const (
	LongestLine = longestLine
	MostWaiting = mostWaiting
)

var ScoreText = scoreText

// Names returns every command, limit, option and synonym.
func Names(game *catalog.Entry) []string {
	names := goUsages()
	for _, c := range commands() {
		names = append(names, c.name)
	}
	d := newDialogue(Options{Game: game, Games: catalog.Standard()})
	for _, option := range d.settings() {
		names = append(names, option.name)
	}
	for name := range optionSynonyms {
		names = append(names, name)
	}
	for name := range synonyms {
		names = append(names, name)
	}
	return names
}

// CheckArguments executes the commands with arguments, and fails if a refused command has an
// effect.
func CheckArguments(ctx context.Context, t *testing.T, o Options, words []string) {
	d := newDialogue(o)
	before := d.state.String()
	if err := d.setPosition(ctx, words); err != nil && d.state.String() != before {
		t.Errorf("%v, but the position is %s now", err, d.state)
	}
	if (len(d.state.Moves()) == 0) != d.state.Result().Over() {
		t.Errorf("%s: %d moves, %v", d.state, len(d.state.Moves()), d.state.Result())
	}
	options := d.options
	if err := d.setOption(ctx, words); err != nil && (d.options != options || d.game != o.Game) {
		t.Errorf("%v, but the options are %+v of %s now", err, d.options, d.game.Info().ID)
	}
	if (len(d.state.Moves()) == 0) != d.state.Result().Over() {
		t.Errorf("%s: %d moves, %v", d.state, len(d.state.Moves()), d.state.Result())
	}
	if l, err := readLimits(words, d.state.Turn()); err == nil && (l.Time < 0 || l.Depth < 0 || l.Clock.Left < 0 || l.Clock.Turns < 0) {
		t.Errorf("limits %+v below zero", l)
	}
}
