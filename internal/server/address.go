// SPDX-License-Identifier: Apache-2.0

package server

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"cairn/internal/config"
)

// addressPath is a file in the data folder with the address of the server that runs
// there, for other commands: a flag may have set it. A server that was killed leaves its
// file behind, and the next one overwrites it.
func addressPath(dir string) string { return filepath.Join(dir, "address") }

// writeAddress writes the file and renames it into place.
func writeAddress(dir, home string) error {
	path := addressPath(dir)
	if err := os.WriteFile(path+".new", []byte(home+"\n"), 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// removeAddress removes the file, if there is one.
func removeAddress(dir string) error {
	if err := os.Remove(addressPath(dir)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Address returns the address of the server that runs on a data folder, empty if it
// is not known.
func Address(dir string) string {
	content, err := os.ReadFile(addressPath(dir))
	if err != nil {
		return ""
	}
	home, err := config.ParseURL(strings.TrimSpace(string(content)))
	if err != nil {
		return ""
	}
	return home
}
