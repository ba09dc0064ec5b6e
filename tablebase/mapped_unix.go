// SPDX-License-Identifier: Apache-2.0

//go:build unix

package tablebase

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapFile maps a file into memory, and returns a function that unmaps it. Files are never
// changed in place, only replaced, so mapped memory does not change.
func mapFile(path string) (data []byte, info os.FileInfo, unmap func() error, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, nil, err
	}
	defer file.Close()
	info, err = file.Stat()
	if err != nil {
		return nil, nil, nil, err
	}
	if info.Size() == 0 {
		return nil, info, func() error { return nil }, nil
	}
	data, err = unix.Mmap(int(file.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, nil, &os.PathError{Op: "map", Path: path, Err: err}
	}
	return data, info, func() error { return unix.Munmap(data) }, nil
}
