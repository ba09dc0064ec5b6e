// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"slices"
	"testing"
)

// pack writes a picture with 256 colours of its own, which makes one of stone and
// wood a third as large and looks the same.
func pack(t *testing.T, picture []byte) []byte {
	t.Helper()
	full, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	few := image.NewPaletted(full.Bounds(), nil)
	nearest := coloursOf(full)
	for y := full.Bounds().Min.Y; y < full.Bounds().Max.Y; y++ {
		for x := full.Bounds().Min.X; x < full.Bounds().Max.X; x++ {
			few.SetColorIndex(x, y, nearest.index[rgb(full.At(x, y))])
		}
	}
	few.Palette = nearest.palette
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, few); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// shade is a colour: red, green, blue.
type shade [3]uint8

func rgb(c color.Color) shade {
	r, g, b, _ := c.RGBA()
	return shade{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)}
}

// colours are the few that stand for all of a picture.
type colours struct {
	palette color.Palette
	index   map[shade]uint8
}

// coloursOf halves the colours of a picture again and again, always where they
// differ most for most points (Heckbert's median cut, 1982).
func coloursOf(full image.Image) colours {
	counts := map[shade]int{}
	for y := full.Bounds().Min.Y; y < full.Bounds().Max.Y; y++ {
		for x := full.Bounds().Min.X; x < full.Bounds().Max.X; x++ {
			counts[rgb(full.At(x, y))]++
		}
	}
	box := make([]shade, 0, len(counts))
	for s := range counts {
		box = append(box, s)
	}
	slices.SortFunc(box, func(a, b shade) int { return bytes.Compare(a[:], b[:]) }) // the same picture each time
	boxes := [][]shade{box}
	for len(boxes) < 256 {
		widest, channel, most := -1, 0, 0
		for i, box := range boxes {
			if at, width := spread(box, counts); width > most {
				widest, channel, most = i, at, width
			}
		}
		if widest < 0 {
			break
		}
		low, high := cut(boxes[widest], channel, counts)
		boxes[widest] = low
		boxes = append(boxes, high)
	}
	c := colours{index: map[shade]uint8{}}
	for i, box := range boxes {
		c.palette = append(c.palette, mean(box, counts))
		for _, s := range box {
			c.index[s] = uint8(i)
		}
	}
	return c
}

// spread returns the channel in which colours differ most, and how much that
// matters: the square of the difference, for each point that has such a colour.
func spread(box []shade, counts map[shade]int) (channel, width int) {
	points := 0
	for _, s := range box {
		points += counts[s]
	}
	for at := range len(shade{}) {
		byChannel := func(a, b shade) int { return cmp.Compare(a[at], b[at]) }
		least, most := slices.MinFunc(box, byChannel), slices.MaxFunc(box, byChannel)
		difference := int(most[at] - least[at])
		if w := difference * difference * points; w > width {
			channel, width = at, w
		}
	}
	return channel, width
}

// cut parts colours so that about as many points are on either side.
func cut(box []shade, channel int, counts map[shade]int) (low, high []shade) {
	slices.SortStableFunc(box, func(a, b shade) int { return cmp.Compare(a[channel], b[channel]) })
	points := 0
	for _, s := range box {
		points += counts[s]
	}
	at, sum := 0, 0
	for at < len(box)-1 && (at == 0 || sum+counts[box[at]] <= points/2) {
		sum += counts[box[at]]
		at++
	}
	return box[:at], box[at:]
}

// mean is what stands for colours.
func mean(box []shade, counts map[shade]int) color.Color {
	var sum [3]int
	points := 0
	for _, s := range box {
		points += counts[s]
		for at := range sum {
			sum[at] += int(s[at]) * counts[s]
		}
	}
	return color.RGBA{uint8(sum[0] / points), uint8(sum[1] / points), uint8(sum[2] / points), 255}
}
