// SPDX-License-Identifier: Apache-2.0

package config

import (
	"fmt"
	"strconv"
	"strings"
)

// Size is a number of bytes.
type Size uint64

// units are the suffixes of a size, each 1024 times the one before.
const units = "KMGT"

// String writes a size with the largest unit that leaves at least 1.
func (s Size) String() string {
	unit, value := 0, float64(s)
	for ; value >= 1024 && unit < len(units); unit++ {
		value /= 1024
	}
	if unit == 0 {
		return fmt.Sprintf("%d B", uint64(s))
	}
	return fmt.Sprintf("%.4g %ciB", value, units[unit-1])
}

// SizeValue is a number of bytes: 8GiB, 512M.
func SizeValue(target *Size) Value[Size] { return NewValue(target, parseSize, "SIZE") }

func parseSize(text string) (Size, error) {
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
	return Size(n << shift), nil
}

// parseGame checks that a name is not empty; which games there are is not known here.
func parseGame(text string) (string, error) {
	name := strings.TrimSpace(text)
	if name == "" {
		return "", fmt.Errorf("game %q: want the name of a game", text)
	}
	return name, nil
}
