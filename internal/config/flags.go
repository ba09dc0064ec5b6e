// SPDX-License-Identifier: Apache-2.0

package config

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"
)

// Flags are the settings given on the command line, kept until the layers below
// them are read.
type Flags struct {
	File    string // --config
	entries []entry
}

// AddFile adds --config.
func (f *Flags) AddFile(set *pflag.FlagSet) {
	set.Var(FileValue(&f.File), "config", "file of settings; by default cairn.yaml in the data folder, if it exists")
}

// Add adds a flag for each of the keys, or for all settings if none is given. A
// secret has no flag; KEY-file names a file that holds it.
func (f *Flags) Add(set *pflag.FlagSet, data string, keys ...string) {
	for _, s := range New(data).settings() {
		if len(keys) > 0 && !slices.Contains(keys, s.key) {
			continue
		}
		name, help := s.key, s.help
		if s.secret {
			s.value, name, help = FileValue(new(string)), s.key+secretFile, "file that holds the "+s.help
		}
		set.Var(&flagValue{text: s.value, key: name, list: s.list, hidden: s.hidden, all: f}, name, help)
		if s.value.Type() == "bool" {
			set.Lookup(name).NoOptDefVal = "true"
		}
	}
}

// Words returns the possible values of settings that have only a few, by key.
func Words() map[string][]string {
	words := map[string][]string{}
	for _, s := range New("").settings() {
		if s.words != nil {
			words[s.key] = s.words
		}
	}
	return words
}

// flagValue checks a flag when it is parsed, and records it. The value it checks
// with shows the default and is not used otherwise.
type flagValue struct {
	text
	key    string
	list   bool
	hidden bool
	all    *Flags
}

// Set implements pflag.Value. A repeated flag replaces the value, or adds to a
// list. A wrong value that may hold a password is reported later: the error of a
// flag shows it.
func (v *flagValue) Set(given string) error {
	if err := v.text.Set(given); err != nil && !v.hidden {
		return err
	}
	for i := range v.all.entries {
		e := &v.all.entries[i]
		switch {
		case e.key != v.key:
			continue
		case v.list:
			e.text = fmt.Sprintf("%s,%s", e.text, given)
		default:
			e.text = given
		}
		return nil
	}
	v.all.entries = append(v.all.entries, entry{key: v.key, text: given, layer: ByFlag, place: "--" + v.key})
	return nil
}
