// SPDX-License-Identifier: Apache-2.0

package picture_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"math/rand/v2"
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/picture"
)

// film plays random moves and returns the positions.
func film(g game.Game, plies int) []picture.Frame {
	random := rand.New(rand.NewPCG(1, 2))
	state := g.Start()
	frames := []picture.Frame{{View: state.View()}}
	for len(frames) < plies && !state.Result().Over() {
		moves := state.Moves()
		move := moves[random.IntN(len(moves))]
		state, _ = state.Play(move.Text)
		last := move.Paths[0].Points()
		frames = append(frames, picture.Frame{View: state.View(), Last: append(last, last...)}) // a chain may come twice to a point
	}
	return frames
}

// The last frame, drawn over all earlier ones, shows the last position.
func TestAnimation(t *testing.T) {
	for _, g := range families() {
		t.Run(g.Info().ID, func(t *testing.T) {
			frames := film(g, 40)
			drawn := picture.Animation(g.Info().Board, frames, [2]string{"Ada – Björn", "Cairn"})
			whole := picture.Animation(g.Info().Board, frames[len(frames)-1:], [2]string{"Ada – Björn", "Cairn"})
			var out bytes.Buffer
			if err := gif.EncodeAll(&out, drawn); err != nil {
				t.Fatal(err)
			}
			read, err := gif.DecodeAll(&out)
			if err != nil {
				t.Fatal(err)
			}
			shown := image.NewRGBA(image.Rect(0, 0, read.Config.Width, read.Config.Height))
			for _, frame := range read.Image {
				draw.Draw(shown, frame.Bounds(), frame, frame.Bounds().Min, draw.Over)
			}
			want := image.NewRGBA(shown.Bounds())
			draw.Draw(want, want.Bounds(), whole.Image[0], image.Point{}, draw.Src)
			if !bytes.Equal(shown.Pix, want.Pix) {
				t.Error("the last frame does not show the last position")
			}
			if len(read.Image) < 2 || read.Image[1].Bounds() == read.Image[0].Bounds() {
				t.Error("a frame holds more than what changes")
			}
		})
	}
}

// A long game is bounded in frames and bytes.
func TestLongAnimation(t *testing.T) {
	g := families()[0]
	frames := film(g, 200)
	for len(frames) < 4*picture.MaxFrames {
		frames = append(frames, frames...)
	}
	drawn := picture.Animation(g.Info().Board, frames, [2]string{})
	total := 0
	for _, d := range drawn.Delay {
		total += d
	}
	if len(drawn.Image) > picture.MaxFrames || len(drawn.Image) != len(drawn.Delay) || total < 90*picture.MaxFrames {
		t.Errorf("got %d frames for %v", len(drawn.Image), time.Duration(total)*10*time.Millisecond)
	}
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, drawn); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 3<<20 {
		t.Errorf("got %d bytes", out.Len())
	}
	if empty := picture.Animation(g.Info().Board, nil, [2]string{}); len(empty.Image) > 0 {
		t.Errorf("without positions: %v", empty)
	}
}

func BenchmarkAnimation(b *testing.B) {
	g := families()[0]
	frames := film(g, 100)
	for b.Loop() {
		drawn := picture.Animation(g.Info().Board, frames, [2]string{"Ada – Björn", "Cairn"})
		var out bytes.Buffer
		if err := gif.EncodeAll(&out, drawn); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(out.Len()), "bytes")
	}
}
