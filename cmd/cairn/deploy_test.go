// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const deploy = "../../deploy/"

func readText(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// The example says something right about every setting, and has none of them
// switched on.
func TestExampleConfig(t *testing.T) {
	if entries, err := readConfig(deploy + "cairn.yaml"); err != nil || len(entries) > 0 {
		t.Errorf("as it stands: got %v, %v, want nothing told", entries, err)
	}
	all := regexp.MustCompile(`(?m)^#( *[a-z-]+:)`).ReplaceAllString(readText(t, deploy+"cairn.yaml"), "$1")
	entries, err := readConfig(written(t, all))
	if err != nil {
		t.Fatal(err)
	}
	c := newConfig("")
	var seen []string
	for _, e := range entries {
		seen = append(seen, strings.TrimSuffix(e.key, secretFile))
		if strings.HasSuffix(e.key, secretFile) {
			continue // there is no such file here
		}
		if err := c.set(e); err != nil {
			t.Error(err)
		}
	}
	for _, s := range c.settings() {
		if !slices.Contains(seen, s.key) {
			t.Errorf("the example says nothing of %s", s.key)
		}
	}
}

// dockerStatements returns the statements of the Dockerfile, as words.
func dockerStatements(t *testing.T) (all [][]string) {
	t.Helper()
	for _, line := range strings.Split(readText(t, deploy+"Dockerfile"), "\n") {
		if words := strings.Fields(line); len(words) > 0 && !strings.HasPrefix(line, "#") {
			all = append(all, words)
		}
	}
	return all
}

// No container engine runs the tests: they read what it would do.
func TestDockerfile(t *testing.T) {
	var stages, users []string
	for _, words := range dockerStatements(t) {
		switch words[0] {
		case "FROM":
			stages = append(stages, words[1])
		case "USER":
			users = append(users, words[1])
		case "COPY":
			checkCopy(t, words[1:])
		case "ENV":
			if _, err := told(t, words[1:]); err != nil {
				t.Errorf("%s: %v", words, err)
			}
		case "ENTRYPOINT", "CMD", "HEALTHCHECK":
			checkContainerCommand(t, words)
		}
	}
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(readText(t, "../../go.mod"))[1]
	if want := []string{"golang:" + version, "scratch"}; !slices.Equal(stages, want) {
		t.Errorf("got stages %v, want %v", stages, want)
	}
	if want := []string{"65532:65532"}; !slices.Equal(users, want) {
		t.Errorf("got users %v, want %v: a number, and not root", users, want)
	}
}

// checkCopy looks for what is copied from the project.
func checkCopy(t *testing.T, words []string) {
	t.Helper()
	if strings.HasPrefix(words[0], "--from=") {
		return
	}
	for _, path := range words[:len(words)-1] {
		if _, err := os.Stat(filepath.Join("../..", path)); err != nil {
			t.Errorf("COPY %s: %v", words, err)
		}
	}
}

// checkContainerCommand looks for the command in this program.
func checkContainerCommand(t *testing.T, words []string) {
	t.Helper()
	var line []string
	_, list, _ := strings.Cut(strings.Join(words, " "), "[")
	if err := json.Unmarshal([]byte("["+list), &line); err != nil {
		t.Fatalf("%s: %v", words, err)
	}
	if line[0] == "/cairn" {
		line = line[1:]
	}
	if _, rest, err := commands()[0].Find(line); err != nil || len(rest) > 0 {
		t.Errorf("%s: the program has no such command: %v", words, err)
	}
}

// The unit starts a command that there is, with variables that there are, and
// systemd has nothing against it where it can be asked.
func TestUnit(t *testing.T) {
	unit := readText(t, deploy+"cairn.service")
	if !strings.Contains(unit, "\nExecStart=/usr/local/bin/cairn serve\n") {
		t.Error("the unit does not start /usr/local/bin/cairn serve")
	}
	if !strings.Contains(unit, "\nStartLimitIntervalSec=0\n") {
		t.Error("systemd gives up on the unit after some failures")
	}
	for _, found := range regexp.MustCompile(`CAIRN_[A-Z_]+`).FindAllString(unit, -1) {
		known := slices.ContainsFunc(newConfig("").keys(), func(key string) bool { return variableOf(key) == found })
		if !known && !slices.Contains(otherVariables, found) {
			t.Errorf("the unit sets %s, which nobody knows", found)
		}
	}
	systemd, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not installed: systemd is NOT asked about the unit")
	}
	program, err := exec.LookPath("cairn")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "cairn.service")
	unit = strings.ReplaceAll(unit, "/usr/local/bin/cairn", program)
	if err := os.WriteFile(path, []byte(unit), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(systemd, "verify", path).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
}
