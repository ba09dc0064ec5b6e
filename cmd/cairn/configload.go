// SPDX-License-Identifier: Apache-2.0

package main

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

// layer is where a value comes from.
type layer string

// The layers, each before those above it.
const (
	byDefault     layer = "default"
	byFile        layer = "file"
	byEnvironment layer = "environment"
	byFlag        layer = "flag"
)

// entry is one value as it was told.
type entry struct {
	key, text string
	layer     layer
	place     string // "cairn.yaml:3", "CAIRN_ADDR" or "--addr"
	file      string // only of byFile: "cairn.yaml"
}

// fileName is what the file is called in a data folder.
const fileName = "cairn.yaml"

// configure returns what holds. The error tells every fault there is.
func (p *program) configure(flags *configFlags) (*config, error) {
	c, err := p.collect(flags)
	if err == nil {
		c.complete()
		err = c.validate()
	}
	if err != nil {
		return nil, usageError{err}
	}
	return c, nil
}

// collect lays the layers over each other.
func (p *program) collect(flags *configFlags) (*config, error) {
	c := newConfig(p.dataFolder())
	variables, unknown := p.variables(c)
	path, named, err := p.configFile(flags, variables)
	if err != nil {
		return nil, err
	}
	var told []entry
	if path != "" {
		if told, err = readConfig(path); err != nil {
			return nil, err
		}
	}
	faults := []error{unknown}
	for _, e := range slices.Concat(told, variables, flags.entries) {
		if e.key == "data" && e.layer == byFile && !named {
			faults = append(faults, fmt.Errorf("%s: data: the file was found in the data folder and cannot name another", e.place))
		}
		faults = append(faults, c.set(e))
	}
	return c, errors.Join(faults...)
}

// configFile returns the file to read: one that is named, or one in the data
// folder if it is there; else none.
func (p *program) configFile(flags *configFlags, variables []entry) (path string, named bool, err error) {
	if path := cmp.Or(flags.file, p.env(configVariable)); path != "" {
		return path, true, nil
	}
	path = filepath.Join(p.folderTold(flags, variables), fileName)
	_, err = os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return "", false, nil
	}
	if errors.Is(err, fs.ErrPermission) {
		err = fmt.Errorf("look for settings: %w: the data folder must belong to the user that runs this", err)
	}
	return path, false, err
}

// folderTold returns the data folder as far as it is known before a file is
// read.
func (p *program) folderTold(flags *configFlags, variables []entry) string {
	folder := p.dataFolder()
	for _, e := range slices.Concat(variables, flags.entries) {
		if e.key == "data" {
			folder = e.text
		}
	}
	return folder
}

// set takes one value over.
func (c *config) set(e entry) error {
	key, inFile := e.key, false
	s, known := c.find(key)
	if base, ok := strings.CutSuffix(key, secretFile); ok && !known {
		s, known = c.find(base)
		known, key, inFile = known && s.secret, base, true
	}
	if !known {
		return fmt.Errorf("%s: unknown key %q%s", e.place, e.key, meant(e.key, c.keys()))
	}
	if before := c.from[key]; before.layer == e.layer {
		return fmt.Errorf("%s: %s is told already by %s: want one of them", e.place, e.key, before.place)
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

// keys returns the names that may be used.
func (c *config) keys() []string {
	var keys []string
	for _, s := range c.settings() {
		keys = append(keys, s.key)
		if s.secret {
			keys = append(keys, s.key+secretFile)
		}
	}
	return keys
}

// readSecret reads a secret from a file of its own. The end of its line is not
// part of it.
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

// meant says which of the known words an unknown one may have been meant for.
func meant(word string, known []string) string {
	all := &cobra.Command{SuggestionsMinimumDistance: 2} // which knows what is near
	for _, name := range known {
		all.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	near := all.SuggestionsFor(word)
	if len(near) == 0 {
		return "; `cairn config` lists those there are"
	}
	return "; did you mean " + near[0] + "?"
}
