// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// environment is where variables are looked up.
type environment struct {
	get   func(name string) string
	names func() []string // of all that are set; nil for none
}

// environ makes an environment of lines as os.Environ returns them.
func environ(lines []string) environment {
	values := map[string]string{}
	var names []string
	for _, line := range lines {
		name, value, _ := strings.Cut(line, "=")
		values[name] = value
		names = append(names, name)
	}
	return environment{
		get:   func(name string) string { return values[name] },
		names: func() []string { return names },
	}
}

// configVariable names the file of the configuration.
const configVariable = "CAIRN_CONFIG"

// otherVariables are ours and no settings: the first line is for people, the
// second for tests that start this program.
var otherVariables = []string{
	configVariable, "CAIRN_LANG", "CAIRN_TRACE",
	"CAIRN_BROWSER", "CAIRN_BROWSER_ADDRESS", "CAIRN_BROWSER_DATA", "CAIRN_LOAD_TEST", "CAIRN_TEST_CRASH_FOLDER",
}

// variableOf returns the variable of a key.
func variableOf(key string) string {
	return "CAIRN_" + strings.ToUpper(strings.ReplaceAll(key, "-", "_"))
}

// variables returns what the environment tells, and an error that names the
// variables nobody knows. Empty ones count as not set.
func (p *program) variables(c *config) (told []entry, unknown error) {
	known := map[string]string{} // key by variable
	names := slices.Clone(otherVariables)
	for _, key := range c.keys() {
		known[variableOf(key)] = key
		names = append(names, variableOf(key))
	}
	if p.names == nil {
		return nil, nil
	}
	var faults []error
	for _, name := range slices.Sorted(slices.Values(p.names())) {
		text := p.env(name)
		if text == "" || !strings.HasPrefix(name, "CAIRN_") || slices.Contains(otherVariables, name) {
			continue
		}
		key, ok := known[name]
		if !ok {
			faults = append(faults, fmt.Errorf("unknown variable %s in the environment%s", name, meant(name, names)))
			continue
		}
		told = append(told, entry{key: key, text: text, layer: byEnvironment, place: name})
	}
	return told, errors.Join(faults...)
}
