// SPDX-License-Identifier: Apache-2.0

package picture_test

import (
	"bytes"
	"image"
	"image/color"
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/picture"
)

// count returns how many pixels of a part have a colour.
func count(drawn *image.RGBA, part image.Rectangle, want color.RGBA) (n int) {
	pixel := []byte{want.R, want.G, want.B, want.A}
	for y := part.Min.Y; y < part.Max.Y; y++ {
		row := drawn.Pix[drawn.PixOffset(part.Min.X, y):drawn.PixOffset(part.Max.X, y)]
		for ; len(row) > 0; row = row[4:] {
			if bytes.Equal(row[:4], pixel) {
				n++
			}
		}
	}
	return n
}

// families returns the first rule set of each family.
func families() (list []game.Game) {
	seen := map[string]bool{}
	for _, e := range catalog.Standard().All() {
		if family := e.Info().Family; !seen[family] {
			seen[family] = true
			list = append(list, e)
		}
	}
	return list
}

// Men of both sides and the last move show, the words are there, and nothing
// reaches the border.
func TestPosition(t *testing.T) {
	white, black := color.RGBA{0xf6, 0xee, 0xe0, 0xff}, color.RGBA{0x37, 0x32, 0x2e, 0xff}
	ground, title, recent := color.RGBA{0xef, 0xe8, 0xdc, 0xff}, color.RGBA{0x2b, 0x22, 0x19, 0xff}, color.RGBA{0xff, 0xe2, 0x7a, 0xff}
	all := image.Rect(0, 0, picture.Width, picture.Height)
	for _, g := range families() {
		info, view := g.Info(), g.Start().View()
		t.Run(info.ID, func(t *testing.T) {
			draw := func(men []game.Man, last ...game.Point) *image.RGBA {
				shown := view
				shown.Men = men
				drawn := picture.Position(info.Board, shown, last, picture.Caption{Title: info.Name, Players: [2]string{"somebody-with-a-very-long-name", "b"}, Text: "Being played"})
				if drawn.Bounds() != all {
					t.Fatalf("got the bounds %v", drawn.Bounds())
				}
				return drawn
			}
			men := make([]game.Man, len(view.Men))
			empty := draw(men)
			men[0], men[1] = game.ManOf(game.White), game.ManOf(game.Black)
			full := draw(men, 1)
			for name, ink := range map[string]color.RGBA{"white": white, "black": black, "recent": recent} {
				if was, is := count(empty, all, ink), count(full, all, ink); is < was+100 {
					t.Errorf("got %d pixels of %s, %d on an empty board", is, name, was)
				}
			}
			if count(full, all, title) < 200 {
				t.Errorf("got %d pixels of the title", count(full, all, title))
			}
			const edge = 30
			for _, part := range []image.Rectangle{{all.Min, image.Pt(edge, picture.Height)}, {all.Min, image.Pt(picture.Width, edge)}, {image.Pt(picture.Width-edge, 0), all.Max}, {image.Pt(0, picture.Height-edge), all.Max}} {
				if got, want := count(full, part, ground), part.Dx()*part.Dy(); got != want {
					t.Errorf("the border %v has %d pixels of the ground, want %d", part, got, want)
				}
			}
		})
	}
}
