// SPDX-License-Identifier: Apache-2.0

package canvas

import (
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"cairn/game"
)

// menColours are the colours of the pieces of both sides, with the names of the sides.
type menColours struct {
	name  string    // key of the pair's name
	sides [2]string // keys of the sides' names
	fill  [2]color.Color
}

// boardColours are the colours of a board.
type boardColours struct {
	name                        string // key of the board's name
	ground, line, light, cursor color.Color
}

// The colours to choose from; the first are the default. Boards are of middle
// brightness, so that every pair of pieces stands out on each of them.
var (
	menChoices = []menColours{
		{"ivory", [2]string{"white", "black"}, pair("#FFF6E3", "#211812")},
		{"redblue", [2]string{"red", "blue"}, pair("#C6211B", "#1D3FA8")},
		{"amberteal", [2]string{"amber", "teal"}, pair("#FFD166", "#0B4F5C")},
		{"greenrose", [2]string{"rose", "green"}, pair("#FFD9DE", "#1E4D2B")},
	}
	boardChoices = []boardColours{
		{"oak", tint("#C0925A"), tint("#5F3C1E"), tint("#2F6B3A"), tint("#8C1C13")},
		{"slate", tint("#8A9AA5"), tint("#3A4750"), tint("#1F5E4A"), tint("#7A1F3D")},
		{"moss", tint("#93A97F"), tint("#42542F"), tint("#7A4B00"), tint("#7A1F3D")},
		{"sand", tint("#BFA678"), tint("#6B5834"), tint("#1F5E4A"), tint("#8C1C13")},
	}
)

// The only colours of a terminal with 16, whose shades differ from one to the next: among
// them magenta alone is of middle brightness everywhere.
var (
	basicMen   = menColours{"ivory", [2]string{"white", "black"}, [2]color.Color{lipgloss.BrightWhite, lipgloss.Black}}
	basicBoard = boardColours{"", lipgloss.Magenta, lipgloss.Black, lipgloss.BrightCyan, lipgloss.BrightYellow}
)

func tint(hex string) color.Color { return lipgloss.Color(hex) }

func pair(white, black string) [2]color.Color { return [2]color.Color{tint(white), tint(black)} }

// Look is the choice of colours and glyphs.
type Look struct {
	Men    int // index of the colours of pieces
	Board  int // index of the colours of the board
	Colour bool
	Basic  bool // the terminal has 16 colours
	ASCII  bool
	Ground Ground
}

// Ground is the background of a terminal, which not every terminal tells.
type Ground uint8

// The backgrounds.
const (
	Unknown Ground = iota
	Dark
	Light
)

// coloursFile holds the names of the chosen colours, in the state folder.
const coloursFile = "colours"

// Save writes the chosen colours to the state folder. Errors are ignored: then the
// choice lasts as long as the program.
func (l Look) Save(state string) {
	if state != "" && os.MkdirAll(state, 0o700) == nil {
		text := menChoices[l.Men].name + " " + boardChoices[l.Board].name + "\n"
		_ = os.WriteFile(filepath.Join(state, coloursFile), []byte(text), 0o600)
	}
}

// Load sets the colours that Save wrote.
func (l *Look) Load(state string) {
	text, err := os.ReadFile(filepath.Join(state, coloursFile))
	if state == "" || err != nil {
		return
	}
	for _, name := range strings.Fields(string(text)) {
		if i := slices.IndexFunc(menChoices, func(c menColours) bool { return c.name == name }); i >= 0 {
			l.Men = i
		}
		if i := slices.IndexFunc(boardChoices, func(c boardColours) bool { return c.name == name }); i >= 0 {
			l.Board = i
		}
	}
}

func (l Look) menColours() menColours {
	if l.Basic {
		return basicMen
	}
	return menChoices[l.Men]
}

func (l Look) boardColours() boardColours {
	if l.Basic {
		return basicBoard
	}
	return boardChoices[l.Board]
}

// Text, Soft and Bold are the styles of normal, secondary and emphasised text.
func (l Look) Text() Paint { return Paint{} }
func (l Look) Soft() Paint { return Paint{faint: true} }
func (l Look) Bold() Paint { return Paint{bold: true} }

// Accent is the style of titles and prompts.
func (l Look) Accent() Paint { return l.tinted("#A7671D", "#E0A458", "#8A4B08") }

// Alarm is the style of errors.
func (l Look) Alarm() Paint { return l.tinted("#D63D2B", "#FF8A75", "#A3200D") }

// tinted returns bold text in a colour for each Ground.
func (l Look) tinted(shades ...string) Paint {
	if !l.Colour || l.Basic {
		return Paint{bold: true}
	}
	return Paint{fg: tint(shades[l.Ground]), bold: true}
}

// Man is the style of a piece off the board.
func (l Look) Man(s game.Side) Paint {
	if !l.Colour {
		return Paint{}
	}
	return Paint{fg: l.menColours().fill[s], bg: l.boardColours().ground, bold: true}
}

// onMan is the style of a mark on a piece: light or dark, to contrast.
func (l Look) onMan(s game.Side) Paint {
	fill := l.menColours().fill[s]
	mark := menChoices[0].fill
	if l.Basic {
		mark = basicMen.fill
	}
	if brightness(fill) > 0.5 {
		return Paint{fg: mark[game.Black], bg: fill, bold: true}
	}
	return Paint{fg: mark[game.White], bg: fill, bold: true}
}

// brightness is the luma of a colour, from 0 to 1 (ITU-R BT.601).
func brightness(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	return (0.299*float64(r) + 0.587*float64(g) + 0.114*float64(b)) / 0xffff
}

// glyphs are the characters of boards, frames and marks.
type glyphs struct {
	game.Glyphs
	from, here, take         rune // source of the last turn, legal target, piece to take
	bar, post                rune
	corners                  [4]rune // upper left and right, lower left and right
	left, right, trace, turn rune    // around a legal touch; around the last turn; before the side to move
}

var (
	unicodeGlyphs = glyphs{
		Glyphs: game.Unicode, from: '◌', here: '•', take: '×', bar: '─', post: '│',
		corners: [4]rune{'╭', '╮', '╰', '╯'}, left: '‹', right: '›', trace: '·', turn: '▸',
	}
	asciiGlyphs = glyphs{
		Glyphs: game.ASCII, from: 'o', here: '*', take: 'x', bar: '-', post: '|',
		corners: [4]rune{'+', '+', '+', '+'}, left: '<', right: '>', trace: '.', turn: '>',
	}
)

func (l Look) glyphs() glyphs {
	if l.ASCII {
		return asciiGlyphs
	}
	return unicodeGlyphs
}

// Glyph returns the character of a piece. In colour both sides have a filled one.
func (l Look) Glyph(s game.Side) rune {
	g := l.glyphs()
	switch {
	case l.ASCII || !l.Colour:
		return [2]rune{g.White, g.Black}[s]
	default:
		return '●'
	}
}

// Names returns the keys of the names of the sides in these colours, empty without colours.
func (l Look) Names() [2]string {
	if !l.Colour {
		return [2]string{}
	}
	return l.menColours().sides
}

// Choosable reports whether the terminal has colours to choose from.
func (l Look) Choosable() bool { return l.Colour && !l.Basic }

// Choices returns the keys of the chosen colours of pieces and board.
func (l Look) Choices() (men, board string) { return l.menColours().name, l.boardColours().name }

// NextMen chooses other colours of the pieces, by steps from the present ones.
func (l *Look) NextMen(by int) { l.Men = (l.Men + by + len(menChoices)) % len(menChoices) }

// NextBoard chooses other colours of the board.
func (l *Look) NextBoard(by int) { l.Board = (l.Board + by + len(boardChoices)) % len(boardChoices) }
