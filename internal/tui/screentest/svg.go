// SPDX-License-Identifier: Apache-2.0

package screentest

import (
	"fmt"
	"strings"
)

// The size of a cell in whole pixels, so that neighbouring cells meet without a
// seam, and the font size at which DejaVu Sans Mono fills it: its characters
// are 0.602 of it wide and 1.164 high.
const (
	cellWidth  = 10
	cellHeight = 19
	fontSize   = 16.61
	ascent     = 15
	margin     = 16
)

// Page is the size and the colours of a picture.
type Page struct {
	Columns, Lines         int    // of the terminal; 0 means as many as the text has
	Background, Foreground string // "#rrggbb"; empty means dark
}

// SVG draws the text.
func (p Page) SVG(text string) string {
	lines := parse(strings.TrimSuffix(text, "\n"))
	p = p.fit(lines)
	width, height := p.Columns*cellWidth+2*margin, p.Lines*cellHeight+2*margin
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">`+"\n", width, height, width, height)
	fmt.Fprintf(&out, `<rect width="100%%" height="100%%" rx="10" fill="%s"/>`+"\n", p.Background)
	fmt.Fprintf(&out, `<g font-family="DejaVu Sans Mono, monospace" font-size="%g" shape-rendering="crispEdges">`+"\n", fontSize)
	for y, line := range lines {
		for _, r := range line {
			p.back(&out, y, r)
		}
	}
	for y, line := range lines {
		for _, r := range line {
			p.front(&out, y, r)
		}
	}
	out.WriteString("</g>\n</svg>\n")
	return out.String()
}

func (p Page) fit(lines [][]run) Page {
	if p.Background == "" {
		p.Background, p.Foreground = "#1f1b18", "#e6ded1"
	}
	if p.Lines == 0 {
		p.Lines = len(lines)
	}
	if p.Columns == 0 {
		for _, line := range lines {
			for _, r := range line {
				p.Columns = max(p.Columns, r.column+len([]rune(r.text)))
			}
		}
	}
	return p
}

// colours returns the colours of a style's text and background; the background is empty if it
// is that of the page.
func (p Page) colours(s style) (fg, bg string) {
	fg, bg = s.fg, s.bg
	if fg == "" {
		fg = p.Foreground
	}
	if s.reverse {
		if bg == "" {
			bg = p.Background
		}
		return bg, fg
	}
	return fg, bg
}

func (p Page) back(out *strings.Builder, y int, r run) {
	if _, bg := p.colours(r.style); bg != "" {
		box(out, margin+r.column*cellWidth, margin+y*cellHeight, len([]rune(r.text))*cellWidth, cellHeight, bg)
	}
}

// front draws the characters of a run: blocks as rectangles, so that they do not depend on a
// font, and others word by word, with a position for each character, so that the widths of a
// font do not shift the columns.
func (p Page) front(out *strings.Builder, y int, r run) {
	fg, _ := p.colours(r.style)
	var letters, places []string
	flush := func() {
		if len(letters) > 0 {
			fmt.Fprintf(out, `<text fill="%s"%s y="%d" x="%s">%s</text>`+"\n",
				fg, attributes(r.style), margin+y*cellHeight+ascent, strings.Join(places, " "), strings.Join(letters, ""))
		}
		letters, places = nil, nil
	}
	for i, char := range []rune(r.text) {
		x := margin + (r.column+i)*cellWidth
		if char == ' ' || block(out, x, margin+y*cellHeight, char, fg) {
			flush()
			continue
		}
		letters, places = append(letters, escaper.Replace(string(char))), append(places, fmt.Sprint(x))
	}
	flush()
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func attributes(s style) string {
	out := ""
	if s.bold {
		out += ` font-weight="bold"`
	}
	if s.faint {
		out += ` opacity="0.6"`
	}
	if s.italic {
		out += ` font-style="italic"`
	}
	if s.underline {
		out += ` text-decoration="underline"`
	}
	return out
}
