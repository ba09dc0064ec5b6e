// SPDX-License-Identifier: Apache-2.0

package powerloss

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// Write writes the files of an image into a folder.
func (i Image) Write(dir string) error {
	for _, at := range sorted(i) {
		to, err := filepath.Join(dir, filepath.FromSlash(at)), error(nil)
		if i[at] == nil {
			err = os.Mkdir(to, 0o700)
		} else {
			err = os.WriteFile(to, i[at], 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sorted returns the paths of an image, folders before what they hold.
func sorted(i Image) []string { return slices.Sorted(maps.Keys(i)) }
