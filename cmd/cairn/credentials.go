// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// credentials are the users that the terminal plays as, by the addresses of their
// servers. The file is readable by its owner only.
type credentials struct {
	Server string                `json:"server"` // the last one that was logged in to
	Users  map[string]serverUser `json:"users"`
}

// serverUser is a user of a server.
type serverUser struct {
	Name  string `json:"name"`
	Token string `json:"token"`
	Guest bool   `json:"guest,omitempty"`
}

// credentialsFile returns the path of the file, empty if there is no folder for it.
func (p *program) credentialsFile() string {
	folder := ""
	switch dir, home := p.env.Get("XDG_CONFIG_HOME"), p.env.Get("HOME"); {
	case filepath.IsAbs(dir):
		folder = dir
	case runtime.GOOS == "windows" && p.env.Get("APPDATA") != "":
		folder = p.env.Get("APPDATA")
	case filepath.IsAbs(home):
		folder = filepath.Join(home, ".config")
	default:
		return ""
	}
	return filepath.Join(folder, "cairn", "credentials.json")
}

// loadCredentials reads the file; without one there are none.
func (p *program) loadCredentials() (credentials, error) {
	c := credentials{Users: map[string]serverUser{}}
	path := p.credentialsFile()
	if path == "" {
		return c, nil
	}
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, nil
	case err != nil:
		return c, err
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return c, fmt.Errorf("%s: %w", path, err)
	}
	if c.Users == nil {
		c.Users = map[string]serverUser{}
	}
	return c, nil
}

// saveCredentials replaces the file.
func (p *program) saveCredentials(c credentials) error {
	path := p.credentialsFile()
	if path == "" {
		return errors.New("there is no folder for credentials: set HOME or XDG_CONFIG_HOME")
	}
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	next, err := os.CreateTemp(filepath.Dir(path), ".credentials-*") // only the owner can read it
	if err != nil {
		return err
	}
	defer os.Remove(next.Name()) // unless it was renamed
	_, err = next.Write(append(text, '\n'))
	if err = errors.Join(err, next.Close()); err != nil {
		return err
	}
	return os.Rename(next.Name(), path)
}
