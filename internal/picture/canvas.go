// SPDX-License-Identifier: Apache-2.0

// Package picture draws bitmaps where SVG is not supported: the icon of the program for
// home screens, from its SVG file (it reads only the elements of that file), and previews
// of links. Pages draw their boards as SVG; see
// web/boardview.
package picture

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/vector"
)

// point is a place on a canvas.
type point struct{ x, y float64 }

// canvas is a bitmap that shapes are painted on, with smooth edges.
type canvas struct {
	*image.RGBA
	raster vector.Rasterizer
}

func newCanvas(width, height int) *canvas {
	return &canvas{RGBA: image.NewRGBA(image.Rect(0, 0, width, height))}
}

// path collects the outline of a shape.
type path []subpath

// subpath is one closed outline, as corners: curves are cut into short lines.
type subpath []point

// fill paints the inside of a path. Only the box around it is looked at.
func (c *canvas) fill(p path, ink color.Color) {
	box := p.bounds().Intersect(c.Bounds())
	if box.Empty() {
		return
	}
	left, top := float64(box.Min.X), float64(box.Min.Y)
	c.raster.Reset(box.Dx(), box.Dy())
	for _, s := range p {
		for i, at := range s {
			if i == 0 {
				c.raster.MoveTo(float32(at.x-left), float32(at.y-top))
				continue
			}
			c.raster.LineTo(float32(at.x-left), float32(at.y-top))
		}
		c.raster.ClosePath()
	}
	c.raster.Draw(c.RGBA, box, image.NewUniform(ink), image.Point{})
}

// bounds returns a box of whole pixels around a path.
func (p path) bounds() (box image.Rectangle) {
	for _, s := range p {
		for _, at := range s {
			x, y := int(math.Floor(at.x)), int(math.Floor(at.y))
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	return box
}

// stroke returns a straight line with flat ends.
func stroke(a, b point, width float64) path {
	length := math.Hypot(b.x-a.x, b.y-a.y)
	if length == 0 {
		return nil
	}
	dx, dy := (b.y-a.y)/length*width/2, (a.x-b.x)/length*width/2
	return path{{{a.x + dx, a.y + dy}, {b.x + dx, b.y + dy}, {b.x - dx, b.y - dy}, {a.x - dx, a.y - dy}}}
}

// roundedBox returns a box whose corners are quarters of a circle.
func roundedBox(x, y, width, height, radius float64) path {
	const steps = 16
	var s subpath
	for corner, at := range []point{
		{x + width - radius, y + radius}, {x + width - radius, y + height - radius}, {x + radius, y + height - radius}, {x + radius, y + radius},
	} {
		for i := range steps + 1 {
			sin, cos := math.Sincos((float64(corner-1) + float64(i)/steps) * math.Pi / 2)
			s = append(s, point{at.x + radius*cos, at.y + radius*sin})
		}
	}
	return path{s}
}

// curve appends a cubic Bézier curve that begins at the last point.
func (s subpath) curve(b, c, d point) subpath {
	const steps = 24
	a := s[len(s)-1]
	for i := 1; i <= steps; i++ {
		t := float64(i) / steps
		u := 1 - t
		s = append(s, point{
			u*u*u*a.x + 3*u*u*t*b.x + 3*u*t*t*c.x + t*t*t*d.x,
			u*u*u*a.y + 3*u*u*t*b.y + 3*u*t*t*c.y + t*t*t*d.y,
		})
	}
	return s
}

// circle returns a circle.
func circle(at point, radius float64) path { return path{round(at, radius, 1)} }

// ring returns a circle without its inside; its line lies around the radius.
func ring(at point, radius, width float64) path {
	return path{round(at, radius+width/2, 1), round(at, radius-width/2, -1)}
}

// round returns the outline of a circle, clockwise if turn is 1. A circle in the other
// direction (-1) cuts a hole.
func round(at point, radius, turn float64) subpath {
	const steps = 64
	s := make(subpath, steps)
	for i := range s {
		sin, cos := math.Sincos(turn * float64(i) / steps * 2 * math.Pi)
		s[i] = point{at.x + radius*cos, at.y + radius*sin}
	}
	return s
}
