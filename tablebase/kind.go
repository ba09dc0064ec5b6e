// SPDX-License-Identifier: Apache-2.0

package tablebase

import "fmt"

// Kind is what a table tells of a position.
type Kind string

// The kinds: win, draw or loss alone, or with the distance to the end in plies.
const (
	WDL Kind = "wdl"
	DTW Kind = "dtw"
)

// ParseKind reads the name of a kind.
func ParseKind(text string) (Kind, error) {
	switch k := Kind(text); k {
	case WDL, DTW:
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

// Reduce returns what a table of this kind keeps of a value. Of a win or loss
// without distance it keeps the shortest.
func (k Kind) Reduce(v Value) Value {
	if k == DTW {
		return v
	}
	return plain[v.Sign()+1]
}

// plain are the values without distance; a table of the kind WDL stores their
// places, two bits each.
var plain = [4]Value{Lost, Drawn, Won, Won}

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
	return plain[block[slot/4]>>(2*(slot%4))&3]
}
