// SPDX-License-Identifier: Apache-2.0

package morris

// maxSymmetries is eight of the square, and the same again with the rings
// exchanged from inside out where there are rings.
const maxSymmetries = 16

// symmetry maps points to points. The tables map whole sets of points, eight
// points at a time.
type symmetry struct {
	image   [maxPoints]uint8
	inverse uint8 // place of the symmetry that undoes this one
	bytes   [3][256]uint32
}

// apply returns the image of a set of points.
func (s *symmetry) apply(men uint32) uint32 {
	return s.bytes[0][men&255] | s.bytes[1][men>>8&255] | s.bytes[2][men>>16&255]
}

// symmetries returns all maps of the board to itself that keep its lines, the
// identity first.
func (b *board) symmetries() []symmetry {
	var all []symmetry
	for _, rings := range []bool{false, true} {
		if rings && b.hasCentre() {
			break
		}
		for turn := range 8 {
			all = append(all, b.symmetry(turn, rings))
		}
	}
	for i := range all {
		for j := range all {
			if all[j].image[all[i].image[0]] == 0 && all[j].undoes(&all[i], len(b.Points)) {
				all[i].inverse = uint8(j)
			}
		}
	}
	return all
}

func (s *symmetry) undoes(other *symmetry, points int) bool {
	for p := range points {
		if s.image[other.image[p]] != uint8(p) {
			return false
		}
	}
	return true
}

func (b *board) hasCentre() bool {
	_, ok := b.At(b.Width/2, b.Height/2)
	return ok
}

// symmetry mirrors by the first bit of turn, turns by the other two, and may
// exchange the rings.
func (b *board) symmetry(turn int, rings bool) symmetry {
	var s symmetry
	half := b.Width / 2
	for p, spot := range b.Points {
		x, y := spot.X-half, spot.Y-half
		if turn&1 != 0 {
			x = -x
		}
		for range turn >> 1 {
			x, y = -y, x
		}
		if rings {
			ring := max(x, -x, y, -y)
			x, y = x/ring*(half+1-ring), y/ring*(half+1-ring)
		}
		image, ok := b.At(x+half, y+half)
		if !ok {
			panic("morris: the board has no such symmetry") // a misprint in its tables
		}
		s.image[p] = uint8(image)
	}
	for i := range s.bytes {
		for set := range s.bytes[i] {
			for bit := range 8 {
				if p := 8*i + bit; set>>bit&1 != 0 && p < len(b.Points) {
					s.bytes[i][set] |= 1 << s.image[p]
				}
			}
		}
	}
	return s
}
