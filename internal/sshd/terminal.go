// SPDX-License-Identifier: Apache-2.0

package sshd

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"
)

const (
	// idleTime is how long a session lasts without a key.
	idleTime = 2 * time.Hour
	// slowTime is the write timeout of a terminal.
	slowTime = 30 * time.Second
)

// Causes of the end of a session.
var (
	errIdle     = errors.New("no key was pressed for long")
	errStopping = errors.New("the server stops")
)

// keys reads the keys of a player and restarts the idle timer.
type keys struct {
	io.Reader
	idle   *time.Timer
	after  time.Duration
	cancel context.CancelCauseFunc
}

// awaitKeys returns the keys of a terminal, and a context that is cancelled with errIdle when
// no key has been pressed for some time.
func awaitKeys(ctx context.Context, in io.Reader, after time.Duration) (*keys, context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	return &keys{in, time.AfterFunc(after, func() { cancel(errIdle) }), after, cancel}, ctx
}

func (k *keys) stop() {
	k.idle.Stop()
	k.cancel(nil)
}

// Read implements io.Reader.
func (k *keys) Read(p []byte) (int, error) {
	n, err := k.Reader.Read(p)
	if n > 0 {
		k.idle.Reset(k.after)
	}
	return n, err
}

// terminal writes to a terminal in raw mode, where a line feed does not return to the start
// of the line. If a write takes too long, the connection is closed.
type terminal struct {
	io.Writer
	slow time.Duration
	cut  func()
}

// Write implements io.Writer.
func (t *terminal) Write(b []byte) (int, error) {
	defer time.AfterFunc(t.slow, t.cut).Stop()
	text := b
	if bytes.IndexByte(b, '\n') >= 0 {
		text = bytes.ReplaceAll(bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
	}
	if _, err := t.Writer.Write(text); err != nil {
		return 0, err
	}
	return len(b), nil
}
