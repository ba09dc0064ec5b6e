// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Process is a server in its own process.
type Process struct {
	URL string // where it is
	Dir string // its folder, if it was made for it

	command *exec.Cmd
	ended   chan struct{} // closed when the process has ended
	err     error         // how it ended; read after ended
}

// Start runs a program that prints an address as the last word of its first line
// when it is ready, and waits for that. Its standard error goes to log.
func Start(ctx context.Context, log io.Writer, program string, args ...string) (*Process, error) {
	p, line, err := launch(log, program, args...)
	if err != nil {
		return nil, err
	}
	select {
	case first := <-line:
		words := strings.Fields(first)
		if len(words) > 0 {
			p.URL = words[len(words)-1]
			return p, nil
		}
		<-p.ended
		return nil, fmt.Errorf("start %s: it ended before it was ready: %s", program, p.command.ProcessState)
	case <-ctx.Done():
		p.Kill()
		return nil, ctx.Err()
	}
}

// launch runs a program. The channel gets its first line, or an empty one if it ends
// before.
func launch(log io.Writer, program string, args ...string) (*Process, <-chan string, error) {
	command := exec.Command(program, args...)
	command.Stderr = log
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := command.Start(); err != nil {
		return nil, nil, err
	}
	p := &Process{command: command, ended: make(chan struct{})}
	line := make(chan string, 1)
	go func() {
		defer close(p.ended)
		reader := bufio.NewReader(out)
		first, _ := reader.ReadString('\n')
		line <- first
		_, _ = io.Copy(io.Discard, reader)
		p.err = command.Wait()
	}()
	return p, line, nil
}

// Kill kills the process and waits for its end.
func (p *Process) Kill() {
	_ = p.command.Process.Kill() // it may have ended
	<-p.ended
}

// Stop asks the process to end and waits for it.
func (p *Process) Stop() error {
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-p.ended
	return p.err
}

// Signal sends the process a signal.
func (p *Process) Signal(s os.Signal) error { return p.command.Process.Signal(s) }

// Ended is closed when the process has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// Pid returns the id of the process.
func (p *Process) Pid() int { return p.command.Process.Pid }

// Memory returns the resident memory of the process in bytes, or an error if the
// system does not report it.
func (p *Process) Memory() (int64, error) {
	kilobytes, err := Figure(p.Pid(), "status", "\nVmRSS:")
	return kilobytes << 10, err
}

// Written returns the bytes that the process has sent to the disk, or an error if the
// system does not report it.
func (p *Process) Written() (int64, error) { return Figure(p.Pid(), "io", "\nwrite_bytes:") }

// CPU returns the processor time that the process has taken, or an error if the system
// does not report it.
func (p *Process) CPU() (time.Duration, error) {
	own, _, err := CPUTimes(p.Pid())
	return own, err
}

// StartServer starts a program as a server in a temporary folder, with some flags more. It
// does not log requests: this process would read every line. end kills it and removes the
// folder.
func StartServer(ctx context.Context, program string, flags ...string) (_ *Process, end func(), err error) {
	return StartIn(ctx, program, func(dir string) []string {
		return append([]string{"serve", "--addr", "127.0.0.1:0", "--data", dir, "--unlimited", "--log-level", "error"}, flags...)
	})
}

// StartIn starts a program in a temporary folder; empty for the running one. end kills it
// and removes the folder.
func StartIn(ctx context.Context, program string, args func(dir string) []string) (_ *Process, end func(), err error) {
	if program == "" {
		if program, err = os.Executable(); err != nil {
			return nil, nil, err
		}
	}
	dir, err := os.MkdirTemp("", "cairn-bench-")
	if err != nil {
		return nil, nil, err
	}
	remove := func() { _ = os.RemoveAll(dir) }
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		remove()
		return nil, nil, err
	}
	process, err := Start(ctx, log, program, args(dir)...)
	if err != nil {
		output, _ := os.ReadFile(log.Name())
		remove()
		return nil, nil, errors.Join(err, fmt.Errorf("its log: %s", output))
	}
	process.Dir = dir
	return process, func() {
		process.Kill() // its data is not needed
		remove()
	}, nil
}
