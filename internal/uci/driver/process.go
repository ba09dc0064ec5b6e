// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
)

// longestLine bounds a line of a program, in bytes.
const longestLine = 1 << 20

// launch starts the process and the reading of its output.
func (e *Engine) launch() error {
	e.process.Stderr = &e.errors
	e.process.WaitDelay = time.Second // a child of the program may hold its standard error
	var err error
	if e.in, err = e.process.StdinPipe(); err != nil {
		return err
	}
	if e.out, err = e.process.StdoutPipe(); err != nil {
		return err
	}
	if err := e.process.Start(); err != nil {
		return err
	}
	go e.read()
	return nil
}

// read sends the lines of the program to e.lines.
func (e *Engine) read() {
	defer close(e.lines)
	scanner := bufio.NewScanner(e.out)
	scanner.Buffer(nil, longestLine)
	for scanner.Scan() {
		select {
		case e.lines <- scanner.Text():
		case <-e.closing:
			return
		}
	}
}

// send writes a line. A program that does not read is killed after the timeout. Other errors
// show when the answer is awaited.
func (e *Engine) send(format string, args ...any) {
	if e.failed != nil {
		return
	}
	late := time.AfterFunc(e.given.Patience, func() { e.process.Process.Kill() })
	defer late.Stop()
	fmt.Fprintf(e.in, format+"\n", args...)
}

// await reads lines until wanted accepts one. If ctx ends before, it returns the error of
// ctx, and the program keeps running.
func (e *Engine) await(ctx context.Context, limit time.Duration, what string, wanted func(words []string) bool) error {
	if e.failed != nil {
		return e.failed
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
			return e.fail(fmt.Errorf("%w: no %s within %s", ErrSilent, what, limit))
		case line, more := <-e.lines:
			words := strings.Fields(line)
			switch {
			case !more:
				return e.fail(fmt.Errorf("%w, want %s", ErrEnded, what))
			case len(words) == 0:
			case wanted(words):
				return nil
			case refuses(words):
				return e.fail(fmt.Errorf("it says %q, want %s", line, what))
			}
		}
	}
}

// refuses reports whether a line is an error of Cairn's dialect that replaces the answer to a
// command.
func refuses(words []string) bool {
	return len(words) > 1 && words[0] == "error" && (words[1] == "position:" || words[1] == "go:" || words[1] == "setoption:")
}

// fail ends the program and returns the error that all later calls return.
func (e *Engine) fail(err error) error {
	if e.failed != nil {
		return e.failed
	}
	close(e.closing)
	if !errors.Is(err, ErrEnded) {
		e.process.Process.Kill() // an error means that it has ended
	}
	e.in.Close()
	e.out.Close()
	err = fmt.Errorf("engine %q: %w", e.command, err)
	if status := e.wait(); status != nil && errors.Is(err, ErrEnded) {
		err = fmt.Errorf("%w (%w)", err, status)
	}
	if line := e.errors.last(); line != "" {
		err = fmt.Errorf("%w; its last error line: %q", err, line)
	}
	e.failed = err
	return err
}

// wait waits for the end of the process, and kills it after a timeout.
func (e *Engine) wait() error {
	late := time.AfterFunc(min(e.given.Patience, farewell), func() { e.process.Process.Kill() })
	defer late.Stop()
	return e.process.Wait()
}

// tail is a writer that keeps the last bytes written.
type tail struct {
	mutex sync.Mutex
	kept  []byte
}

// Write implements io.Writer.
func (t *tail) Write(data []byte) (int, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	const most = 1000
	t.kept = append(t.kept, data[max(len(data)-most, 0):]...)
	t.kept = t.kept[max(len(t.kept)-most, 0):]
	return len(data), nil
}

// last returns the last line.
func (t *tail) last() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	text := strings.TrimSpace(strings.ToValidUTF8(string(t.kept), ""))
	return text[strings.LastIndexByte(text, '\n')+1:]
}
