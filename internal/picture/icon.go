// SPDX-License-Identifier: Apache-2.0

package picture

import (
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// iconUnits is the width and height of the drawing of the icon.
const iconUnits = 64

// iconFile is the SVG file of the icon: a background and stones.
type iconFile struct {
	Ground struct {
		Radius float64 `xml:"rx,attr"`
		Fill   string  `xml:"fill,attr"`
	} `xml:"rect"`
	Stones []struct {
		Data   string `xml:"d,attr"`
		Fill   string `xml:"fill,attr"`
		Stroke string `xml:"stroke,attr"`
	} `xml:"path"`
}

// Icon draws the icon of the program, an SVG file of a ground and paths, so many
// pixels wide. A maskable one fills the square, and leaves the border free that a
// home screen may cut off.
func Icon(svg []byte, size int, maskable bool) (image.Image, error) {
	var file iconFile
	if err := xml.Unmarshal(svg, &file); err != nil {
		return nil, fmt.Errorf("read icon: %w", err)
	}
	c, scale, move := newCanvas(size, size), float64(size)/iconUnits, 0.0
	if maskable {
		const inner = .72
		file.Ground.Radius = 0
		move = float64(size) * (1 - inner) / 2
	}
	c.fill(roundedBox(0, 0, float64(size), float64(size), file.Ground.Radius*scale), parseColor(file.Ground.Fill))
	scale -= 2 * move / iconUnits
	for _, stone := range file.Stones {
		outline, err := parsePath(stone.Data)
		if err != nil {
			return nil, fmt.Errorf("read icon: %w", err)
		}
		for i, p := range outline {
			outline[i] = point{p.x*scale + move, p.y*scale + move}
		}
		c.fill(path{outline}, parseColor(stone.Fill))
		for i := range outline {
			if stone.Stroke != "" {
				c.fill(stroke(outline[i], outline[(i+1)%len(outline)], scale), parseColor(stone.Stroke))
			}
		}
	}
	return c, nil
}

// parseColor reads #rrggbb.
func parseColor(text string) color.RGBA {
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 32)
	if err != nil {
		return color.RGBA{A: math.MaxUint8}
	}
	return color.RGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: math.MaxUint8}
}

// A command of a path with its numbers; a minus begins a new number.
var (
	pathCommand = regexp.MustCompile(`([A-Za-z])([^A-Za-z]*)`)
	pathNumber  = regexp.MustCompile(`-?[0-9.]+`)
)

// parsePath reads one closed outline of curves: M, then c and s with relative
// points, then Z.
func parsePath(data string) (subpath, error) {
	var outline subpath
	var handle point // of the last curve, which s mirrors
	for _, part := range pathCommand.FindAllStringSubmatch(data, -1) {
		command, numbers := part[1], []float64(nil)
		for _, text := range pathNumber.FindAllString(part[2], -1) {
			n, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return nil, err
			}
			numbers = append(numbers, n)
		}
		size, known := map[string]int{"M": 2, "c": 6, "s": 4, "Z": 0}[command]
		if !known || size == 0 && len(numbers) > 0 || size > 0 && len(numbers)%size != 0 || command != "M" && len(outline) == 0 {
			return nil, fmt.Errorf("path command %q", command)
		}
		for ; len(numbers) > 0; numbers = numbers[size:] {
			if command == "M" {
				outline = append(outline, point{numbers[0], numbers[1]})
				continue
			}
			at, n := outline[len(outline)-1], numbers[:size]
			first := point{2*at.x - handle.x, 2*at.y - handle.y}
			if command == "c" {
				first, n = point{at.x + n[0], at.y + n[1]}, n[2:]
			}
			handle = point{at.x + n[0], at.y + n[1]}
			outline = outline.curve(first, handle, point{at.x + n[2], at.y + n[3]})
		}
	}
	return outline, nil
}
