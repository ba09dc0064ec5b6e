// SPDX-License-Identifier: Apache-2.0

//go:build linux || darwin

package server

import (
	"math"

	"golang.org/x/sys/unix"
)

// fileLimit returns how many files this process may open, 0 if that is not known.
// Package os has raised it as far as it can.
func fileLimit() int {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) != nil {
		return 0
	}
	return int(min(limit.Cur, math.MaxInt32))
}
