// SPDX-License-Identifier: Apache-2.0

package picture

import (
	"cmp"
	"image"
	"image/color"
	"image/gif"
	"maps"
	"math"
	"slices"

	"cairn/game"
)

// Frame is a position of an animation.
type Frame struct {
	View game.View
	Last []game.Point // points of the last move
}

// Lengths of an animation in pixels, and its times in hundredths of a second.
const (
	filmWidth = 480 // of the longer side of the board
	filmInset = 56  // from the edge of the board to its outer points
	filmFoot  = 58  // for the caption below the board
	filmSize  = 20  // of its letters
	frameTime = 90
	endTime   = 400
)

// MaxFrames bounds an animation. Of a longer game positions are left out evenly.
const MaxFrames = 300

// Animation draws positions one after the other, with two lines of text below.
//
// A point has one of six looks: empty, or with a white or black man, each marked or not. For
// each look a board is drawn on which all points have it, and frames are copied from these
// boards. A frame holds only the changed part.
func Animation(b *game.Board, frames []Frame, lines [2]string) *gif.GIF {
	f := newFilm(b, lines)
	var before []int
	for _, frame := range thin(frames) {
		looks := looksOf(frame)
		f.add(before, looks)
		before = looks
	}
	if n := len(f.out.Delay); n > 0 {
		f.out.Delay[n-1] = endTime
	}
	return f.out
}

// thin leaves out positions so that no more than MaxFrames are left, with the first and
// the last.
func thin(frames []Frame) []Frame {
	if len(frames) <= MaxFrames {
		return frames
	}
	few := make([]Frame, MaxFrames)
	for i := range few {
		few[i] = frames[i*(len(frames)-1)/(MaxFrames-1)]
	}
	return few
}

// marked is added to the look of a point that the last move touched.
const marked = 3

// looksOf returns the look of every point: 0 if it is empty, 1 or 2 with a man, plus marked.
func looksOf(f Frame) []int {
	looks := make([]int, len(f.View.Men))
	for i, man := range f.View.Men {
		if side, stands := man.Side(); stands {
			looks[i] = 1 + int(side)
		}
	}
	for _, p := range f.Last {
		looks[p] = looks[p]%marked + marked
	}
	return looks
}

// film is an animation being made.
type film struct {
	grid   grid
	boards [2 * marked]*image.Paletted // by look
	out    *gif.GIF
}

func newFilm(b *game.Board, lines [2]string) *film {
	longer := float64(max(b.Width, b.Height, 2) - 1)
	f := &film{grid: grid{b, point{filmInset, filmInset}, (filmWidth - 2*filmInset) / longer}, out: &gif.GIF{}}
	width := int(float64(b.Width-1)*f.grid.unit) + 2*filmInset
	height := int(float64(b.Height-1)*f.grid.unit) + 2*filmInset
	var drawn [2 * marked]*image.RGBA
	for look := range drawn {
		c := newCanvas(width, height+filmFoot)
		c.fill(box(0, 0, width, height+filmFoot), groundInk)
		c.fill(box(0, 0, width, height), boardInk)
		view, last := uniform(b, look)
		c.points(f.grid, view, last)
		for i, text := range lines {
			c.write([]typeface{bold, regular}[i], filmSize, image.Pt(12, height+24+i*24), width-24, textInk, text)
		}
		drawn[look] = c.RGBA
	}
	palette := paletteOf(drawn[:])
	seen := map[color.RGBA]uint8{}
	for look, c := range drawn {
		f.boards[look] = reduce(c, palette, seen)
	}
	f.out.Config = image.Config{ColorModel: palette, Width: width, Height: height + filmFoot}
	return f
}

// uniform returns a position in which all points have one look.
func uniform(b *game.Board, look int) (view game.View, last []game.Point) {
	view.Men = make([]game.Man, len(b.Points))
	for i := range view.Men {
		if side := look%marked - 1; side >= 0 {
			view.Men[i] = game.ManOf(game.Side(side))
		}
		if look >= marked {
			last = append(last, game.Point(i))
		}
	}
	return view, last
}

// box is the path around a rectangle.
func box(left, top, right, bottom int) path {
	l, t, r, b := float64(left), float64(top), float64(right), float64(bottom)
	return path{{{l, t}, {r, t}, {r, b}, {l, b}}}
}

// paletteOf returns the colours that occur most, after a transparent one.
func paletteOf(pictures []*image.RGBA) color.Palette {
	const most = 255
	count := map[color.RGBA]int{}
	for _, p := range pictures {
		last, run := at(p, 0), 0
		for i := range len(p.Pix) / 4 {
			c := at(p, i)
			if c != last {
				count[last] += run
				last, run = c, 0
			}
			run++
		}
		count[last] += run
	}
	colours := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	palette := color.Palette{color.RGBA{}}
	for _, c := range colours[:min(most, len(colours))] {
		palette = append(palette, c)
	}
	return palette
}

// at returns the colour of a pixel by its number.
func at(p *image.RGBA, i int) color.RGBA {
	return color.RGBA{p.Pix[4*i], p.Pix[4*i+1], p.Pix[4*i+2], p.Pix[4*i+3]}
}

// reduce returns a picture in the colours of a palette; seen caches the colours.
func reduce(p *image.RGBA, palette color.Palette, seen map[color.RGBA]uint8) *image.Paletted {
	out := image.NewPaletted(p.Bounds(), palette)
	for i := range out.Pix {
		c := at(p, i)
		if i > 0 && c == at(p, i-1) {
			out.Pix[i] = out.Pix[i-1]
			continue
		}
		index, known := seen[c]
		if !known {
			index = uint8(palette.Index(c))
			seen[c] = index
		}
		out.Pix[i] = index
	}
	return out
}

// add appends a frame: first the whole board, later the part with changed points, in which
// the other points are transparent.
func (f *film) add(before, looks []int) {
	part := image.Rectangle{}
	changed := func(p int) bool { return before == nil || before[p] != looks[p] }
	for p := range looks {
		if changed(p) {
			part = part.Union(f.tile(p))
		}
	}
	if before == nil {
		part = f.boards[0].Bounds()
	}
	if part.Empty() { // nothing has changed: the frame before stays longer
		f.out.Delay[len(f.out.Delay)-1] += frameTime
		return
	}
	frame := image.NewPaletted(part, f.boards[0].Palette)
	if before == nil {
		paste(frame, f.boards[0], part)
	}
	for p, look := range looks {
		if changed(p) {
			paste(frame, f.boards[look], f.tile(p))
		}
	}
	f.out.Image = append(f.out.Image, frame)
	f.out.Delay = append(f.out.Delay, frameTime)
}

// tile is the part of the picture around a point. Tiles do not overlap.
func (f *film) tile(p int) image.Rectangle {
	at, half := f.grid.place(game.Point(p)), f.grid.unit/2
	low := func(x float64) int { return int(math.Ceil(x - half)) }
	return image.Rect(low(at.x), low(at.y), low(at.x+f.grid.unit), low(at.y+f.grid.unit)).Intersect(f.boards[0].Bounds())
}

// paste copies a part of a picture, which must have an equal palette.
func paste(to, from *image.Paletted, part image.Rectangle) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		copy(to.Pix[to.PixOffset(part.Min.X, y):to.PixOffset(part.Max.X, y)], from.Pix[from.PixOffset(part.Min.X, y):])
	}
}
