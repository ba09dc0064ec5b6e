// SPDX-License-Identifier: Apache-2.0

package qr_test

import (
	"fmt"
	"strings"
	"testing"

	"cairn/internal/web/qr"
)

// grid is a code read from its path.
type grid struct {
	size int
	dark map[[2]int]bool
}

func (g *grid) Size() int { return g.size }

func (g *grid) Dark(x, y int) bool { return g.dark[[2]int{x, y}] }

// read reads the modules that a view draws.
func read(t *testing.T, v qr.View) *grid {
	t.Helper()
	g := &grid{v.Size - 2*v.Quiet, map[[2]int]bool{}}
	for _, part := range strings.Split(strings.TrimSuffix(v.Path, "z"), "z") {
		var x, y, width, back int
		if _, err := fmt.Sscanf(part, "M%d %dh%dv1h-%d", &x, &y, &width, &back); err != nil || width != back {
			t.Fatalf("part %q: %v", part, err)
		}
		for i := range width {
			g.dark[[2]int{x + i, y}] = true
		}
	}
	return g
}

func TestRoundTrip(t *testing.T) {
	for length := 1; length <= 106; length++ {
		text := strings.Repeat("https://play.example/join?id=k7m2xqd&", 3)[:length]
		if got := decode(t, read(t, qr.New(text))); got != text {
			t.Errorf("%d bytes: got %q, want %q", length, got, text)
		}
	}
}

func TestTooLong(t *testing.T) {
	if got := qr.New(strings.Repeat("x", 4000)); got != (qr.View{}) {
		t.Errorf("got a code of size %d, want none", got.Size)
	}
}

func TestSizes(t *testing.T) {
	for _, c := range []struct{ length, size int }{
		{1, 21}, {14, 21}, {15, 25}, {26, 25}, {27, 29}, {42, 29}, {43, 33}, {62, 33}, {63, 37}, {84, 37}, {85, 41}, {106, 41},
	} {
		code := read(t, qr.New(strings.Repeat("a", c.length)))
		if code.Size() != c.size {
			t.Errorf("%d bytes: got size %d, want %d", c.length, code.Size(), c.size)
		}
	}
}

// Finder patterns are dark 1:1:3:1:1 with a light border.
func TestFinders(t *testing.T) {
	code := read(t, qr.New("https://play.example/join?id=k7m2xqd"))
	far := code.Size() - 7
	for _, corner := range [][2]int{{0, 0}, {far, 0}, {0, far}} {
		for y := range 7 {
			for x := range 7 {
				ring := max(x-3, 3-x, y-3, 3-y)
				if got, want := code.Dark(corner[0]+x, corner[1]+y), ring != 2; got != want {
					t.Errorf("corner %v, module %d %d: got dark %v, want %v", corner, x, y, got, want)
				}
			}
		}
	}
}
