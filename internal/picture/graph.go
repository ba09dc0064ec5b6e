// SPDX-License-Identifier: Apache-2.0

package picture

import (
	"image"
	"image/color"
)

// Lengths of a graph in pixels.
const (
	graphLeft, graphRight = 60, Width - 60
	graphTop, graphBand   = 400, 60
	graphLine             = 5
	graphMark             = 11 // radius of a turning point
	bandSize              = 20 // of the names of bands
	bandIndent            = 14
)

// The colours of a graph: of the three results, and of its lines.
var (
	bandInks    = [3]color.RGBA{parseColor("#fffaf0"), parseColor("#e4dac8"), parseColor("#cabda7")}
	exactInk    = parseColor("#20604a")
	estimateInk = parseColor("#9a8c78")
	mistakeInk  = parseColor("#a8331c")
)

// Graph is the value of a game for White, position by position, the start first.
type Graph struct {
	Bands  [3]string // White wins, draw, Black wins
	Values []GraphValue
}

// GraphValue is the value of one position.
type GraphValue struct {
	Height  float64 // from 1, White wins at once, to -1
	Known   bool
	Exact   bool // else an estimate
	Mistake bool // the move that led here gave a result away
}

// Review draws the graph of a game below its caption.
func Review(g Graph, caption Caption) *image.RGBA {
	c := newCanvas(Width, Height)
	c.fill(path{{{0, 0}, {Width, 0}, {Width, Height}, {0, Height}}}, groundInk)
	c.caption(caption, graphRight-graphLeft)
	for i, ink := range bandInks {
		y := float64(graphTop + i*graphBand)
		c.fill(path{{{graphLeft, y}, {graphRight, y}, {graphRight, y + graphBand}, {graphLeft, y + graphBand}}}, ink)
	}
	for i, name := range g.Bands {
		at := image.Pt(graphLeft+bandIndent, graphTop+i*graphBand+(graphBand+bandSize)/2-3)
		c.write(regular, bandSize, at, graphRight-graphLeft, softInk, name)
	}
	c.graph(g.Values)
	return c.RGBA
}

// graph draws the line and the turning points on it.
func (c *canvas) graph(values []GraphValue) {
	place := func(i int) point {
		x := graphLeft + float64(i)*(graphRight-graphLeft)/float64(max(1, len(values)-1))
		return point{x, graphTop + 1.5*graphBand*(1-min(1, max(-1, values[i].Height)))}
	}
	for i := 1; i < len(values); i++ {
		a, b := values[i-1], values[i]
		if !a.Known || !b.Known {
			continue
		}
		ink := estimateInk
		if a.Exact && b.Exact {
			ink = exactInk
		}
		c.fill(stroke(place(i-1), place(i), graphLine), ink)
		c.fill(circle(place(i), graphLine/2), ink)
	}
	for i, v := range values {
		if v.Mistake {
			c.fill(circle(place(i), graphMark), mistakeInk)
			c.fill(ring(place(i), graphMark, 3), groundInk)
		}
	}
}
