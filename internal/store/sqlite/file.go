// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// makeFolder makes a data folder that only its owner may look into; one that is
// there is left as it is.
func makeFolder(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make data folder: %w", err)
	}
	return syncPath(filepath.Dir(filepath.Clean(dir)))
}

// syncPath brings a file, or the list of names of a folder, to the disk.
func syncPath(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// publish gives a finished file its name, which had another content or none
// until then.
func publish(temporary, path string) error {
	if err := syncPath(temporary); err != nil {
		return err
	}
	if err := os.Rename(temporary, path); err != nil {
		return err
	}
	return syncPath(filepath.Dir(path))
}
