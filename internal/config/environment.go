// SPDX-License-Identifier: Apache-2.0

package config

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Environment is variables by name.
type Environment map[string]string

// Environ makes an Environment of lines as os.Environ returns them.
func Environ(lines []string) Environment {
	env := Environment{}
	for _, line := range lines {
		name, value, _ := strings.Cut(line, "=")
		env[name] = value
	}
	return env
}

// Get returns a variable, empty if it is not set.
func (env Environment) Get(name string) string { return env[name] }

// fileVariable names the configuration file.
const fileVariable = "CAIRN_CONFIG"

// otherVariables begin like settings but are none: the first line is for users,
// the second for tests that start this program.
var otherVariables = []string{
	fileVariable, "CAIRN_LANG", "CAIRN_TRACE",
	"CAIRN_BROWSER", "CAIRN_BROWSER_ADDRESS", "CAIRN_BROWSER_DATA", "CAIRN_LOAD_TEST", "CAIRN_TEST_CRASH_FOLDER",
}

// Variables returns the names of all variables that the program reads.
func Variables() []string {
	names := slices.Clone(otherVariables)
	for _, key := range New("").keys() {
		names = append(names, variable(key))
	}
	return names
}

// variable returns the name of the variable of a key.
func variable(key string) string {
	return "CAIRN_" + strings.ToUpper(strings.ReplaceAll(key, "-", "_"))
}

// entries returns the settings in the environment, and an error that names the
// unknown variables. Empty variables count as not set.
func (env Environment) entries(c *Config) (entries []entry, unknown error) {
	keys := c.keys()
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(env)) {
		text := env[name]
		if text == "" || !strings.HasPrefix(name, "CAIRN_") || slices.Contains(otherVariables, name) {
			continue
		}
		if i := slices.IndexFunc(keys, func(key string) bool { return variable(key) == name }); i >= 0 {
			entries = append(entries, entry{key: keys[i], text: text, layer: ByEnvironment, place: name})
		} else {
			faults = append(faults, fmt.Errorf("unknown variable %s in the environment%s", name, suggest(name, Variables())))
		}
	}
	return entries, errors.Join(faults...)
}

// DataFolder returns the default data folder: in the user's folder for data, else in the
// current folder.
func (env Environment) DataFolder() string {
	return cmp.Or(env.UserFolder("XDG_DATA_HOME", "", ".local/share"), "cairn-data")
}

// UserFolder returns Cairn's folder for one kind of files of a user: by a variable of the
// XDG base directory specification, by a variable of Windows, or below the home folder.
// It is empty if none of them is set.
func (env Environment) UserFolder(xdg, windows, belowHome string) string {
	switch dir, home := env.Get(xdg), env.Get("HOME"); {
	case filepath.IsAbs(dir):
		return filepath.Join(dir, "cairn")
	case runtime.GOOS == "windows" && env.Get(windows) != "":
		return filepath.Join(env.Get(windows), "cairn")
	case filepath.IsAbs(home):
		return filepath.Join(home, belowHome, "cairn")
	}
	return ""
}
