// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// addressNote is a file in the data folder with the address of the server that
// runs there, for other commands: it may have been told by a flag only. One that
// was killed leaves its note behind, and the next one writes it anew.
type addressNote string

func addressPath(dir string) string { return filepath.Join(dir, "address") }

// noteAddress writes the note aside and then gives it its name.
func noteAddress(dir, home string) (addressNote, error) {
	path := addressPath(dir)
	if err := os.WriteFile(path+".new", []byte(home+"\n"), 0o600); err != nil {
		return "", err
	}
	return addressNote(path), os.Rename(path+".new", path)
}

// remove takes the note away, if there is one.
func (n addressNote) remove() error {
	if n == "" {
		return nil
	}
	if err := os.Remove(string(n)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// notedAddress returns what the server in a folder noted, empty for nothing that
// is an address.
func notedAddress(dir string) string {
	content, err := os.ReadFile(addressPath(dir))
	if err != nil {
		return ""
	}
	home := ""
	if err := urlValue(&home).Set(strings.TrimSpace(string(content))); err != nil {
		return ""
	}
	return home
}
