// SPDX-License-Identifier: Apache-2.0

//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"cairn/catalog"
	"cairn/internal/tui/tuitest"
	"cairn/record"
)

// terminal is a pseudo-terminal with a program in it, and the output so far.
type terminal struct {
	t       *testing.T
	master  *os.File
	program *exec.Cmd
	ended   chan error

	mu  sync.Mutex
	out bytes.Buffer
}

// openTerminal starts cairn in a terminal of 80 by 24.
func openTerminal(t *testing.T, env []string, args ...string) *terminal {
	t.Helper()
	// Not blocking, so that the terminal can be closed while it is read.
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals: %v", err)
	}
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80})
	}
	if err != nil {
		t.Fatal(err)
	}
	master := os.NewFile(uintptr(fd), "/dev/ptmx")
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer slave.Close()
	x := &terminal{t: t, master: master, ended: make(chan error, 1)}
	x.program = exec.Command("cairn", args...)
	x.program.Env = append([]string{"TERM=xterm-256color", "LANG=en_US.UTF-8", "GORACE=atexit_sleep_ms=0"}, env...)
	x.program.Dir = t.TempDir()
	x.program.Stdin, x.program.Stdout, x.program.Stderr = slave, slave, slave
	x.program.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := x.program.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { x.ended <- x.program.Wait() }()
	go func() { _, _ = io.Copy(x, master) }()
	t.Cleanup(func() {
		_ = x.program.Process.Kill()
		_ = master.Close()
	})
	return x
}

func (x *terminal) Write(b []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.out.Write(b)
}

func (x *terminal) text() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.out.String()
}

// patience bounds the time that a test waits for output.
const patience = time.Minute

// await waits until the program has written a text.
func (x *terminal) await(text string) {
	x.t.Helper()
	for end := time.Now().Add(patience); !strings.Contains(x.text(), text); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			x.t.Fatalf("%q was not written; got %q", text, x.text())
		}
	}
}

func (x *terminal) send(text string) {
	x.t.Helper()
	if _, err := x.master.WriteString(text); err != nil {
		x.t.Fatal(err)
	}
}

// end waits for the program to end by itself, with a status.
func (x *terminal) end(status int) {
	x.t.Helper()
	select {
	case <-x.ended:
		if got := x.program.ProcessState.ExitCode(); got != status {
			x.t.Fatalf("ended with status %d, want %d; it wrote %q", got, status, x.text())
		}
	case <-time.After(patience):
		x.t.Fatalf("does not end; it wrote %q", x.text())
	}
}

// state returns an environment with a state folder of its own, and the folder.
func state(t *testing.T) (env []string, dir string) {
	t.Helper()
	dir = t.TempDir()
	return []string{"XDG_STATE_HOME=" + dir, "HOME=" + dir}, dir
}

// kept returns the moves of the only kept game.
func kept(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "cairn", "games", "*.yaml"))
	if err != nil || len(files) != 1 {
		t.Fatalf("got %v, %v, want one kept game", files, err)
	}
	r, _, err := record.Load(files[0], catalog.Standard().Game)
	if err != nil {
		t.Fatal(err)
	}
	var moves []string
	for _, turn := range r.Turns {
		moves = append(moves, turn.Move)
	}
	return strings.Join(moves, " ")
}

// TestSignals ends games by signals: each leaves the alternate screen, says that the game is
// saved, ends with the status of an interrupted program and loses no move.
func TestSignals(t *testing.T) {
	for mode, args := range map[string][]string{"screen": nil, "lines": {"--plain"}} {
		for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
			t.Run(mode+" "+sig.String(), func(t *testing.T) { testSignal(t, sig, args) })
		}
	}
}

func testSignal(t *testing.T, sig syscall.Signal, args []string) {
	if signal.Ignored(sig) {
		t.Skip("the signal is ignored here, as under nohup")
	}
	env, dir := state(t)
	x := openTerminal(t, env, append([]string{"play", "nine", "--white", "human", "--black", "human"}, args...)...)
	x.await("White")
	x.send("d6\n")
	x.await("places on d6")
	if err := x.program.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
	x.end(exitInterrupted)
	if args == nil {
		x.await("\x1b[?1049l")
	}
	x.await("The game is saved. To continue it: cairn play\r\ncairn play: interrupted\r\n")
	if got := kept(t, dir); got != "d6" {
		t.Errorf("kept %q, want d6", got)
	}
}

// A program that is killed, or whose terminal is gone, loses no move, and the
// next one offers the game.
func TestKilled(t *testing.T) {
	for name, end := range map[string]func(*terminal){
		"killed":      func(x *terminal) { _ = x.program.Process.Kill() },
		"no terminal": func(x *terminal) { _ = x.master.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			env, dir := state(t)
			x := openTerminal(t, env, "play", "nine", "--white", "human", "--black", "human")
			x.await("choose a point")
			x.send("d6f4")
			x.await("places on f4")
			end(x)
			select {
			case <-x.ended:
			case <-time.After(patience):
				t.Fatal("does not end")
			}
			if got := kept(t, dir); got != "d6 f4" {
				t.Errorf("kept %q, want d6 f4", got)
			}
			next := openTerminal(t, env, "play")
			next.await("Continue the game of")
			next.send("y")
			next.await("Game resumed.")
		})
	}
}

// TestRandomSessions types random bytes and ends each session in a random way.
// Every session ends, and its game is kept or saved. CAIRN_SESSIONS is the number
// of sessions.
func TestRandomSessions(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 13))
	for i := range tuitest.Sessions(4) {
		t.Run(strconv.Itoa(i), func(t *testing.T) { testRandomSession(t, random) })
	}
}

func testRandomSession(t *testing.T, random *rand.Rand) {
	first := [][2]string{{"nine", "d6"}, {"yote", "b2"}, {"three", "b2"}, {"twelve", "d6"}}[random.IntN(4)]
	args := []string{"play", first[0], "--white", "human", "--black", []string{"human", "novice"}[random.IntN(2)]}
	if random.IntN(3) == 0 {
		args = append(args, "--plain")
	}
	env, dir := state(t)
	x := openTerminal(t, env, args...)
	x.await("White")
	x.send(first[1] + "\r")
	x.await("on " + first[1])
	for range 20 {
		if _, err := x.master.Write(randomKeys(random)); err != nil {
			break // it has left already
		}
	}
	switch end := random.IntN(5); end {
	case 0:
		_ = x.master.Close()
	default:
		_ = x.program.Process.Signal([]syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGKILL}[end-1])
	}
	select {
	case <-x.ended:
	case <-time.After(patience):
		t.Fatalf("%q does not end; it wrote %q", args, x.text())
	}
	games, err := filepath.Glob(filepath.Join(dir, "cairn", "games", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	saved, err := filepath.Glob(filepath.Join(x.program.Dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	if games = append(games, saved...); len(games) == 0 {
		t.Errorf("%q: the game is lost; it wrote %q", args, x.text())
	}
	for _, file := range games {
		if _, _, err := record.Load(file, catalog.Standard().Game); err != nil {
			t.Errorf("%q: %v", args, err)
		}
	}
}

// randomKeys are keys as people press them: points, commands, control
// characters, anything. Ctrl-Z and Ctrl-S would stop the program, not end it.
func randomKeys(random *rand.Rand) []byte {
	switch random.IntN(4) {
	case 0:
		keys := make([]byte, 1+random.IntN(8))
		for i := range keys {
			for keys[i] = byte(random.IntN(256)); keys[i] == 0x1a || keys[i] == 0x13; {
				keys[i] = byte(random.IntN(256))
			}
		}
		return keys
	case 1:
		return []byte([]string{"undo\r", "redo\r", "\r", "u", "r", "\x1b[A", "\x1b[C", "\x1b", "?", "n", "y\r"}[random.IntN(11)])
	default:
		return []byte{byte('a' + random.IntN(7)), byte('0' + random.IntN(8)), '\r'}
	}
}
