// SPDX-License-Identifier: Apache-2.0

package main

import (
	"io/fs"
	"os"
)

// isTerminal reports whether a stream is a terminal: a character device other
// than the null device.
func isTerminal(stream any) bool {
	file, ok := stream.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&fs.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
