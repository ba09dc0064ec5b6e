// SPDX-License-Identifier: Apache-2.0

// Package picture draws the icon of the program as bitmaps, for home screens, from
// its SVG file. It reads only what that file holds. Pages draw their boards as SVG;
// see web/boardview.
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

// fill paints the inside of a path.
func (c *canvas) fill(p path, ink color.Color) {
	size := c.Bounds().Size()
	c.raster.Reset(size.X, size.Y)
	for _, s := range p {
		for i, at := range s {
			if i == 0 {
				c.raster.MoveTo(float32(at.x), float32(at.y))
				continue
			}
			c.raster.LineTo(float32(at.x), float32(at.y))
		}
		c.raster.ClosePath()
	}
	c.raster.Draw(c.RGBA, c.Bounds(), image.NewUniform(ink), image.Point{})
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
