// SPDX-License-Identifier: Apache-2.0

package qr

// The field GF(256) of the standard: polynomials over two elements modulo
// x^8+x^4+x^3+x^2+1, with x as generator.
const modulus = 0x11d

var powers, logs = tables()

func tables() (powers [255]byte, logs [256]int) {
	x := 1
	for i := range powers {
		powers[i], logs[x] = byte(x), i
		if x <<= 1; x > 255 {
			x ^= modulus
		}
	}
	return powers, logs
}

func multiply(a, b byte) byte {
	if a == 0 || b == 0 {
		return 0
	}
	return powers[(logs[a]+logs[b])%len(powers)]
}

// generator returns the product of (x - 2^i) for i below n, the highest power
// first and without its coefficient, which is 1.
func generator(n int) []byte {
	g := make([]byte, n)
	g[n-1] = 1
	for i := range n {
		root := powers[i]
		for j := range n {
			g[j] = multiply(g[j], root)
			if j+1 < n {
				g[j] ^= g[j+1]
			}
		}
	}
	return g
}

// correction returns the n words of error correction for data: the remainder of
// data times x^n divided by the generator.
func correction(data []byte, n int) []byte {
	g := generator(n)
	rest := make([]byte, n)
	for _, word := range data {
		factor := word ^ rest[0]
		copy(rest, rest[1:])
		rest[n-1] = 0
		for i := range rest {
			rest[i] ^= multiply(g[i], factor)
		}
	}
	return rest
}
