// SPDX-License-Identifier: Apache-2.0

package maker

import (
	"bufio"
	"cmp"
	"context"
	"log/slog"
	"os/exec"
	"time"
)

// Child is a program that makes tables beside a server.
type Child struct {
	Command []string // it ends when its standard input does
	Idle    bool     // it gets a processor only when nothing else wants one, on Linux
	Log     *slog.Logger
	// Wait is how long to wait before the first new start after a failure, 10 s when
	// zero; each further wait is twice as long, up to an hour.
	Wait time.Duration
}

const (
	firstWait = 10 * time.Second
	lastWait  = time.Hour
	endTime   = 5 * time.Second // for the child to end before it is killed
)

// Supervise runs the child until it has ended without an error or the
// context ends, and starts it again if it fails. It returns when the child has ended.
func (c *Child) Supervise(ctx context.Context) {
	wait := cmp.Or(c.Wait, firstWait)
	for ctx.Err() == nil {
		began := time.Now()
		err := c.Run(ctx)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			c.Log.Info("no tables are missing that fit into memory and disk")
			return
		}
		if time.Since(began) > lastWait {
			wait = firstWait // it has worked for a while
		}
		c.Log.Warn("the making of tables has failed and starts again", "err", err, "wait", wait)
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		wait = min(2*wait, lastWait)
	}
}

// Run runs the child once. What it prints goes to the log.
func (c *Child) Run(ctx context.Context) error {
	command := exec.CommandContext(ctx, c.Command[0], c.Command[1:]...)
	in, err := command.StdinPipe()
	if err != nil {
		return err
	}
	command.Cancel, command.WaitDelay = in.Close, endTime
	out, err := command.StderrPipe()
	if err != nil {
		return err
	}
	started := make(chan error)
	go func() {
		if c.Idle {
			lowerPriority()
		}
		started <- command.Start()
	}()
	if err := <-started; err != nil {
		return err
	}
	c.Log.Info("making tables", "process", command.Process.Pid)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		c.Log.Info("tables", "line", lines.Text())
	}
	return command.Wait()
}
