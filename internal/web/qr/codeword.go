// SPDX-License-Identifier: Apache-2.0

package qr

// byteMode says that the text is plain bytes.
const byteMode = 0b0100

// pads fill what the text leaves over, by turns.
var pads = [2]byte{0xec, 0x11}

// codewords returns data and error correction in the order they are placed: one
// word of each block by turns.
func (v version) codewords(text []byte) []byte {
	data := v.pack(text)
	checks := make([][]byte, v.blocks)
	for b := range checks {
		checks[b] = correction(data[b*v.data:(b+1)*v.data], v.check)
	}
	words := make([]byte, 0, v.blocks*(v.data+v.check))
	for i := range v.data {
		for b := range v.blocks {
			words = append(words, data[b*v.data+i])
		}
	}
	for i := range v.check {
		for b := range v.blocks {
			words = append(words, checks[b][i])
		}
	}
	return words
}

// pack writes mode, length and text, ends them with four zero bits, and fills
// up. Mode and length have 12 bits, so that every byte is split in two halves.
func (v version) pack(text []byte) []byte {
	words := make([]byte, 0, v.blocks*v.data)
	half := byte(byteMode)
	for _, b := range append([]byte{byte(len(text))}, text...) {
		words = append(words, half<<4|b>>4)
		half = b & 0x0f
	}
	words = append(words, half<<4)
	for i := 0; len(words) < cap(words); i++ {
		words = append(words, pads[i%2])
	}
	return words
}
