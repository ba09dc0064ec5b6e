// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"strconv"
	"strings"
)

// size is a number of bytes.
type size uint64

// units are the letters a size may end with, each 1024 times the one before.
const units = "KMGT"

// String writes a size with the largest unit that leaves at least 1.
func (s size) String() string {
	unit, value := 0, float64(s)
	for ; value >= 1024 && unit < len(units); unit++ {
		value /= 1024
	}
	if unit == 0 {
		return fmt.Sprintf("%d B", uint64(s))
	}
	return fmt.Sprintf("%.4g %ciB", value, units[unit-1])
}

// sizeValue is a number of bytes: 8GiB, 512M.
func sizeValue(target *size) value[size] { return value[size]{target, parseSize, "SIZE"} }

func parseSize(text string) (size, error) {
	number := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(text), "B"), "I")
	shift := 0
	if n := len(number); n > 0 {
		if unit := strings.IndexByte(units, number[n-1]); unit >= 0 {
			number, shift = number[:n-1], 10*(unit+1)
		}
	}
	n, err := strconv.ParseUint(strings.TrimSpace(number), 10, 64)
	if err != nil || n == 0 || n<<shift>>shift != n {
		return 0, fmt.Errorf("size %q: want bytes with a unit, like 8GiB or 512M", text)
	}
	return size(n << shift), nil
}
