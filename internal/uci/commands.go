// SPDX-License-Identifier: Apache-2.0

package uci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cairn/game"
)

// protocolCommand is a command of the protocol.
type protocolCommand struct {
	name  string
	usage string // arguments, as help shows them
	help  string
	do    func(d *dialogue, ctx context.Context, words []string) error
}

// commands returns all commands in the order of help.
func commands() []protocolCommand {
	return []protocolCommand{
		{"uci", "", "print name, version and options, then uciok", bare(func(d *dialogue) { d.introduce("uciok") })},
		{"ugi", "", "the same, then ugiok", bare(func(d *dialogue) { d.introduce("ugiok") })},
		{"isready", "", "prepare the engine, then print readyok", (*dialogue).makeReady},
		{"setoption", "name NAME value VALUE", "change an option", (*dialogue).setOption},
		{"newgame", "", "clear the memory and return to the start", bare((*dialogue).newGame)},
		{"position", "start | text P [moves M…]", "set the position", (*dialogue).setPosition},
		{"go", "[LIMIT…]", "search; limits: " + strings.Join(goUsages(), ", "), (*dialogue).think},
		{"stop", "", "end the search and print the best move so far", bare(func(*dialogue) {})},
		{"ponderhit", "", "the move expected by go ponder has been played", bare(func(d *dialogue) {
			d.complain(errors.New(`ponderhit: no search ponders: want "go ponder" before`))
		})},
		{"query", "p1turn | gameover | result", "print response and the answer for the position", (*dialogue).query},
		{"show", "", "print the board, the position and the result", bare((*dialogue).show)},
		{"moves", "", "print the legal moves", bare((*dialogue).listMoves)},
		{"probe", "", "print the exact values in solved tables, of the moves first", (*dialogue).probe},
		{"help", "", "print this list", bare((*dialogue).listCommands)},
		{"quit", "", "end after the pending answers", bare(func(*dialogue) {})}, // handled by run
	}
}

// synonyms map words of UCI and UGI to the names used here. Player 1 of UGI is White, who
// begins in all games.
var synonyms = map[string]string{
	"ucinewgame": "newgame", "uginewgame": "newgame", "startpos": "start", "fen": "text",
	"wtime": "white", "btime": "black", "movestogo": "turns",
	"p1time": "white", "p2time": "black", "p1inc": "winc", "p2inc": "binc",
}

// shortName returns the name used here for a word of UCI or UGI.
func shortName(word string) string {
	if name, ok := synonyms[word]; ok {
		return name
	}
	return word
}

func findCommand(word string) (protocolCommand, error) {
	var names []string
	for _, c := range commands() {
		if c.name == shortName(word) {
			return c, nil
		}
		names = append(names, c.name)
	}
	return protocolCommand{}, fmt.Errorf("unknown command %.40q: want one of %s", word, strings.Join(names, ", "))
}

// bare adapts the function of a command without arguments and errors.
func bare(do func(*dialogue)) func(*dialogue, context.Context, []string) error {
	return func(d *dialogue, _ context.Context, words []string) error {
		if len(words) > 0 {
			return fmt.Errorf("one word too many: %.40q", words[0])
		}
		do(d)
		return nil
	}
}

// introduce handles "uci" and "ugi", which end with different words.
func (d *dialogue) introduce(last string) {
	info := d.game.Info()
	d.say("id name Cairn %s", d.given.Version)
	d.say("id author the Cairn authors")
	d.say("id game %s %d", info.ID, info.Revision)
	for _, o := range d.settings() {
		d.say("option name %s type %s", o.name, o.kind)
	}
	d.say("%s", last)
}

// query handles the questions of UGI about the position.
func (d *dialogue) query(_ context.Context, words []string) error {
	result := d.history.Result(d.game.Info().Draws, d.state)
	switch strings.Join(words, " ") {
	case "p1turn":
		d.say("response %t", d.state.Turn() == game.White)
	case "gameover":
		d.say("response %t", result.Over())
	case "result":
		d.say("response %s", map[game.Verdict]string{
			game.WhiteWins: "p1win", game.BlackWins: "p2win", game.Draw: "draw", game.Playing: "none",
		}[result.Verdict])
	default:
		return errors.New("want p1turn, gameover or result")
	}
	return nil
}

func (d *dialogue) newGame() {
	if d.thinker != nil {
		d.thinker.Clear()
	}
	d.playedLine = lineFrom(d.game.Start())
}

// show prints the board, the position and the result, repetitions included.
func (d *dialogue) show() {
	info := d.game.Info()
	result := d.history.Result(info.Draws, d.state)
	d.say("%s\nposition %s\nturn %s\nresult %s",
		strings.TrimRight(info.Board.Text(d.state.View(), game.ASCII), "\n"),
		d.state, d.state.Turn(), resultText(result))
}

func (d *dialogue) listMoves() {
	words := []string{"moves"}
	for _, move := range d.state.Moves() {
		words = append(words, move.Text)
	}
	d.say("%s", strings.Join(words, " "))
}

func (d *dialogue) listCommands() {
	for _, c := range commands() {
		d.say("help %s: %s", strings.TrimSpace(c.name+" "+c.usage), c.help)
	}
}

// resultText writes a result: "playing", "white-wins (no-moves)".
func resultText(r game.Result) string {
	if reason := r.Reason.String(); reason != "" {
		return r.Verdict.String() + " (" + reason + ")"
	}
	return r.Verdict.String()
}

// playedLine is a position with the moves that led to it.
type playedLine struct {
	state   game.State
	history game.History
}

// lineFrom returns a line that begins at a position.
func lineFrom(s game.State) playedLine {
	at := playedLine{state: s}
	at.history.Push(s.Hash(), true)
	return at
}

// play makes a move.
func (at *playedLine) play(text string) error {
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

// setPosition handles "start" or "text P", with "moves M…" after it. On an error
// the position stays unchanged.
func (d *dialogue) setPosition(_ context.Context, words []string) error {
	var moves []string
	if i := slices.Index(words, "moves"); i >= 0 {
		words, moves = words[:i], words[i+1:]
	}
	state, err := d.readPosition(words)
	if err != nil {
		return err
	}
	at := lineFrom(state)
	for i, text := range moves {
		if err := at.play(text); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	d.playedLine = at
	return nil
}

// readPosition reads the words before "moves".
func (d *dialogue) readPosition(words []string) (game.State, error) {
	kind := ""
	if len(words) > 0 {
		kind = shortName(words[0])
	}
	switch {
	case kind == "start" && len(words) == 1:
		return d.game.Start(), nil
	case kind == "start":
		return nil, fmt.Errorf(`%.40q after "start": want "moves" or nothing`, words[1])
	case kind == "text" && len(words) > 1:
		return d.game.Parse(strings.Join(words[1:], " "))
	}
	return nil, errors.New(`want "start" or "text" with a position, then optionally "moves" with moves`)
}
