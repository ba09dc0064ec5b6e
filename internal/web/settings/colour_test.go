// SPDX-License-Identifier: Apache-2.0

package settings_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// palette has the colours of a CSS rule by name.
type palette map[string]string

var variable = regexp.MustCompile(`--([a-z0-9-]+): ([^;]+);`)

// readPalette returns the colours of the rule whose first line contains the
// selector.
func readPalette(t *testing.T, file, selector string) palette {
	t.Helper()
	css, err := os.ReadFile("../static/" + file)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(css), selector+" {\n")
	if !found {
		t.Fatalf("%s has no rule for %s", file, selector)
	}
	rule, _, _ := strings.Cut(rest, "\n}")
	p := palette{}
	for _, v := range variable.FindAllStringSubmatch(rule, -1) {
		p[v[1]] = v[2]
	}
	return p
}

// luminance is that of WCAG 2 (relative luminance), for the light or the dark
// half of a colour.
func (p palette) luminance(t *testing.T, name string, dark bool) float64 {
	t.Helper()
	value := p[name]
	if pair, ok := strings.CutPrefix(value, "light-dark("); ok {
		light, night, _ := strings.Cut(strings.TrimSuffix(pair, ")"), ", ")
		value = light
		if dark {
			value = night
		}
	}
	if len(value) == 4 {
		value = "#" + strings.Repeat(value[1:2], 2) + strings.Repeat(value[2:3], 2) + strings.Repeat(value[3:], 2)
	}
	var r, g, b uint8
	if _, err := fmt.Sscanf(value, "#%02x%02x%02x", &r, &g, &b); err != nil {
		t.Fatalf("--%s is %q, which is no colour: %v", name, value, err)
	}
	linear := func(c uint8) float64 {
		if v := float64(c) / 255; v > 0.04045 {
			return math.Pow((v+0.055)/1.055, 2.4)
		}
		return float64(c) / 255 / 12.92
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

// contrast checks the contrast of two colours in the light and the dark theme.
func (p palette) contrast(t *testing.T, front, back string, want float64) {
	t.Helper()
	for _, dark := range []bool{false, true} {
		a, b := p.luminance(t, front, dark), p.luminance(t, back, dark)
		if got := (max(a, b) + 0.05) / (min(a, b) + 0.05); got < want {
			t.Errorf("%s on %s, dark %v: contrast %.2f, want %.1f", front, back, dark, got, want)
		}
	}
}

// Words need 4.5 to 1, borders of controls and the focus 3 to 1 (WCAG 2.2, 1.4.3
// and 1.4.11).
func TestContrastOfPages(t *testing.T) {
	p := readPalette(t, "base.css", ":root")
	for _, back := range []string{"ground", "paper", "sunken"} {
		for _, front := range []string{"ink", "soft", "accent", "danger"} {
			p.contrast(t, front, back, 4.5)
		}
		p.contrast(t, "focus", back, 3)
	}
	p.contrast(t, "edge", "paper", 3)
	p.contrast(t, "on-accent", "button", 4.5)
	p.contrast(t, "accent-strong", "accent-wash", 4.5)
	p.contrast(t, "ink", "accent-wash", 4.5)
	p.contrast(t, "danger", "danger-wash", 4.5)
}

// Lines and marks are visible everywhere on every board.
func TestContrastOfBoards(t *testing.T) {
	for _, theme := range web.BoardThemes {
		t.Run(theme, func(t *testing.T) {
			p := readPalette(t, "themes.css", `[data-board="`+theme+`"]`)
			for _, back := range []string{"board-1", "board-2", "board-3"} {
				p.contrast(t, "groove", back, 3)
				p.contrast(t, "lit", back, 3)
				p.contrast(t, "taking", back, 3)
			}
			p.contrast(t, "coordinate", "board-2", 4.5)
		})
	}
}

// The men of the two sides differ in brightness, not only in hue.
func TestContrastOfMen(t *testing.T) {
	for _, men := range web.MenColours {
		t.Run(men, func(t *testing.T) {
			readPalette(t, "themes.css", `[data-men="`+men+`"]`).contrast(t, "white", "black", 1.6)
		})
	}
}

// All boards and men of the settings are in the style sheets.
func TestLooksAreStyled(t *testing.T) {
	_, css := webtest.NewSite(t).Browser().Packed("/static/x/cairn.css")
	if strings.Contains(css, "/*") {
		t.Error("the comments are sent along")
	}
	for attribute, names := range map[string][]string{"data-board": web.BoardThemes, "data-men": web.MenColours} {
		for _, name := range names {
			if rule := "[" + attribute + `="` + name + `"] {`; !strings.Contains(css, rule) {
				t.Errorf("no style sheet has a rule for %s", rule)
			}
		}
	}
}
