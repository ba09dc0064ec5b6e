// SPDX-License-Identifier: Apache-2.0

package sshd_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cairn/client"
	"cairn/internal/server/servertest"
	"cairn/internal/sshd"
	"cairn/internal/tui/tmuxtest"
)

// openSSH returns the command line of the system's client for a server; without the
// client the test is skipped, or fails where CI is set.
func openSSH(t *testing.T, address string, more ...string) []string {
	t.Helper()
	if _, err := exec.LookPath("ssh"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("NOT TESTED: no OpenSSH client found: make setup installs it")
	}
	host, port, _ := strings.Cut(address, ":")
	line := []string{
		"ssh", "-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR",
		"-o", "IdentityAgent=none", "-p", port,
	}
	return append(append(line, more...), host)
}

// serve runs a server with SSH and returns its addresses.
func serve(t *testing.T, args ...string) (home, address string) {
	t.Helper()
	home, log := servertest.Run(t, append([]string{"--ssh", "127.0.0.1:0"}, args...)...)
	return home, log.After("msg=ssh addr=")
}

// guest returns the client of a new guest.
func guest(t *testing.T, home string) *client.Client {
	t.Helper()
	c, err := client.New(home)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Guest(t.Context()); err != nil {
		t.Fatal(err)
	}
	return c
}

// follow answers the states of a match until the test ends.
func follow(t *testing.T, c *client.Client, id string, answer func(*client.State)) {
	t.Helper()
	go func() {
		for m, err := range c.Follow(t.Context(), id, 0) {
			if err == nil && m.State != nil {
				answer(m.State)
			}
		}
	}()
}

// A guest comes with the system's SSH client, joins a match by its id, offers a draw,
// undoes a move and plays to the end, while the window changes its size.
func TestPlayBySSH(t *testing.T) {
	home, address := serve(t)
	other := guest(t, home)
	id, err := other.Create(t.Context(), client.Spec{Game: "three", Side: "black"})
	if err != nil {
		t.Fatal(err)
	}
	term := tmuxtest.Run(t, 80, 24, nil, openSSH(t, address)...)
	term.Await("Lobby of", "You are Guest-")
	term.Press("i")
	term.Await("ID of a match")
	term.Type(id)
	term.Press("Enter")
	term.Await("Three Men's Morris")
	follow(t, other, id, func(s *client.State) {
		switch ctx := t.Context(); {
		case s.Can.Start:
			_, _ = other.Command(ctx, id, "start")
		case s.Offer != nil && !s.Offer.Mine:
			_, _ = other.Answer(ctx, id, s.Offer.ID, s.Offer.Kind == "undo")
		case s.Status == "playing" && s.Turn.String() == "black" && s.You == "black":
			move := map[int]string{1: "a3", 3: "b3"}[len(s.Line)]
			_, _ = other.Move(ctx, id, s.Seq, move)
		}
	})
	term.Await("White: choose a point.")
	term.Type("a1")
	term.Await("Black places on a3.")
	term.Type("d")
	term.Await("Offer a draw?")
	term.Type("y")
	term.Await("Black declines the draw.")
	term.Resize(100, 30)
	term.Type("c2")
	term.Await("Black places on b3.")
	term.Type("u")
	term.Await("undo your last move?")
	term.Type("y")
	term.Await("Black accepts the undo.")
	term.Type("b1")
	term.Until("the answer to b1", func(screen string) bool { return strings.Count(screen, "Black places on b3.") == 2 })
	term.Type("c1")
	term.Await("You win")
	term.Type("q")
	term.Ends()
	if s, err := other.Match(t.Context(), id); err != nil || strings.Join(s.Line, " ") != "a1 a3 b1 b3 c1" {
		t.Errorf("got the moves %v and %v", s.Line, err)
	}
}

// There is no shell, no command, no forwarding and no session without a terminal.
func TestNothingElseBySSH(t *testing.T) {
	_, address := serve(t)
	for name, c := range map[string]struct{ options, words []string }{
		"no terminal": {options: []string{"-T"}},
		"a command":   {words: []string{"id"}},
	} {
		line := append(openSSH(t, address, c.options...), c.words...)
		if out, err := run(t, line); err == nil || !strings.Contains(out, "needs a terminal") {
			t.Errorf("%s: got %v, %s", name, err, out)
		}
	}
	if out, err := run(t, append(openSSH(t, address, "-s"), "sftp")); err == nil || !strings.Contains(out, "subsystem request failed") {
		t.Errorf("a subsystem: got %v, %s", err, out)
	}
	line := openSSH(t, address, "-N", "-o", "ExitOnForwardFailure=yes", "-R", "127.0.0.1:0:127.0.0.1:1")
	if out, err := run(t, line); err == nil {
		t.Errorf("a port was forwarded: %s", out)
	}
}

// The host key is made once, for the owner only.
func TestHostKey(t *testing.T) {
	dir := t.TempDir()
	first, err := sshd.HostKey(dir)
	if err != nil {
		t.Fatal(err)
	}
	again, err := sshd.HostKey(dir)
	if err != nil || string(first.PublicKey().Marshal()) != string(again.PublicKey().Marshal()) {
		t.Errorf("another key the second time: %v", err)
	}
	path := filepath.Join(dir, sshd.HostKeyFile)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v %v, want mode 0600", info, err)
	}
	if err := os.WriteFile(path, []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sshd.HostKey(dir); err == nil || !regexp.MustCompile("SSH host key .*"+sshd.HostKeyFile).MatchString(err.Error()) {
		t.Errorf("a damaged key: got %v", err)
	}
}
