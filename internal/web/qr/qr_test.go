// SPDX-License-Identifier: Apache-2.0

package qr_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"cairn/internal/web/qr"
)

// The worked example of the standard (annex I): version 1-M, whose data words are
// those of the digits 01234567.
func TestCorrectionOfTheStandard(t *testing.T) {
	data := []byte{0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11}
	want := []byte{0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55}
	if got := qr.Correction(data, len(want)); !bytes.Equal(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
}

// The table of format information of the standard (annex C), level M.
func TestFormatOfTheStandard(t *testing.T) {
	want := []string{
		"101010000010010", "101000100100101", "101111001111100", "101101101001011",
		"100010111111001", "100000011001110", "100111110010111", "100101010100000",
	}
	for mask, bits := range want {
		if got := fmt.Sprintf("%015b", qr.FormatBits(mask)); got != bits {
			t.Errorf("mask %d: got %s, want %s", mask, got, bits)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for length := range qr.MaxLength + 1 {
		text := strings.Repeat("https://play.example/join?id=k7m2xqd&", 3)[:length]
		code, err := qr.Encode(text)
		if err != nil {
			t.Fatalf("%d bytes: %v", length, err)
		}
		if got := decode(t, code); got != text {
			t.Errorf("%d bytes: got %q, want %q", length, got, text)
		}
	}
}

func TestTooLong(t *testing.T) {
	if _, err := qr.Encode(strings.Repeat("x", qr.MaxLength+1)); err == nil {
		t.Error("got a code, want an error")
	}
}

func TestSizes(t *testing.T) {
	for _, c := range []struct{ length, size int }{
		{0, 21}, {14, 21}, {15, 25}, {26, 25}, {27, 29}, {42, 29}, {43, 33}, {62, 33}, {63, 37}, {84, 37}, {85, 41}, {106, 41},
	} {
		code, err := qr.Encode(strings.Repeat("a", c.length))
		if err != nil {
			t.Fatal(err)
		}
		if code.Size() != c.size {
			t.Errorf("%d bytes: got size %d, want %d", c.length, code.Size(), c.size)
		}
	}
}

// The finders are what readers look for first: dark 1:1:3:1:1 with a light border.
func TestFinders(t *testing.T) {
	code, err := qr.Encode("https://play.example/join?id=k7m2xqd")
	if err != nil {
		t.Fatal(err)
	}
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

// The path draws exactly the dark modules.
func TestPath(t *testing.T) {
	code, err := qr.Encode("path")
	if err != nil {
		t.Fatal(err)
	}
	dark := map[[2]int]bool{}
	for _, part := range strings.Split(strings.TrimSuffix(code.Path(), "z"), "z") {
		var x, y, width, back int
		if _, err := fmt.Sscanf(part, "M%d %dh%dv1h-%d", &x, &y, &width, &back); err != nil || width != back {
			t.Fatalf("part %q: %v", part, err)
		}
		for i := range width {
			dark[[2]int{x + i, y}] = true
		}
	}
	for y := range code.Size() {
		for x := range code.Size() {
			if got, want := dark[[2]int{x, y}], code.Dark(x, y); got != want {
				t.Errorf("module %d %d: got dark %v, want %v", x, y, got, want)
			}
		}
	}
}
