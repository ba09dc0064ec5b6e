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

	"cairn/internal/config"
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

// The tests run without a container engine: they read the file.
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
			if _, err := config.Load(config.Environ(words[1:]), &config.Flags{}); err != nil {
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

// checkCopy checks that the copied files exist.
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

// checkContainerCommand checks that the program has the command.
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

// The unit runs an existing command with known variables, and systemd accepts it,
// where it is installed.
func TestUnit(t *testing.T) {
	unit := readText(t, deploy+"cairn.service")
	if !strings.Contains(unit, "\nExecStart=/usr/local/bin/cairn serve\n") {
		t.Error("the unit does not start /usr/local/bin/cairn serve")
	}
	if !strings.Contains(unit, "\nStartLimitIntervalSec=0\n") {
		t.Error("systemd gives up on the unit after some failures")
	}
	for _, found := range regexp.MustCompile(`CAIRN_[A-Z_]+`).FindAllString(unit, -1) {
		if !slices.Contains(config.Variables(), found) {
			t.Errorf("the unit sets the unknown variable %s", found)
		}
	}
	systemd, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not installed: the unit is NOT verified")
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
