// SPDX-License-Identifier: Apache-2.0

// Package puzzle makes, reads and checks puzzles and drills: positions whose right
// moves are proven, by tables or by a search that reaches the end of the game.
//
// A game ships its puzzles in its content folder. The package stores no attempts and
// writes no texts for people.
package puzzle

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"cairn/game"
)

// Puzzle is a position with the moves that keep its value.
type Puzzle struct {
	ID       string     // of game and position; it never changes
	Game     string     // id of the rule set
	Position string     // as the game writes it
	Value    string     // of the position for the side to move: "win" or "draw"
	Plies    int        // until the win if both sides play best; 0 for a draw, and if not known
	Moves    []string   // all first moves that keep the value, the main one first
	Line     []string   // the solution: player, reply, player …
	Right    [][]string // all moves that keep the value, at each turn of the player; the first is Moves
	Theme    Theme
	Rating   int // initial rating
	Proof    int // depth of the search that proves the right moves; 0 for tables alone
}

// Theme is the kind of a puzzle.
type Theme string

// The themes. Each puzzle has the first that fits.
const (
	Save       Theme = "save"        // hold the draw: few moves do
	Block      Theme = "block"       // win by leaving the opponent no move
	DoubleMill Theme = "double-mill" // close mills turn after turn
	Chain      Theme = "chain"       // take several times in one turn
	Flying     Theme = "flying"      // a side flies
	Mill       Theme = "mill"        // close a mill in as many turns as the solution has
	Trap       Theme = "trap"        // a quiet move, after which a capture cannot be stopped
	Capture    Theme = "capture"     // the right capture
	Win        Theme = "win"         // any other win
)

// Themes lists the themes.
var Themes = []Theme{Save, Mill, DoubleMill, Flying, Block, Chain, Trap, Capture, Win}

// Turns returns how many moves the player has to find.
func (p *Puzzle) Turns() int { return len(p.Right) }

// idOf returns the id of a position of a game.
func idOf(gameID, position string) string {
	sum := sha256.Sum256([]byte(gameID + "\n" + position))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))
}

// File returns the name of the file with the puzzles of a game in its content.
func File(gameID string) string { return "content/puzzles/" + gameID + ".txt" }

// Load returns the puzzles that a game ships. There may be none.
func Load(g game.Game) ([]Puzzle, error) {
	id := g.Info().ID
	return readLines(g, File(id), func(line string) (Puzzle, error) { return Parse(id, line) })
}

// readLines reads every line of a file in the content of a game, which may have none.
func readLines[T any](g game.Game, name string, parse func(line string) (T, error)) ([]T, error) {
	content := g.Info().Content
	if content == nil {
		return nil, nil
	}
	data, err := fs.ReadFile(content, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []T
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		value, err := parse(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
		list = append(list, value)
	}
	return list, nil
}

// String returns the puzzle as a line of a file: position, value, theme, rating,
// solution, and Proof if it is not 0. Right moves of one turn are joined by commas.
func (p *Puzzle) String() string {
	value := p.Value
	if p.Plies > 0 {
		value += " " + strconv.Itoa(p.Plies)
	}
	turns := slices.Clone(p.Line)
	for i, right := range p.Right {
		turns[2*i] = strings.Join(right, ",")
	}
	fields := []string{p.Position, value, string(p.Theme), strconv.Itoa(p.Rating), strings.Join(turns, " ")}
	if p.Proof > 0 {
		fields = append(fields, strconv.Itoa(p.Proof))
	}
	return strings.Join(fields, ";")
}

// Parse reads the text of String. It does not check the moves.
func Parse(gameID, line string) (Puzzle, error) {
	fields := strings.Split(line, ";")
	if len(fields) == 5 {
		fields = append(fields, "0")
	}
	if len(fields) != 6 {
		return Puzzle{}, fmt.Errorf("puzzle %q: want position;value;theme;rating;solution and the plies of a search", line)
	}
	p := Puzzle{ID: idOf(gameID, fields[0]), Game: gameID, Position: fields[0], Theme: Theme(fields[2]), Line: strings.Fields(fields[4])}
	var plies string
	var err error
	number := func(text string) int {
		n, wrong := strconv.Atoi(text)
		err = errors.Join(err, wrong)
		return n
	}
	p.Value, plies, _ = strings.Cut(fields[1], " ")
	if plies != "" {
		p.Plies = number(plies)
	}
	p.Rating, p.Proof = number(fields[3]), number(fields[5])
	switch {
	case err != nil:
		return Puzzle{}, fmt.Errorf("puzzle %q: %w", line, err)
	case p.Value != "win" && fields[1] != "draw":
		return Puzzle{}, fmt.Errorf("puzzle %q: value %q: want draw, or win and the plies", line, fields[1])
	case !slices.Contains(Themes, p.Theme):
		return Puzzle{}, fmt.Errorf("puzzle %q: theme %q is not known", line, p.Theme)
	case len(p.Line)%2 == 0:
		return Puzzle{}, fmt.Errorf("puzzle %q: the solution ends with a move of the player", line)
	}
	for i := 0; i < len(p.Line); i += 2 {
		right := strings.Split(p.Line[i], ",")
		p.Right, p.Line[i] = append(p.Right, right), right[0]
	}
	p.Moves = p.Right[0]
	return p, nil
}
