// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package main

import "time"

var started = time.Now()

// cpuTime returns the time that has passed, where the cores' is not to be had.
func cpuTime() time.Duration { return time.Since(started) }
