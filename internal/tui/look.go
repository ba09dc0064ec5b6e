// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"cairn/game"
)

// menColours are the colours of the two sides' men, and what the sides are
// called when they wear them.
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

// The colours to choose from; the first are the default ones. Boards are of
// middle brightness, so that every pair of men stands out on each of them.
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

func tint(hex string) color.Color { return lipgloss.Color(hex) }

func pair(white, black string) [2]color.Color { return [2]color.Color{tint(white), tint(black)} }

// look is how the screen is drawn: which colours, or none; which characters.
type look struct {
	men    int // index in menChoices
	board  int // index in boardChoices
	colour bool
	ascii  bool
	light  bool // the terminal's background is light
}

// coloursFile holds the names of the chosen colours, in the state folder.
const coloursFile = "colours"

// remember writes the chosen colours to the state folder. If that fails they last
// as long as the program.
func (l look) remember(state string) {
	if state != "" && os.MkdirAll(state, 0o700) == nil {
		text := l.menColours().name + " " + l.boardColours().name + "\n"
		_ = os.WriteFile(filepath.Join(state, coloursFile), []byte(text), 0o600)
	}
}

// recall sets the colours that were chosen last.
func (l *look) recall(state string) {
	text, err := os.ReadFile(filepath.Join(state, coloursFile))
	if state == "" || err != nil {
		return
	}
	for _, name := range strings.Fields(string(text)) {
		if i := slices.IndexFunc(menChoices, func(c menColours) bool { return c.name == name }); i >= 0 {
			l.men = i
		}
		if i := slices.IndexFunc(boardChoices, func(c boardColours) bool { return c.name == name }); i >= 0 {
			l.board = i
		}
	}
}

func (l look) menColours() menColours     { return menChoices[l.men] }
func (l look) boardColours() boardColours { return boardChoices[l.board] }

// text is the paint of plain words; soft of lesser ones.
func (l look) text() paint { return paint{} }
func (l look) soft() paint { return paint{faint: true} }
func (l look) bold() paint { return paint{bold: true} }

// accent is the paint of what matters now.
func (l look) accent() paint { return l.tinted("#E0A458", "#8A4B08") }

// alarm is the paint of refusals.
func (l look) alarm() paint { return l.tinted("#FF8A75", "#A3200D") }

func (l look) tinted(dark, light string) paint {
	switch {
	case !l.colour:
		return paint{bold: true}
	case l.light:
		return paint{fg: tint(light), bold: true}
	default:
		return paint{fg: tint(dark), bold: true}
	}
}

// man is the paint of a side's man where it stands on no board.
func (l look) man(s game.Side) paint {
	if !l.colour {
		return paint{}
	}
	return paint{fg: l.menColours().fill[s], bg: l.boardColours().ground, bold: true}
}

// onMan is the paint of a mark on a side's man, light or dark to stand out.
func (l look) onMan(s game.Side) paint {
	fill := l.menColours().fill[s]
	mark := tint("#FFF6E3")
	if brightness(fill) > 0.5 {
		mark = tint("#211812")
	}
	return paint{fg: mark, bg: fill, bold: true}
}

// brightness is how bright a colour seems, from 0 to 1 (ITU-R BT.601).
func brightness(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	return (0.299*float64(r) + 0.587*float64(g) + 0.114*float64(b)) / 0xffff
}

// glyphs are the characters of a display beyond those of the board.
type glyphs struct {
	game.Glyphs
	from, here, take         rune // a man left this point, may come here, may be taken
	bar, post                rune
	corners                  [4]rune // upper left and right, lower left and right
	left, right, trace, turn rune    // beside a point: may be touched, came last; beside a side
	ellipsis                 string
}

var (
	unicodeGlyphs = glyphs{
		Glyphs: game.Unicode, from: '◌', here: '•', take: '×', bar: '─', post: '│',
		corners: [4]rune{'╭', '╮', '╰', '╯'}, left: '‹', right: '›', trace: '·', turn: '▸', ellipsis: "…",
	}
	asciiGlyphs = glyphs{
		Glyphs: game.ASCII, from: 'o', here: '*', take: 'x', bar: '-', post: '|',
		corners: [4]rune{'+', '+', '+', '+'}, left: '<', right: '>', trace: '.', turn: '>', ellipsis: "...",
	}
)

func (l look) glyphs() glyphs {
	if l.ascii {
		return asciiGlyphs
	}
	return unicodeGlyphs
}

// glyph returns the character of a side's man. In colour both are filled, and
// differ by colour.
func (l look) glyph(s game.Side) rune {
	g := l.glyphs()
	switch {
	case l.ascii || !l.colour:
		return [2]rune{g.White, g.Black}[s]
	default:
		return '●'
	}
}
