// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"cairn/internal/config"
)

// credentials are the users that the terminal plays as, by the addresses of their
// servers. The file is readable by its owner only.
type credentials struct {
	Server string                `json:"server"` // of the last log-in
	Users  map[string]serverUser `json:"users"`

	path string // of the file; empty if there is no folder for it
}

// serverUser is a user of a server.
type serverUser struct {
	Name  string `json:"name"`
	Token string `json:"token"`
	Guest bool   `json:"guest,omitempty"`
}

// credentialsFile returns the path of the file, empty if there is no folder for it.
func credentialsFile(env config.Environment) string {
	folder := ""
	switch dir, home := env.Get("XDG_CONFIG_HOME"), env.Get("HOME"); {
	case filepath.IsAbs(dir):
		folder = dir
	case runtime.GOOS == "windows" && env.Get("APPDATA") != "":
		folder = env.Get("APPDATA")
	case filepath.IsAbs(home):
		folder = filepath.Join(home, ".config")
	default:
		return ""
	}
	return filepath.Join(folder, "cairn", "credentials.json")
}

// loadCredentials reads the file; without one there are none.
func loadCredentials(env config.Environment) (credentials, error) {
	c := credentials{Users: map[string]serverUser{}, path: credentialsFile(env)}
	if c.path == "" {
		return c, nil
	}
	text, err := os.ReadFile(c.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, nil
	case err != nil:
		return c, err
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return c, fmt.Errorf("%s: %w", c.path, err)
	}
	if c.Users == nil {
		c.Users = map[string]serverUser{}
	}
	return c, nil
}

// save replaces the file.
func (c *credentials) save() error {
	if c.path == "" {
		return errors.New("there is no folder for credentials: set HOME or XDG_CONFIG_HOME")
	}
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(c.path), 0o700); err != nil {
		return err
	}
	next, err := os.CreateTemp(filepath.Dir(c.path), ".credentials-*") // only the owner can read it
	if err != nil {
		return err
	}
	defer os.Remove(next.Name()) // unless it was renamed
	_, err = next.Write(append(text, '\n'))
	if err = errors.Join(err, next.Close()); err != nil {
		return err
	}
	return os.Rename(next.Name(), c.path)
}

// notLoggedIn says so, and where the user is logged in.
func (c *credentials) notLoggedIn(server string) error {
	switch others := strings.Join(slices.Sorted(maps.Keys(c.Users)), ", "); {
	case others != "" && server != "":
		return fmt.Errorf("you are not logged in to %s, only to %s", server, others)
	case others != "":
		return fmt.Errorf("you are logged in to %s: choose with --server URL", others)
	case server != "":
		return fmt.Errorf("you are not logged in to %s", server)
	}
	return errors.New("you are not logged in")
}
