// SPDX-License-Identifier: Apache-2.0

// Package qr draws QR codes as SVG paths.
package qr

import (
	"fmt"
	"strings"

	"rsc.io/qr"
)

// quietZone is the white border, in modules, that readers need.
const quietZone = 4

// View is a QR code as the template "qr" draws it, in modules. The zero View
// draws nothing.
type View struct {
	Size  int    // with the border on both sides; 0 when there is no code
	Quiet int    // width of the border
	Path  string // the dark modules, as the data of an SVG path
}

// New returns the code of a text. A text that is too long has none.
func New(text string) View {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return View{}
	}
	return View{Size: code.Size + 2*quietZone, Quiet: quietZone, Path: path(code)}
}

func path(code *qr.Code) string {
	var d strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			first := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > first {
				fmt.Fprintf(&d, "M%d %dh%dv1h-%dz", first, y, x-first, x-first)
			}
		}
	}
	return d.String()
}
