// SPDX-License-Identifier: Apache-2.0

// Package tablebase holds the tables of solved positions: how positions are
// numbered ([Indexer], [Numbering]), what a value is ([Value]), the format of the
// files, and probing them ([Prober], [Search]).
//
// A tier, the positions of the same numbers of men, is one file, compressed block
// by block and memory-mapped. The package solves nothing and names no game.
//
// A missing file, a file of another rule set or format, and a damaged file are three
// different errors: [ErrMissing], [ErrWrong], [ErrDamaged].
package tablebase

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"

	"cairn/game"
)

// A file is, numbers little-endian:
//
//	8 bytes   magic
//	4 bytes   length of the header
//	…         header, JSON
//	4 bytes   checksum of the bytes above
//	8 bytes   for each block its offset, and the end of the last one
//	4 bytes   for each block the checksum of its stored bytes
//	4 bytes   checksum of these two lists
//	…         blocks
//
// Checksums are CRC-32C. A block holds blockSize bytes of values, the last one perhaps
// fewer; it is compressed by zstd if that makes it smaller.
const (
	magic     = "CairnTB1"
	blockSize = 8192
	maxSlots  = 1 << 48
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

// Key identifies a rule set with its revision and numbering. A table belongs to one.
type Key struct {
	Game     string `json:"game"`
	Revision int    `json:"revision"`
	Scheme   string `json:"scheme"`
}

// KeyOf returns the key of a rule set's tables.
func KeyOf(info *game.Info, scheme string) Key { return Key{info.ID, info.Revision, scheme} }

// Header describes the content of a file.
type Header struct {
	Key
	Tier  string `json:"tier"`
	Kind  Kind   `json:"kind"`
	Slots uint64 `json:"slots"`
}

func (h *Header) blocks() uint64 {
	per := blockSize * h.Kind.perByte()
	return (h.Slots + per - 1) / per
}

// blockBytes returns how many bytes of values a block holds.
func (h *Header) blockBytes(block uint64) int {
	total := (h.Slots + h.Kind.perByte() - 1) / h.Kind.perByte()
	return int(min(blockSize, total-block*blockSize))
}

// head is the part of a file before its blocks.
type head struct {
	Header
	begins []uint64 // offsets of blocks, and the end of the last one
	sums   []uint32
}

// encode returns the bytes of a head. Their number depends only on the header.
func (h *head) encode() ([]byte, error) {
	text, err := json.Marshal(h.Header)
	if err != nil {
		return nil, err
	}
	out := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(text)))
	out = seal(append(out, text...), 0)
	from := len(out)
	for _, at := range h.begins {
		out = binary.LittleEndian.AppendUint64(out, at)
	}
	for _, sum := range h.sums {
		out = binary.LittleEndian.AppendUint32(out, sum)
	}
	return seal(out, from), nil
}

// sealSize is the length of a checksum.
const sealSize = 4

// seal appends the checksum of the bytes from an offset on.
func seal(data []byte, from int) []byte {
	return binary.LittleEndian.AppendUint32(data, checksum(data[from:]))
}

// sealed cuts the first n bytes and their checksum off data, if they agree.
func sealed(data []byte, n uint64) (part, rest []byte, ok bool) {
	if n > uint64(len(data)) || uint64(len(data))-n < sealSize {
		return nil, nil, false
	}
	part, rest = data[:n], data[n:]
	return part, rest[sealSize:], binary.LittleEndian.Uint32(rest) == checksum(part)
}

// decode reads the head of a whole file.
func decode(data []byte) (*head, error) {
	const fixed = len(magic) + 4
	switch {
	case len(data) < fixed && bytes.HasPrefix([]byte(magic), data[:min(len(data), len(magic))]):
		return nil, fmt.Errorf("%w: it ends after %d bytes", ErrDamaged, len(data))
	case !bytes.HasPrefix(data, []byte(magic)):
		return nil, fmt.Errorf("%w: it does not begin with %q", ErrWrong, magic)
	}
	length := uint64(binary.LittleEndian.Uint32(data[len(magic):]))
	text, rest, ok := sealed(data, uint64(fixed)+length)
	h := &head{}
	if !ok || json.Unmarshal(text[fixed:], &h.Header) != nil {
		return nil, fmt.Errorf("%w: its header is not what was written", ErrDamaged)
	}
	if _, err := ParseKind(string(h.Kind)); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrWrong, err)
	}
	n := h.blocks()
	lists, _, ok := sealed(rest, 12*n+8)
	if !ok || h.Slots > maxSlots {
		return nil, fmt.Errorf("%w: its list of blocks is not what was written", ErrDamaged)
	}
	h.begins, h.sums = make([]uint64, n+1), make([]uint32, n)
	for i := range h.begins {
		h.begins[i] = binary.LittleEndian.Uint64(lists[8*i:])
	}
	for i := range h.sums {
		h.sums[i] = binary.LittleEndian.Uint32(lists[8*len(h.begins)+4*i:])
	}
	if end := h.begins[n]; end != uint64(len(data)) {
		return nil, fmt.Errorf("%w: it has %d bytes, want %d", ErrDamaged, len(data), end)
	}
	return h, nil
}

// The errors of tables.
var (
	ErrMissing = errors.New("no such table")
	ErrWrong   = errors.New("the table is of another kind")
	ErrDamaged = errors.New("the table is damaged")
)

// Kind is the kind of values in a table.
type Kind string

// The kinds: win, draw or loss alone, or with the distance to the end in plies.
const (
	WDL Kind = "wdl"
	DTW Kind = "dtw"
)

// ParseKind reads the name of a kind.
func ParseKind(text string) (Kind, error) {
	if k := Kind(text); k == WDL || k == DTW {
		return k, nil
	}
	return "", fmt.Errorf("kind %q: want wdl or dtw", text)
}

// perByte returns how many slots share a byte.
func (k Kind) perByte() uint64 {
	if k == WDL {
		return 4
	}
	return 1
}

// Reduce returns a value as a table of this kind stores it. WDL turns wins and losses
// into Won and Lost.
func (k Kind) Reduce(v Value) Value {
	if k == DTW {
		return v
	}
	return reduced[v.Sign()+1]
}

// reduced are the values without distance; a WDL table stores their indexes, two bits
// each.
var reduced = [4]Value{Lost, Drawn, Won, Won}

// pack appends the stored form of some values.
func (k Kind) pack(dst, values []byte) []byte {
	if k == DTW {
		return append(dst, values...)
	}
	for i := 0; i < len(values); i += 4 {
		var b byte
		for j, v := range values[i:min(i+4, len(values))] {
			b |= byte(Value(v).Sign()+1) << (2 * j)
		}
		dst = append(dst, b)
	}
	return dst
}

// at returns the value in a slot of a block.
func (k Kind) at(block []byte, slot uint64) Value {
	if k == DTW {
		return Value(block[slot])
	}
	return reduced[block[slot/4]>>(2*(slot%4))&3]
}
