// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"strings"

	"cairn/game"
)

// engineVerb is a command of the protocol.
type engineVerb struct {
	name  string
	usage string // what follows the name
	help  string
	do    func(d *dialogue, ctx context.Context, words []string) error
}

// engineVerbs returns the commands in the order help lists them.
func engineVerbs() []engineVerb {
	return []engineVerb{
		{"uci", "", "who answers, and with which options", bare((*dialogue).introduce)},
		{"isready", "", "make everything ready, then answer readyok", (*dialogue).makeReady},
		{"setoption", "name NAME value VALUE", "change an option", (*dialogue).setOption},
		{"newgame", "", "forget what was found out, back to the start", bare((*dialogue).newGame)},
		{"position", "start | text P [moves M…]", "the position to think about", (*dialogue).setPosition},
		{"go", "[LIMIT…]", "think; the limits: " + strings.Join(goUsages(), ", "), (*dialogue).think},
		{"stop", "", "end thinking and answer with the best move so far", bare(func(*dialogue) {})},
		{"show", "", "the board, the position and how it stands", bare((*dialogue).show)},
		{"moves", "", "the legal moves", bare((*dialogue).listMoves)},
		{"probe", "", "exact values by solved tables, the moves first", (*dialogue).probe},
		{"help", "", "this list", bare((*dialogue).helpVerbs)},
		{"quit", "", "end, when what was asked is answered", bare(func(*dialogue) {})}, // done before it comes here
	}
}

// synonyms are words of UCI that have shorter names here.
var synonyms = map[string]string{
	"ucinewgame": "newgame", "startpos": "start", "fen": "text",
	"wtime": "white", "btime": "black", "movestogo": "turns",
}

// plainWord returns the name a word has here.
func plainWord(word string) string {
	if name, ok := synonyms[word]; ok {
		return name
	}
	return word
}

func findVerb(word string) (engineVerb, error) {
	var names []string
	for _, verb := range engineVerbs() {
		if verb.name == plainWord(word) {
			return verb, nil
		}
		names = append(names, verb.name)
	}
	return engineVerb{}, fmt.Errorf("unknown command %.40q: want one of %s", word, joined(names))
}

// bare makes a command of what takes no words and cannot fail.
func bare(do func(*dialogue)) func(*dialogue, context.Context, []string) error {
	return func(d *dialogue, _ context.Context, words []string) error {
		if len(words) > 0 {
			return fmt.Errorf("one word too many: %.40q", words[0])
		}
		do(d)
		return nil
	}
}

func (d *dialogue) introduce() {
	info := d.entry.Info()
	d.say("id name Cairn %s", version())
	d.say("id author the Cairn authors")
	d.say("id game %s %d", info.ID, info.Revision)
	for _, o := range d.options.list(d.entry) {
		d.say("option name %s type %s", o.name, o.kind)
	}
	d.say("uciok")
}

func (d *dialogue) newGame() {
	if d.thinker != nil {
		d.thinker.Clear()
	}
	d.course = courseFrom(d.entry.Start())
}

// show draws the board and tells how the game stands, its history counted.
func (d *dialogue) show() {
	info := d.entry.Info()
	result := d.history.Judge(info.Draws, d.state)
	d.say("%s\nposition %s\nturn %s\nresult %s",
		strings.TrimRight(info.Board.Text(d.state.View(), game.ASCII), "\n"),
		d.state, d.state.Turn(), outcome(result.Verdict, result.Reason.String()))
}

func (d *dialogue) listMoves() {
	words := []string{"moves"}
	for _, move := range d.state.Moves() {
		words = append(words, move.Text)
	}
	d.say("%s", strings.Join(words, " "))
}

func (d *dialogue) helpVerbs() {
	for _, verb := range engineVerbs() {
		d.say("help %s: %s", strings.TrimSpace(verb.name+" "+verb.usage), verb.help)
	}
}
