// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// configFlags are the flags of a configuration, kept until the layers below
// them have been read.
type configFlags struct {
	file    string // --config
	entries []entry
}

// configFlags adds a flag for every setting that is no secret, and --config.
func (p *program) configFlags(command *cobra.Command) *configFlags {
	all := &configFlags{}
	flags := command.Flags()
	p.configFlag(command, &all.file)
	for _, s := range newConfig(p.dataFolder()).settings() {
		name, help := s.key, s.help
		if s.secret {
			s.value, name, help = fileValue(new(string)), s.key+secretFile, "file that holds the "+s.help
		}
		flags.Var(&toldValue{text: s.value, key: name, list: s.list, all: all}, name, help)
		if s.value.Type() == "bool" {
			flags.Lookup(name).NoOptDefVal = "true"
		}
		if s.words != nil {
			completeFlag(command, name, s.words...)
		}
	}
	markFolder(command, "data")
	return all
}

// configFlag adds --config.
func (p *program) configFlag(command *cobra.Command, file *string) {
	command.Flags().Var(fileValue(file), "config", "file of settings; by default cairn.yaml in the data folder, if it is there")
	if err := command.MarkFlagFilename("config", "yaml", "yml"); err != nil {
		panic(err) // the flag was not added before: a broken program
	}
}

// toldValue checks a flag when it is read, and keeps it. The value it checks
// with is nobody's: it shows the default.
type toldValue struct {
	text
	key  string
	list bool
	all  *configFlags
}

// Set implements pflag.Value. Again means instead, or besides in a list.
func (v *toldValue) Set(told string) error {
	if err := v.text.Set(told); err != nil {
		return err
	}
	for i := range v.all.entries {
		e := &v.all.entries[i]
		switch {
		case e.key != v.key:
			continue
		case v.list:
			e.text = fmt.Sprintf("%s,%s", e.text, told)
		default:
			e.text = told
		}
		return nil
	}
	v.all.entries = append(v.all.entries, entry{key: v.key, text: told, layer: byFlag, place: "--" + v.key})
	return nil
}
