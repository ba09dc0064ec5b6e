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
	above := slices.Concat(variables, flags.entries)
	named := cmp.Or(flags.File, env.Get(fileVariable))
	inFile, err := c.readFile(named, above)
	if err != nil {
		return nil, err
	}
	faults := []error{unknown}
	for _, e := range slices.Concat(inFile, above) {
		if e.key == "data" && e.layer == ByFile && named == "" {
			faults = append(faults, fmt.Errorf("%s: data: the file was found in the data folder and cannot name another", e.place))
		}
		faults = append(faults, c.set(e))
	}
	return c, errors.Join(faults...)
}

// readFile reads the named file, else the file in the data folder if it exists. The
// layers above may set another data folder.
func (c *Config) readFile(named string, above []entry) ([]entry, error) {
	c.file = named
	if named == "" {
		folder := c.Data
		for _, e := range above {
			if e.key == "data" {
				folder = e.text
			}
		}
		c.file = filepath.Join(folder, FileName)
		switch _, err := os.Stat(c.file); {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
			return nil, nil
		case errors.Is(err, fs.ErrPermission):
			return nil, fmt.Errorf("look for settings: %w: the data folder must belong to the user that runs this", err)
		case err != nil:
			return nil, err
		}
	}
	return readYAML(c.file)
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
	text, err := e.text, error(nil)
	if inFile {
		text, err = readSecret(text)
	}
	if err == nil {
		err = s.Set(text)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", e.place, err)
	}
	c.from[key] = e
	return nil
}

// readSecret reads a secret from a file, without the line break at its end.
func readSecret(path string) (string, error) {
	content, err := os.ReadFile(path)
	secret := strings.TrimRight(string(content), "\r\n")
	if err == nil && secret == "" {
		err = fmt.Errorf("%s is empty: want the secret in it", path)
	}
	return secret, err
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
