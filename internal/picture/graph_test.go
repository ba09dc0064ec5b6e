// SPDX-License-Identifier: Apache-2.0

package picture_test

import (
	"image"
	"image/color"
	"testing"

	"cairn/internal/picture"
)

// Exact values, estimates and turning points each have their colour, and what is not
// known is a gap.
func TestReview(t *testing.T) {
	exact, estimate, mistake := color.RGBA{0x20, 0x60, 0x4a, 0xff}, color.RGBA{0x9a, 0x8c, 0x78, 0xff}, color.RGBA{0xa8, 0x33, 0x1c, 0xff}
	all := image.Rect(0, 0, picture.Width, picture.Height)
	draw := func(values ...picture.GraphValue) (n [3]int) {
		t.Helper()
		drawn := picture.Review(picture.Graph{Bands: [3]string{"White wins", "Draw", "Black wins"}, Values: values}, picture.Caption{Title: "Game", Players: [2]string{"ann", "bob"}, Text: "White wins."})
		if drawn.Bounds() != all {
			t.Fatalf("got %v", drawn.Bounds())
		}
		for i, ink := range []color.RGBA{exact, estimate, mistake} {
			n[i] = count(drawn, all, ink)
		}
		return n
	}
	known, guess := picture.GraphValue{Known: true, Exact: true, Height: 9}, picture.GraphValue{Known: true, Height: -.5}
	fault := known
	fault.Mistake = true
	for name, c := range map[string]struct {
		values []picture.GraphValue
		want   [3]bool
	}{
		"nothing":  {nil, [3]bool{}},
		"gap":      {[]picture.GraphValue{known, {}, known}, [3]bool{}},
		"exact":    {[]picture.GraphValue{known, known}, [3]bool{true, false, false}},
		"estimate": {[]picture.GraphValue{known, guess, guess}, [3]bool{false, true, false}},
		"mistake":  {[]picture.GraphValue{known, fault}, [3]bool{true, false, true}},
	} {
		got := draw(c.values...)
		for i, want := range c.want {
			if (got[i] > 100) != want || !want && got[i] > 0 {
				t.Errorf("%s: got %v pixels of each colour, want %v", name, got, c.want)
			}
		}
	}
}
