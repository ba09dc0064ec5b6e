// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
)

// told configures a program by an environment and flags.
func told(t *testing.T, env []string, args ...string) (*config, error) {
	t.Helper()
	e := environ(env)
	p := &program{env: e.get, names: e.names}
	command := &cobra.Command{Use: "test"}
	flags := p.configFlags(command)
	if err := command.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	return p.configure(flags)
}

// written puts a file of settings into a folder of its own.
func written(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "settings.yaml")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestConfigLayers(t *testing.T) {
	file := written(t, "admin: 127.0.0.1:1\nlog: {level: warn}\nthinkers: 3\nhashing: 2\n")
	tests := map[string]struct {
		env, args []string
		want      map[string]configRow
	}{
		"nothing told": {nil, nil, map[string]configRow{
			"addr":      {"addr", "127.0.0.1:8080", byDefault, ""},
			"log-level": {"log-level", "info", byDefault, ""},
			"url":       {"url", "", byDefault, ""},
		}},
		"a file": {[]string{"CAIRN_CONFIG=" + file}, nil, map[string]configRow{
			"log-level": {"log-level", "warn", byFile, file + ":2"},
			"thinkers":  {"thinkers", "3", byFile, file + ":3"},
		}},
		"the flag of a file before the variable": {[]string{"CAIRN_CONFIG=/nowhere"}, []string{"--config", file}, map[string]configRow{
			"thinkers": {"thinkers", "3", byFile, file + ":3"},
		}},
		"the environment before the file": {[]string{"CAIRN_CONFIG=" + file, "CAIRN_THINKERS=4"}, nil, map[string]configRow{
			"thinkers": {"thinkers", "4", byEnvironment, "CAIRN_THINKERS"},
			"hashing":  {"hashing", "2", byFile, file + ":4"},
		}},
		"flags before everything": {[]string{"CAIRN_CONFIG=" + file, "CAIRN_THINKERS=4"}, []string{"--thinkers", "5"}, map[string]configRow{
			"thinkers": {"thinkers", "5", byFlag, "--thinkers"},
		}},
		"an empty variable is none": {[]string{"CAIRN_THINKERS="}, nil, map[string]configRow{
			"thinkers": {"thinkers", "8", byDefault, ""},
		}},
		"lists": {[]string{"CAIRN_TRUSTED_PROXIES=10.0.0.0/8, ::1"}, []string{"--tls-domain", "A.example.org", "--tls-domain", "b.example.org"}, map[string]configRow{
			"trusted-proxies": {"trusted-proxies", "10.0.0.0/8, ::1/128", byEnvironment, "CAIRN_TRUSTED_PROXIES"},
			"tls-domain":      {"tls-domain", "a.example.org, b.example.org", byFlag, "--tls-domain"},
		}},
		"what domains bring along": {nil, []string{"--tls-domain", "a.example.org"}, map[string]configRow{
			"addr":     {"addr", ":443", byDefault, ""},
			"url":      {"url", "https://a.example.org", byDefault, ""},
			"tls-http": {"tls-http", ":80", byDefault, ""},
		}},
		"limits": {[]string{"CAIRN_LIMITS_LOGIN=3 then 1 per 1m"}, []string{"--limits-join", "none"}, map[string]configRow{
			"limits-login": {"limits-login", "3, then 1 per 1m0s", byEnvironment, "CAIRN_LIMITS_LOGIN"},
			"limits-join":  {"limits-join", "none", byFlag, "--limits-join"},
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, err := told(t, test.env, test.args...)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]configRow{}
			for _, row := range c.rows() {
				if _, asked := test.want[row.Key]; asked {
					got[row.Key] = row
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("want (-), got (+):\n%s", diff)
			}
		})
	}
}

// Every fault is told with its place and what would be right.
func TestConfigFaults(t *testing.T) {
	tests := map[string]struct {
		file string
		env  []string
		args []string
		want string // FILE stands for the file
	}{
		"unknown key":           {file: "adr: :80", want: `FILE:1: unknown key "adr"; did you mean addr?`},
		"unknown key below":     {file: "smtp:\n  adr: a:1", want: `FILE:2: unknown key "smtp-adr"; did you mean smtp-addr?`},
		"nothing like it":       {file: "colour: red", want: "FILE:1: unknown key \"colour\"; `cairn config` lists those there are"},
		"a wrong value":         {file: "\naddr: 80", want: `FILE:2: address "80": want a host and a port like 127.0.0.1:8080`},
		"all at once":           {file: "adr: 1\nthinkers: 0", want: "FILE:1: unknown key \"adr\"; did you mean addr?\nFILE:2: number \"0\": want a whole number from 1 to 1024"},
		"told twice":            {file: "smtp-user: a\nsmtp: {user: b}", want: "FILE:2: smtp-user is told already by FILE:1: want one of them"},
		"no value":              {file: "addr:", want: "FILE:1: addr: want a value"},
		"a list of lists":       {file: "tls-domain: [[a]]", want: "FILE:1: tls-domain: want a list of values"},
		"no keys at all":        {file: "addr", want: "FILE:1: want keys with their values, like addr: 127.0.0.1:8080"},
		"an alias":              {file: "addr: &a 1.2.3.4:1\nadmin: *a", want: "FILE:2: admin: want a value"},
		"unknown variable":      {env: []string{"CAIRN_THINKER=1"}, want: "unknown variable CAIRN_THINKER in the environment; did you mean CAIRN_THINKERS?"},
		"wrong variable":        {env: []string{"CAIRN_URL=x"}, want: `CAIRN_URL: url "x": want one like https://play.example.org`},
		"secret twice":          {env: []string{"CAIRN_SMTP_PASSWORD=a", "CAIRN_SMTP_PASSWORD_FILE=b"}, want: "CAIRN_SMTP_PASSWORD_FILE: smtp-password-file is told already by CAIRN_SMTP_PASSWORD: want one of them"},
		"secret that is not":    {env: []string{"CAIRN_SMTP_PASSWORD_FILE=/no/where"}, want: "CAIRN_SMTP_PASSWORD_FILE: open /no/where: no such file or directory"},
		"not a secret":          {file: "smtp-from-file: a", want: "FILE:1: unknown key \"smtp-from-file\"; `cairn config` lists those there are"},
		"half a certificate":    {args: []string{"--tls-cert", "a"}, want: "tls-cert and tls-key belong together: want both or none"},
		"two certificates":      {args: []string{"--tls-cert", "a", "--tls-key", "b", "--tls-domain", "a.org"}, want: "tls-domain and tls-cert: want one of them, a certificate is got or given"},
		"foreign domain":        {args: []string{"--tls-domain", "a.org,b.org", "--url", "https://c.org"}, want: "url https://c.org: there is no certificate for c.org: want one of the domains of tls-domain: a.org, b.org"},
		"open address":          {args: []string{"--tls-domain", "a.org", "--url", "http://a.org"}, want: "url http://a.org: the server speaks TLS: want https://a.org"},
		"e-mail for nothing":    {args: []string{"--tls-email", "a@b.org"}, want: "tls-email: there is no tls-domain whose certificate it could be about"},
		"authority for nothing": {args: []string{"--tls-directory", "https://a.org/d"}, want: "tls-directory: there is no tls-domain to get a certificate for"},
		"redirect to nothing":   {args: []string{"--tls-http", ":80"}, want: "tls-http: there is no TLS to send people on to: want tls-domain, or tls-cert and tls-key"},
		"proof nowhere":         {args: []string{"--tls-domain", "a.org", "--tls-http", "none"}, want: "tls-http none: the authority looks for the proof over plain HTTP: want an address, :80 for the world"},
		"mail without a server": {args: []string{"--smtp-from", "a@b.org"}, want: "smtp-from: there is no smtp-addr to send e-mail through"},
		"mail from nobody":      {args: []string{"--smtp-addr", "a.org:25", "--url", "https://a.org"}, want: "smtp-addr: want smtp-from too, the sender of e-mail"},
		"mail to nowhere":       {args: []string{"--smtp-addr", "a.org:25", "--smtp-from", "a@b.org"}, want: "smtp-addr: want url too: links in e-mail lead there"},
		"mail in the open":      {args: []string{"--smtp-addr", "a.org:25", "--smtp-from", "a@b.org", "--smtp-tls", "none", "--url", "https://a.org"}, want: "smtp-tls none: e-mail would cross the network in the open: want starttls or tls"},
		"a limit and none":      {args: []string{"--unlimited", "--limits-join", "none"}, want: "unlimited and limits-join: want one of them"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := written(t, test.file)
			_, err := told(t, append(test.env, "CAIRN_CONFIG="+path), test.args...)
			if err == nil {
				t.Fatalf("got no error, want %q", test.want)
			}
			if got := strings.ReplaceAll(err.Error(), path, "FILE"); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestConfigInDataFolder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, fileName)
	if err := os.WriteFile(path, []byte("thinkers: 2"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := told(t, nil, "--data", dir)
	if err != nil || c.thinkers != 2 {
		t.Errorf("got %v, %v, want 2 thinkers", c, err)
	}
	if err := os.WriteFile(path, []byte("data: /elsewhere"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := path + ":1: data: the file was found in the data folder and cannot name another"
	if _, err = told(t, []string{"CAIRN_DATA=" + dir}); err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
}

// A secret is known to the server and shown to nobody.
func TestConfigHidesSecrets(t *testing.T) {
	const secret = "stone by stone"
	path := written(t, secret+"\n")
	mail := []string{"--smtp-addr", "a.org:25", "--smtp-from", "a@b.org", "--smtp-user", "ada", "--url", "https://a.org"}
	tests := map[string]struct{ env, args []string }{
		"in a variable":      {[]string{"CAIRN_SMTP_PASSWORD=" + secret}, nil},
		"in a file":          {[]string{"CAIRN_SMTP_PASSWORD_FILE=" + path}, nil},
		"in a file by flag":  {nil, []string{"--smtp-password-file", path}},
		"in the settings":    {[]string{"CAIRN_CONFIG=" + written(t, "smtp: {password: "+secret+"}")}, nil},
		"a file in settings": {[]string{"CAIRN_CONFIG=" + written(t, "smtp: {password-file: "+path+"}")}, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, err := told(t, test.env, append(test.args, mail...)...)
			if err != nil {
				t.Fatal(err)
			}
			if c.smtp.password != secret {
				t.Errorf("got password %q, want %q", c.smtp.password, secret)
			}
			for _, row := range c.rows() {
				if strings.Contains(row.Value+row.Where, secret) {
					t.Errorf("%s shows the secret: %+v", row.Key, row)
				}
				if row.Key == "smtp-password" && row.Value != "(set)" {
					t.Errorf("got %q for the secret, want (set)", row.Value)
				}
			}
		})
	}
}

// The page lists every setting with its default, in the order of the program.
func TestPageListsSettings(t *testing.T) {
	page, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, row := range newConfig("").rows() {
		want = append(want, row.Key+" "+row.Value)
	}
	var got []string
	for _, found := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| (?:`(.*?)`)? ?\\|").FindAllStringSubmatch(string(page), -1) {
		if slices.Contains(newConfig("").keys(), found[1]) {
			got = append(got, found[1]+" "+found[2])
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/operations.md: want (-), got (+):\n%s", diff)
	}
}
