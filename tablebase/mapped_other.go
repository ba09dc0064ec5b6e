// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package tablebase

import "os"

// mapFile reads a file whole, where it cannot be mapped.
func mapFile(path string) (data []byte, unmap func() error, err error) {
	data, err = os.ReadFile(path)
	return data, func() error { return nil }, err
}
