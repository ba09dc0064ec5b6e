// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package tablebase

import "os"

// mapFile reads a file whole, where it cannot be mapped.
func mapFile(path string) (data []byte, info os.FileInfo, unmap func() error, err error) {
	info, err = os.Stat(path)
	if err == nil {
		data, err = os.ReadFile(path)
	}
	return data, info, func() error { return nil }, err
}
