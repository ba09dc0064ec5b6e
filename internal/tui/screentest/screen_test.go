// SPDX-License-Identifier: Apache-2.0

package screentest_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"cairn/internal/tui/screentest"
)

// element is an element of a picture.
type element struct{ name, x, y, width, height, fill, weight, text string }

// elements parses a picture, which must be well-formed XML.
func elements(t *testing.T, svg string) []element {
	t.Helper()
	var out []element
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := element{name: token.Name.Local}
			for _, a := range token.Attr {
				switch a.Name.Local {
				case "x":
					e.x, _, _ = strings.Cut(a.Value, " ")
				case "y":
					e.y = a.Value
				case "width":
					e.width = a.Value
				case "height":
					e.height = a.Value
				case "fill":
					e.fill = a.Value
				case "font-weight":
					e.weight = a.Value
				}
			}
			out = append(out, e)
		case xml.CharData:
			if text := strings.TrimSpace(string(token)); text != "" {
				out[len(out)-1].text += text
			}
		}
	}
}

// texts returns the words of a picture with their colours.
func texts(t *testing.T, svg string) string {
	t.Helper()
	var out []string
	for _, e := range elements(t, svg) {
		if e.name == "text" {
			out = append(out, e.text+e.fill+e.weight)
		}
	}
	return strings.Join(out, " ")
}

func TestLooks(t *testing.T) {
	const fg = "#e6ded1"
	for _, test := range []struct{ name, in, want string }{
		{"plain", "ab cd", "ab" + fg + " cd" + fg},
		{"bold", "\x1b[1ma\x1b[22mb", "a" + fg + "bold b" + fg},
		{"true colour", "\x1b[38;2;1;2;255ma", "a#0102ff"},
		{"true colour with colons", "\x1b[38:2:1:2:255ma", "a#0102ff"},
		{"colour cube", "\x1b[38;5;208ma", "a#ff8700"},
		{"grey", "\x1b[38;5;232ma\x1b[38;5;255mb", "a#080808 b#eeeeee"},
		{"named", "\x1b[31ma\x1b[91mb\x1b[38;5;1mc", "a#c5524a b#e0736a c#c5524a"},
		{"default colour again", "\x1b[31;1ma\x1b[39mb", "a#c5524abold b" + fg + "bold"},
		{"reset", "\x1b[31;1ma\x1b[mb\x1b[1mc\x1b[0md", "a#c5524abold b" + fg + " c" + fg + "bold d" + fg},
		{"reverse", "\x1b[7ma\x1b[27mb", "a#1f1b18 b" + fg},
		{"reverse of colours", "\x1b[7;31;42ma", "a#7a9a5a"},
		{"marks of XML", "<&>", "<&>" + fg},
		{"other codes are left out", "\x1b[2Ja\x1b[3;4Hb\x1b]0;title\ac\x1b]8;;x\x1b\\d\x1b=e", "a" + fg + " b" + fg + " c" + fg + " d" + fg + " e" + fg},
		{"broken codes end the text", "a\x1b[38;2;1", "a" + fg},
		{"broken title", "a\x1b]0;title", "a" + fg},
		{"lone escape", "a\x1b", "a" + fg},
		{"unknown colour kind", "\x1b[38;9;1ma", "a" + fg},
		{"control characters", "a\rb\a\t", "ab" + fg},
	} {
		if got := texts(t, screentest.Page{}.SVG(test.in)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestAttributes(t *testing.T) {
	svg := screentest.Page{}.SVG("\x1b[2;3;4mx\x1b[22;23;24my")
	if !strings.Contains(svg, `opacity="0.6" font-style="italic" text-decoration="underline" y=`) {
		t.Errorf("faint, italic and underline are missing:\n%s", svg)
	}
	if n := strings.Count(svg, "opacity"); n != 1 {
		t.Errorf("%d faint texts, want 1", n)
	}
}

// TestPlaces checks where things stand: cells are 10 by 19 with a margin of 16.
func TestPlaces(t *testing.T) {
	all := elements(t, screentest.Page{}.SVG("ab\n \x1b[48;2;9;9;9m█c\x1b[44m \x1b[0m\n"))
	want := []element{
		{name: "svg", width: "72", height: "70"},
		{name: "rect", width: "100%", height: "100%", fill: "#1f1b18"},
		{name: "g"},
		{name: "rect", x: "26", y: "35", width: "20", height: "19", fill: "#090909"},
		{name: "rect", x: "46", y: "35", width: "10", height: "19", fill: "#5f86b3"},
		{name: "text", x: "16", y: "31", fill: "#e6ded1", text: "ab"},
	}
	for i, w := range want {
		if i >= len(all) || all[i] != w {
			t.Fatalf("element %d: got %+v, want %+v", i, all[min(i, len(all)-1)], w)
		}
	}
	if last := all[len(all)-1]; last.text != "c" || last.x != "36" || last.y != "50" {
		t.Errorf("the last text is %+v, want c at 36,50", last)
	}
}

// TestBlocks checks that blocks are drawn as rectangles that fill their part of
// the cell exactly.
func TestBlocks(t *testing.T) {
	for block, want := range map[string][]element{
		"▌": {{name: "rect", x: "16", y: "16", width: "5", height: "9"}, {name: "rect", x: "16", y: "25", width: "5", height: "10"}},
		"▗": {{name: "rect", x: "21", y: "25", width: "5", height: "10"}},
		"▀": {{name: "rect", x: "16", y: "16", width: "5", height: "9"}, {name: "rect", x: "21", y: "16", width: "5", height: "9"}},
	} {
		all := elements(t, screentest.Page{}.SVG(block))[3:]
		if len(all) != len(want) {
			t.Errorf("%s: %d rectangles, want %d", block, len(all), len(want))
			continue
		}
		for i, w := range want {
			w.fill = "#e6ded1"
			if all[i] != w {
				t.Errorf("%s: got %+v, want %+v", block, all[i], w)
			}
		}
	}
}

func TestPage(t *testing.T) {
	all := elements(t, screentest.Page{Columns: 80, Lines: 24, Background: "#ffffff", Foreground: "#000000"}.SVG("a"))
	if all[0].width != "832" || all[0].height != "488" || all[1].fill != "#ffffff" || all[3].fill != "#000000" {
		t.Errorf("got %+v", all)
	}
}

func FuzzSVG(f *testing.F) {
	f.Add("\x1b[1;38;2;1;2;3mab\x1b[0m\n▄█ <&>")
	f.Add("\x1b]0;x\x1b\\\x1b[")
	f.Fuzz(func(t *testing.T, text string) {
		if !strings.Contains(screentest.Page{}.SVG(text), "</svg>") {
			t.Error("the picture does not end")
		}
	})
}
