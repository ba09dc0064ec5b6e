// SPDX-License-Identifier: Apache-2.0

package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// Layer is where a value comes from.
type Layer string

// The layers, each overriding those above it.
const (
	ByDefault     Layer = "default"
	ByFile        Layer = "file"
	ByEnvironment Layer = "environment"
	ByFlag        Layer = "flag"
)

// entry is one value as it was written.
type entry struct {
	key, text string
	layer     Layer
	place     string // "cairn.yaml:3", "CAIRN_ADDR" or "--addr"
	file      string // only of ByFile: "cairn.yaml"
}

// FileName is the name of the configuration file in a data folder.
const FileName = "cairn.yaml"

// Load returns the configuration of an environment and flags, checked. The error
// reports every fault.
func Load(env Environment, flags *Flags) (*Config, error) {
	c, err := Read(env, flags)
	if err != nil {
		return nil, err
	}
	c.complete()
	return c, c.validate()
}

// Read returns the configuration of an environment and flags. It does not check
// whether the settings fit each other, and leaves out the defaults that depend on
// others.
func Read(env Environment, flags *Flags) (*Config, error) {
	c := New(env.DataFolder())
	variables, unknown := env.entries(c)
	path, named, err := findFile(env, flags, variables)
	if err != nil {
		return nil, err
	}
	var inFile []entry
	if path != "" {
		if inFile, err = readFile(path); err != nil {
			return nil, err
		}
	}
	faults := []error{unknown}
	for _, e := range slices.Concat(inFile, variables, flags.entries) {
		if e.key == "data" && e.layer == ByFile && !named {
			faults = append(faults, fmt.Errorf("%s: data: the file was found in the data folder and cannot name another", e.place))
		}
		faults = append(faults, c.set(e))
	}
	return c, errors.Join(faults...)
}

// findFile returns the file to read: the one that is named, or the one in the data
// folder if it exists; else none.
func findFile(env Environment, flags *Flags, variables []entry) (path string, named bool, err error) {
	if path := cmp.Or(flags.File, env.Get(fileVariable)); path != "" {
		return path, true, nil
	}
	path = filepath.Join(knownFolder(env, flags, variables), FileName)
	_, err = os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return "", false, nil
	}
	if errors.Is(err, fs.ErrPermission) {
		err = fmt.Errorf("look for settings: %w: the data folder must belong to the user that runs this", err)
	}
	return path, false, err
}

// knownFolder returns the data folder as far as it is known before a file is read.
func knownFolder(env Environment, flags *Flags, variables []entry) string {
	folder := env.DataFolder()
	for _, e := range slices.Concat(variables, flags.entries) {
		if e.key == "data" {
			folder = e.text
		}
	}
	return folder
}

// set sets one value.
func (c *Config) set(e entry) error {
	key, inFile := e.key, false
	s, known := c.find(key)
	if base, ok := strings.CutSuffix(key, secretFile); ok && !known {
		s, known = c.find(base)
		known, key, inFile = known && s.secret, base, true
	}
	if !known {
		return fmt.Errorf("%s: unknown key %q%s", e.place, e.key, suggest(e.key, c.keys()))
	}
	if before := c.from[key]; before.layer == e.layer {
		return fmt.Errorf("%s: %s is already set by %s", e.place, e.key, before.place)
	}
	text := e.text
	if inFile {
		var err error
		if text, err = readSecret(e.text); err != nil {
			return fmt.Errorf("%s: %w", e.place, err)
		}
	}
	if err := s.value.Set(text); err != nil {
		return fmt.Errorf("%s: %w", e.place, err)
	}
	c.from[key] = e
	return nil
}

// keys returns all keys.
func (c *Config) keys() []string {
	var keys []string
	for _, s := range c.settings() {
		keys = append(keys, s.key)
		if s.secret {
			keys = append(keys, s.key+secretFile)
		}
	}
	return keys
}

// readSecret reads a secret from a file, without the line break at its end.
func readSecret(path string) (string, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	secret := strings.TrimRight(string(content), "\r\n")
	if secret == "" {
		return "", fmt.Errorf("%s is empty: want the secret in it", path)
	}
	return secret, nil
}

// suggest returns the known word that an unknown one is close to, as the end of an
// error message.
func suggest(word string, known []string) string {
	all := &cobra.Command{SuggestionsMinimumDistance: 2} // for its comparison of words
	for _, name := range known {
		all.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	near := all.SuggestionsFor(word)
	if len(near) == 0 {
		return "; `cairn config` lists all keys"
	}
	return "; did you mean " + near[0] + "?"
}
