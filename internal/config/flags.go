// SPDX-License-Identifier: Apache-2.0

package config

import (
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
			s.Value, name, help = FileValue(new(string)), s.key+secretFile, "file that holds the "+s.help
		}
		flag := set.VarPF(&flagValue{s, name, f}, name, "", help)
		if s.Type() == "bool" {
			flag.NoOptDefVal = "true"
		}
	}
}

// flagValue checks a flag when it is parsed, and records it. The setting shows the
// default; its configuration is not used.
type flagValue struct {
	setting
	name string
	all  *Flags
}

// Set implements pflag.Value. A repeated flag replaces the value, or adds to a
// list. The error of a flag shows the value; a wrong value that may hold a password is
// therefore reported later, when the settings are read.
func (v *flagValue) Set(given string) error {
	if err := v.setting.Set(given); err != nil && hidden[v.key] == nil {
		return err
	}
	i := slices.IndexFunc(v.all.entries, func(e entry) bool { return e.key == v.name })
	switch {
	case i < 0:
		v.all.entries = append(v.all.entries, entry{key: v.name, text: given, layer: ByFlag, place: "--" + v.name})
	case v.list:
		v.all.entries[i].text += "," + given
	default:
		v.all.entries[i].text = given
	}
	return nil
}
