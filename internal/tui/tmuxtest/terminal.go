// SPDX-License-Identifier: Apache-2.0

// Package tmuxtest runs programs in a real terminal inside tests: in tmux, which
// scripts/setup installs. Tests press keys and read the screen.
package tmuxtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// limit is the timeout of every wait.
const limit = 3 * time.Minute

// Terminal is a program in a terminal.
type Terminal struct {
	t      testing.TB
	socket string
}

// Run runs a program in a terminal of a size. Without tmux the test is skipped, or
// fails where the variable CI is set. The program ends with the test.
func Run(t testing.TB, width, height int, env []string, command ...string) *Terminal {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("NOT TESTED: no tmux found: make setup installs it")
	}
	dir, err := os.MkdirTemp("", "tmux") // names of sockets must be short
	if err != nil {
		t.Fatal(err)
	}
	term := &Terminal{t, filepath.Join(dir, "s")}
	t.Cleanup(func() {
		_, _ = term.tmux("kill-server") // an error means that it has ended with the program
		_ = os.RemoveAll(dir)
	})
	args := []string{"-f", "/dev/null", "new-session", "-d", "-x", strconv.Itoa(width), "-y", strconv.Itoa(height)}
	for _, variable := range append([]string{"LANG=C.UTF-8", "LC_ALL=C.UTF-8"}, env...) {
		args = append(args, "-e", variable)
	}
	// The screen stays when the program ends.
	if out, err := term.tmux(append(append(args, command...), ";", "set-option", "remain-on-exit", "on")...); err != nil {
		t.Fatalf("tmux: %v: %s", err, out)
	}
	return term
}

func (t *Terminal) tmux(args ...string) (string, error) {
	command := exec.Command("tmux", append([]string{"-u", "-S", t.socket}, args...)...)
	out, err := command.CombinedOutput()
	return string(out), err
}

// Screen returns the text of the screen.
func (t *Terminal) Screen() string {
	t.t.Helper()
	out, err := t.tmux("capture-pane", "-p")
	if err != nil {
		t.t.Fatalf("tmux: %v: %s", err, out)
	}
	return out
}

// Await returns when all texts are on the screen.
func (t *Terminal) Await(texts ...string) {
	t.t.Helper()
	t.Until(strings.Join(texts, ", "), func(screen string) bool {
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				return false
			}
		}
		return true
	})
}

// Until returns when the screen meets a condition.
func (t *Terminal) Until(what string, holds func(screen string) bool) {
	t.t.Helper()
	for end := time.Now().Add(limit); ; time.Sleep(50 * time.Millisecond) {
		screen := t.Screen()
		if holds(screen) {
			return
		}
		if time.Now().After(end) {
			t.t.Fatalf("the screen never showed %s:\n%s", what, screen)
		}
	}
}

// Ends returns when the program has ended.
func (t *Terminal) Ends() {
	t.t.Helper()
	t.Until("the end of the program", func(string) bool {
		dead, err := t.tmux("list-panes", "-F", "#{pane_dead}")
		if err != nil {
			t.t.Fatalf("tmux: %v: %s", err, dead)
		}
		return strings.TrimSpace(dead) == "1"
	})
}

// Kill ends the terminal and its program at once.
func (t *Terminal) Kill() {
	t.t.Helper()
	if out, err := t.tmux("kill-server"); err != nil {
		t.t.Fatalf("tmux: %v: %s", err, out)
	}
}

// Type types a text.
func (t *Terminal) Type(text string) { t.send("-l", text) }

// Press presses keys, by the names of tmux: Enter, Escape, Up.
func (t *Terminal) Press(keys ...string) { t.send(keys...) }

// Resize changes the size of the window.
func (t *Terminal) Resize(width, height int) {
	t.t.Helper()
	if out, err := t.tmux("resize-window", "-x", strconv.Itoa(width), "-y", strconv.Itoa(height)); err != nil {
		t.t.Fatalf("tmux: %v: %s", err, out)
	}
}

func (t *Terminal) send(args ...string) {
	t.t.Helper()
	if out, err := t.tmux(append([]string{"send-keys"}, args...)...); err != nil {
		t.t.Fatalf("tmux: %v: %s", err, out)
	}
}
