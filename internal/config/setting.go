// SPDX-License-Identifier: Apache-2.0

package config

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// setting is one setting of a Config: a field and its tags.
type setting struct {
	pflag.Value // sets the field
	key, help   string
	needs       string // the key without which it has no effect
	secret      bool
	list        bool
}

// secretFile ends the key that names a file with a secret.
const secretFile = "-file"

// settings returns all settings, bound to this configuration.
func (c *Config) settings() []setting { return settingsOf(reflect.ValueOf(c).Elem(), "") }

func settingsOf(fields reflect.Value, prefix string) (all []setting) {
	for i := range fields.NumField() {
		field, tag := fields.Field(i), fields.Type().Field(i).Tag
		name, tagged := tag.Lookup("key")
		if !tagged {
			continue
		}
		key := strings.Trim(prefix+"-"+name, "-")
		if field.Kind() == reflect.Struct && tag.Get("help") == "" {
			all = append(all, settingsOf(field, key)...)
			continue
		}
		all = append(all, setting{
			Value: kinds[cmp.Or(tag.Get("kind"), key)](field.Addr().Interface()), key: key, help: tag.Get("help"),
			needs: tag.Get("needs"), secret: tag.Get("secret") != "", list: field.Kind() == reflect.Slice,
		})
	}
	return all
}

// find returns the setting of a key.
func (c *Config) find(key string) (setting, bool) {
	all := c.settings()
	i := slices.IndexFunc(all, func(s setting) bool { return s.key == key })
	if i < 0 {
		return setting{}, false
	}
	return all[i], true
}

// keys returns all keys.
func (c *Config) keys() (keys []string) {
	for _, s := range c.settings() {
		keys = append(keys, s.key)
		if s.secret {
			keys = append(keys, s.key+secretFile)
		}
	}
	return keys
}

// isSet reports whether a key was set by a file, a variable or a flag.
func (c *Config) isSet(key string) bool {
	_, set := c.from[key]
	return set
}

// Row is a setting as it is shown.
type Row struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	From  Layer  `json:"from"`
	Where string `json:"where"` // empty for a default
}

// Rows returns every setting, without the values of secrets.
func (c *Config) Rows() (rows []Row) {
	for _, s := range c.settings() {
		e := c.from[s.key]
		row := Row{Key: s.key, Value: s.String(), From: cmp.Or(e.layer, ByDefault), Where: e.place}
		if show := hidden[s.key]; show != nil {
			row.Value = show(row.Value)
		}
		if s.secret && row.Value != "" {
			row.Value = "(set)"
		}
		rows = append(rows, row)
	}
	return rows
}

// SecretsInFile returns the keys of secrets that stand in the configuration file
// itself, and the path of that file.
func (c *Config) SecretsInFile() (keys []string, file string) {
	for _, s := range c.settings() {
		e := c.from[s.key]
		switch {
		case e.layer != ByFile || e.key != s.key:
		case s.secret:
			keys, file = append(keys, s.key), c.file
		case s.key == "database" && hasPassword(e.text):
			keys, file = append(keys, s.key+"-password"), c.file
		}
	}
	return keys, file
}
