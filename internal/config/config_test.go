// SPDX-License-Identifier: Apache-2.0

package config_test

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"cairn/internal/config"
)

// load loads the configuration of an environment and flags.
func load(t *testing.T, env []string, args ...string) (*config.Config, error) {
	t.Helper()
	e, flags, set := config.Environ(env), &config.Flags{}, pflag.NewFlagSet("test", pflag.ContinueOnError)
	flags.AddFile(set)
	flags.Add(set, e.DataFolder())
	if err := set.Parse(args); err != nil {
		t.Fatal(err)
	}
	return config.Load(e, flags)
}

// written writes a configuration file into a folder of its own.
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
		want      map[string]config.Row
	}{
		"nothing set": {nil, nil, map[string]config.Row{
			"addr":      {"addr", "127.0.0.1:8080", config.ByDefault, ""},
			"log-level": {"log-level", "info", config.ByDefault, ""},
			"url":       {"url", "", config.ByDefault, ""},
		}},
		"a file": {[]string{"CAIRN_CONFIG=" + file}, nil, map[string]config.Row{
			"log-level": {"log-level", "warn", config.ByFile, file + ":2"},
			"thinkers":  {"thinkers", "3", config.ByFile, file + ":3"},
		}},
		"the flag of a file before the variable": {[]string{"CAIRN_CONFIG=/nowhere"}, []string{"--config", file}, map[string]config.Row{
			"thinkers": {"thinkers", "3", config.ByFile, file + ":3"},
		}},
		"the environment before the file": {[]string{"CAIRN_CONFIG=" + file, "CAIRN_THINKERS=4"}, nil, map[string]config.Row{
			"thinkers": {"thinkers", "4", config.ByEnvironment, "CAIRN_THINKERS"},
			"hashing":  {"hashing", "2", config.ByFile, file + ":4"},
		}},
		"flags before everything": {[]string{"CAIRN_CONFIG=" + file, "CAIRN_THINKERS=4"}, []string{"--thinkers", "5"}, map[string]config.Row{
			"thinkers": {"thinkers", "5", config.ByFlag, "--thinkers"},
		}},
		"an empty variable is none": {[]string{"CAIRN_THINKERS="}, nil, map[string]config.Row{
			"thinkers": {"thinkers", strconv.Itoa(max(2, runtime.GOMAXPROCS(0))), config.ByDefault, ""},
		}},
		"lists": {[]string{"CAIRN_TRUSTED_PROXIES=10.0.0.0/8, ::1"}, []string{"--tls-domain", "A.example.org", "--tls-domain", "b.example.org"}, map[string]config.Row{
			"trusted-proxies": {"trusted-proxies", "10.0.0.0/8, ::1/128", config.ByEnvironment, "CAIRN_TRUSTED_PROXIES"},
			"tls-domain":      {"tls-domain", "a.example.org, b.example.org", config.ByFlag, "--tls-domain"},
		}},
		"an address of IPv6": {nil, []string{"--addr", "[::1]:8080"}, map[string]config.Row{
			"addr": {"addr", "[::1]:8080", config.ByFlag, "--addr"},
		}},
		"what domains bring along": {nil, []string{"--tls-domain", "a.example.org"}, map[string]config.Row{
			"addr":     {"addr", ":443", config.ByDefault, ""},
			"url":      {"url", "https://a.example.org", config.ByDefault, ""},
			"tls-http": {"tls-http", ":80", config.ByDefault, ""},
		}},
		"limits": {[]string{"CAIRN_LIMITS_LOGIN=3 then 1 per 1m"}, []string{"--limits-join", "none"}, map[string]config.Row{
			"limits-login": {"limits-login", "3, then 1 per 1m0s", config.ByEnvironment, "CAIRN_LIMITS_LOGIN"},
			"limits-join":  {"limits-join", "none", config.ByFlag, "--limits-join"},
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, err := load(t, test.env, test.args...)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]config.Row{}
			for _, row := range c.Rows() {
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

// Every fault is reported with its place and a correct example.
func TestConfigFaults(t *testing.T) {
	tests := map[string]struct {
		file string
		env  []string
		args []string
		want string // FILE stands for the file
	}{
		"a hook without secret": {args: []string{"--webhook-url", "https://example.org/hook"}, want: "webhook-url: want webhook-secret-file too, with a secret of 16 characters at least"},
		"a secret without hook": {env: []string{"CAIRN_WEBHOOK_SECRET=0123456789abcdef"}, want: "webhook-secret: has no effect without webhook-url"},
		"a hook that is none":   {file: "webhook-url: ftp://user:hidden@example.org", want: "FILE:1: webhook-url: want an address like https://example.org/hook"},
		"unknown key":           {file: "adr: :80", want: `FILE:1: unknown key "adr"; did you mean addr?`},
		"unknown key below":     {file: "smtp:\n  adr: a:1", want: `FILE:2: unknown key "smtp-adr"; did you mean smtp-addr?`},
		"nothing like it":       {file: "colour: red", want: "FILE:1: unknown key \"colour\"; `cairn config` lists all keys"},
		"a wrong value":         {file: "\naddr: 80", want: `FILE:2: address "80": want a host and a port like 127.0.0.1:8080`},
		"all at once":           {file: "adr: 1\nthinkers: 0", want: "FILE:1: unknown key \"adr\"; did you mean addr?\nFILE:2: number \"0\": want a whole number from 1 to 1024"},
		"set twice":             {file: "smtp-user: a\nsmtp: {user: b}", want: "FILE:2: smtp-user is already set by FILE:1"},
		"no value":              {file: "addr:", want: "FILE:1: addr: want a value"},
		"a list of lists":       {file: "tls-domain: [[a]]", want: "FILE:1: tls-domain: want a list of values"},
		"no keys at all":        {file: "addr", want: "FILE:1: want keys with their values, like addr: 127.0.0.1:8080"},
		"an alias":              {file: "addr: &a 1.2.3.4:1\nadmin: *a", want: "FILE:2: admin: want a value"},
		"unknown variable":      {env: []string{"CAIRN_THINKER=1"}, want: "unknown variable CAIRN_THINKER in the environment; did you mean CAIRN_THINKERS?"},
		"wrong variable":        {env: []string{"CAIRN_URL=x"}, want: `CAIRN_URL: url "x": want one like https://play.example.org`},
		"secret twice":          {env: []string{"CAIRN_SMTP_PASSWORD=a", "CAIRN_SMTP_PASSWORD_FILE=b"}, want: "CAIRN_SMTP_PASSWORD_FILE: smtp-password-file is already set by CAIRN_SMTP_PASSWORD"},
		"secret that is not":    {env: []string{"CAIRN_SMTP_PASSWORD_FILE=/no/where"}, want: "CAIRN_SMTP_PASSWORD_FILE: open /no/where: no such file or directory"},
		"not a secret":          {file: "smtp-from-file: a", want: "FILE:1: unknown key \"smtp-from-file\"; `cairn config` lists all keys"},
		"half a certificate":    {args: []string{"--tls-cert", "a"}, want: "tls-cert and tls-key: want both or neither"},
		"two certificates":      {args: []string{"--tls-cert", "a", "--tls-key", "b", "--tls-domain", "a.org"}, want: "tls-domain and tls-cert: want only one of them"},
		"foreign domain":        {args: []string{"--tls-domain", "a.org,b.org", "--url", "https://c.org"}, want: "url https://c.org: tls-domain has no c.org: want one of a.org, b.org"},
		"open address":          {args: []string{"--tls-domain", "a.org", "--url", "http://a.org"}, want: "url http://a.org: the server speaks TLS: want https://a.org"},
		"email for nothing":     {args: []string{"--tls-email", "a@b.org"}, want: "tls-email: has no effect without tls-domain"},
		"authority for nothing": {args: []string{"--tls-directory", "https://a.org/d"}, want: "tls-directory: has no effect without tls-domain"},
		"redirect to nothing":   {args: []string{"--tls-http", ":80"}, want: "tls-http: has no effect without tls-domain, or tls-cert and tls-key"},
		"proof nowhere":         {args: []string{"--tls-domain", "a.org", "--tls-http", "none"}, want: "tls-http none: the certificate authority checks the domain over plain HTTP: want an address, :80 on the internet"},
		"mail without a server": {args: []string{"--smtp-from", "a@b.org"}, want: "smtp-from: has no effect without smtp-addr"},
		"mail from nobody":      {args: []string{"--smtp-addr", "a.org:25", "--url", "https://a.org"}, want: "smtp-addr: want smtp-from too, the sender of email"},
		"mail to nowhere":       {args: []string{"--smtp-addr", "a.org:25", "--smtp-from", "a@b.org"}, want: "smtp-addr: want url too, for the links in email"},
		"mail in the open":      {args: []string{"--smtp-addr", "a.org:25", "--smtp-from", "a@b.org", "--smtp-tls", "none", "--url", "https://a.org"}, want: "smtp-tls none: email would cross the network unencrypted: want starttls or tls"},
		"passkeys without url":  {args: []string{"--passkeys"}, want: "passkeys: browsers bind them to a name and want TLS: want url like https://play.example.org"},
		"passkeys on a number":  {args: []string{"--passkeys", "--url", "https://192.0.2.1"}, want: "passkeys: browsers bind them to a name and want TLS: want url like https://play.example.org"},
		"passkeys in the open":  {args: []string{"--passkeys", "--url", "http://play.example.org"}, want: "passkeys: browsers bind them to a name and want TLS: want url like https://play.example.org"},
		"not a database":        {env: []string{"CAIRN_DATABASE=mysql://ada:stone@db/cairn"}, want: "CAIRN_DATABASE: database: want a URL like postgres://cairn@db.example.org/cairn"},
		"no URL at all":         {args: []string{"--database", "postgres://ada:stone@d b/cairn"}, want: "--database: database: want a URL like postgres://cairn@db.example.org/cairn"},
		"database unnamed":      {file: "database: postgres://ada:stone@db", want: "FILE:1: database: want the name of the database too, like postgres://cairn@db.example.org/cairn"},
		"two passwords":         {env: []string{"CAIRN_DATABASE_PASSWORD=a"}, args: []string{"--database", "postgres://ada:stone@db/cairn"}, want: "database and database-password: want the password in one of them"},
		"password of nothing":   {env: []string{"CAIRN_DATABASE_PASSWORD=a"}, want: "database-password: has no effect without database"},
		"bus of nothing":        {args: []string{"--bus", "nats://ada:stone@a:4222"}, want: "bus: has no effect without database"},
		"not a bus":             {args: []string{"--bus", "nats://a:4222,http://ada:stone@b:4222"}, want: "--bus: bus: want a URL like nats://nats.example.org:4222, or several divided by commas"},
		"bus with a path":       {env: []string{"CAIRN_BUS=nats://a:4222/x"}, want: "CAIRN_BUS: bus: want a URL like nats://nats.example.org:4222, or several divided by commas"},
		"client of nothing":     {args: []string{"--oidc-client", "cairn"}, want: "oidc-client: has no effect without oidc-issuer"},
		"issuer alone":          {args: []string{"--oidc-issuer", "https://login.example.org"}, want: "oidc-issuer: want oidc-client too\noidc-issuer: want url too, to which the provider sends browsers back"},
		"issuer in the open":    {file: "oidc-issuer: http://login.example.org", want: `FILE:1: issuer "http://login.example.org": want an address like https://login.example.org`},
		"a limit and none":      {args: []string{"--unlimited", "--limits-join", "none"}, want: "unlimited and limits-join: want only one of them"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := written(t, test.file)
			_, err := load(t, append(test.env, "CAIRN_CONFIG="+path), test.args...)
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
	path := filepath.Join(dir, config.FileName)
	if err := os.WriteFile(path, []byte("thinkers: 2"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := load(t, nil, "--data", dir)
	if err != nil || c.Thinkers != 2 {
		t.Errorf("got %v, %v, want 2 thinkers", c, err)
	}
	if err := os.WriteFile(path, []byte("data: /elsewhere"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := path + ":1: data: the file was found in the data folder and cannot name another"
	if _, err = load(t, []string{"CAIRN_DATA=" + dir}); err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
}

// A secret is set but never shown.
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
			c, err := load(t, test.env, append(test.args, mail...)...)
			if err != nil {
				t.Fatal(err)
			}
			if c.SMTP.Password != secret {
				t.Errorf("got password %q, want %q", c.SMTP.Password, secret)
			}
			for _, row := range c.Rows() {
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

// The passwords of a database and a bus are used but never shown.
func TestConfigHidesPasswords(t *testing.T) {
	const secret = "stone@by/stone"
	path := written(t, secret+"\n")
	const want = "postgres://ada:stone%40by%2Fstone@db:5432/cairn?sslmode=verify-full"
	tests := map[string]struct{ env, args []string }{
		"in the URL":     {[]string{"CAIRN_DATABASE=" + want}, nil},
		"in a variable":  {[]string{"CAIRN_DATABASE_PASSWORD=" + secret}, []string{"--database", "postgres://ada@db:5432/cairn?sslmode=verify-full"}},
		"in a file":      {nil, []string{"--database", "postgres://ada@db:5432/cairn?sslmode=verify-full", "--database-password-file", path}},
		"in the options": {[]string{"CAIRN_DATABASE=postgres://ada@db/cairn?password=stone"}, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, err := load(t, test.env, append(test.args, "--bus", "nats://ada:stone@a:4222, tls://stone@b")...)
			if err != nil {
				t.Fatal(err)
			}
			if c.Database != want && name != "in the options" {
				t.Errorf("got database %q, want %q", c.Database, want)
			}
			if want := "nats://ada:stone@a:4222,tls://stone@b"; c.Bus != want {
				t.Errorf("got bus %q, want %q", c.Bus, want)
			}
			for _, row := range c.Rows() {
				if strings.Contains(row.Value+row.Where, "stone") {
					t.Errorf("%s shows the password: %+v", row.Key, row)
				}
			}
		})
	}
	c, err := load(t, []string{"CAIRN_CONFIG=" + written(t, "database: "+want)})
	if err != nil {
		t.Fatal(err)
	}
	if keys, _ := c.SecretsInFile(); !slices.Equal(keys, []string{"database-password"}) {
		t.Errorf("secrets in the file: got %v, want that of the database", keys)
	}
}

// The page lists every setting with its default, in the order of the program.
func TestPageListsSettings(t *testing.T) {
	page, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	var want, keys []string
	for _, row := range config.New("").Rows() {
		want, keys = append(want, row.Key+" "+row.Value), append(keys, row.Key)
	}
	var got []string
	for _, found := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| (?:`(.*?)`)? ?\\|").FindAllStringSubmatch(string(page), -1) {
		if slices.Contains(keys, found[1]) {
			got = append(got, found[1]+" "+found[2])
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/operations.md: want (-), got (+):\n%s", diff)
	}
}

const example = "../../deploy/cairn.yaml"

// The example has a valid value for every setting, all commented out.
func TestExample(t *testing.T) {
	c, err := config.Read(config.Environ([]string{"CAIRN_CONFIG=" + example}), &config.Flags{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range c.Rows() {
		if row.From != config.ByDefault {
			t.Errorf("the example sets %s", row.Key)
		}
	}
	text, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	all := regexp.MustCompile(`(?m)^#( *[a-z-]+:)`).ReplaceAllString(string(text), "$1")
	all = strings.NewReplacer("password-file:", "password:", "secret-file:", "secret:").Replace(all) // those files are not here
	if c, err = config.Read(config.Environ([]string{"CAIRN_CONFIG=" + written(t, all)}), &config.Flags{}); err != nil {
		t.Fatal(err)
	}
	for _, row := range c.Rows() {
		if row.From != config.ByFile {
			t.Errorf("the example has no %s", row.Key)
		}
	}
}
