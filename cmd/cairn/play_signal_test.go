// SPDX-License-Identifier: Apache-2.0

//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal is a pseudo-terminal with a program in it, and what it has written.
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
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals: %v", err)
	}
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(int(master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80})
	}
	if err != nil {
		t.Fatal(err)
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer slave.Close()
	x := &terminal{t: t, master: master, ended: make(chan error, 1)}
	x.program = exec.Command("cairn", args...)
	x.program.Env = append([]string{"TERM=xterm-256color", "LANG=en_US.UTF-8", "GORACE=atexit_sleep_ms=0"}, env...)
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

// patience is how long a test waits for what must come.
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

// end waits for the program to end by itself, without an error.
func (x *terminal) end() {
	x.t.Helper()
	select {
	case err := <-x.ended:
		if err != nil {
			x.t.Fatalf("ended with %v; it wrote %q", err, x.text())
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

// TestSignals ends games on the full screen by signals: each ends cleanly and
// leaves the alternate screen.
func TestSignals(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
		for i := range 4 {
			t.Run(fmt.Sprint(signal, i), func(t *testing.T) {
				env, _ := state(t)
				x := openTerminal(t, env, "play", "nine", "--white", "human", "--black", "human")
				x.await("choose a point")
				x.send("d6")
				x.await("places on d6")
				if err := x.program.Process.Signal(signal); err != nil {
					t.Fatal(err)
				}
				x.end()
				x.await("\x1b[?1049l")
			})
		}
	}
}
