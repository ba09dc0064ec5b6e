// SPDX-License-Identifier: Apache-2.0

package config_test

import (
	"testing"

	"cairn/internal/config"
)

func TestDataFolder(t *testing.T) {
	tests := map[string]struct {
		env  config.Environment
		want string
	}{
		"XDG_DATA_HOME": {config.Environment{"XDG_DATA_HOME": "/share", "HOME": "/home/ada"}, "/share/cairn"},
		"HOME":          {config.Environment{"HOME": "/home/ada"}, "/home/ada/.local/share/cairn"},
		"not absolute":  {config.Environment{"XDG_DATA_HOME": "share", "HOME": "ada"}, "cairn-data"},
		"neither":       {nil, "cairn-data"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := test.env.DataFolder(); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestAddress(t *testing.T) {
	tests := map[string]struct {
		text    string
		private bool
		want    string // empty for an error
	}{
		"host and port":            {"127.0.0.1:8080", false, "127.0.0.1:8080"},
		"name":                     {"localhost:80", false, "localhost:80"},
		"IPv6":                     {"[::1]:8080", false, "[::1]:8080"},
		"all hosts":                {":8080", false, ":8080"},
		"private without a host":   {":9090", true, "127.0.0.1:9090"},
		"private for everyone":     {"0.0.0.0:9090", true, "0.0.0.0:9090"},
		"no port":                  {"127.0.0.1", false, ""},
		"port with a name":         {"127.0.0.1:http", false, ""},
		"port that is too large":   {"127.0.0.1:65536", false, ""},
		"IPv6 without its bracket": {"::1:8080", false, ""},
		"nothing":                  {"", false, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got string
			key := "addr"
			if test.private {
				key = "admin"
			}
			c, err := config.Read(config.Environment{"XDG_DATA_HOME": t.TempDir(), "CAIRN_CONFIG": written(t, key+": '"+test.text+"'")}, &config.Flags{})
			if err == nil {
				got = map[bool]string{false: c.Addr, true: c.Admin}[test.private]
			}
			if got != test.want || (err == nil) != (test.want != "") {
				t.Errorf("got %q, %v, want %q", got, err, test.want)
			}
		})
	}
}

func TestURLValue(t *testing.T) {
	tests := map[string]string{ // empty for an error
		"https://play.example.org":  "https://play.example.org",
		"https://play.example.org/": "https://play.example.org",
		"http://10.0.0.1:8080":      "http://10.0.0.1:8080",
		"ftp://example.org":         "",
		"https://":                  "",
		"https://example.org/a":     "",
		"https://example.org?a=b":   "",
		"https://example.org#a":     "",
		"http://[":                  "",
	}
	for text, want := range tests {
		var got string
		if err := config.URLValue(&got).Set(text); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: got %q, %v, want %q", text, got, err, want)
		}
	}
}
