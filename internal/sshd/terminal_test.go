// SPDX-License-Identifier: Apache-2.0

package sshd

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A session ends when no key was pressed for an hour; each key restarts the timer.
func TestIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, typed := io.Pipe()
		k, ctx := awaitKeys(t.Context(), in, time.Hour)
		defer k.stop()
		go func() {
			buffer := make([]byte, 8)
			for {
				if _, err := k.Read(buffer); err != nil {
					return
				}
			}
		}()
		for range 3 {
			time.Sleep(59 * time.Minute)
			if _, err := typed.Write([]byte("x")); err != nil || ctx.Err() != nil {
				t.Fatalf("after a key: %v, %v", err, context.Cause(ctx))
			}
			synctest.Wait()
		}
		time.Sleep(time.Hour + time.Second)
		synctest.Wait()
		if !errors.Is(context.Cause(ctx), errIdle) {
			t.Errorf("got %v", context.Cause(ctx))
		}
		_ = in.Close()
	})
}

// The connection of a terminal that does not read is closed.
func TestSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out, in := io.Pipe()
		cut := false
		term := &terminal{in, time.Minute, func() { cut = true; _ = out.Close() }}
		if _, err := term.Write([]byte("a\nb")); err == nil || !cut {
			t.Errorf("got %v, cut %v", err, cut)
		}
	})
	var text strings.Builder
	if n, err := (&terminal{&text, time.Minute, t.FailNow}).Write([]byte("a\nb\r\n")); n != 5 || err != nil || text.String() != "a\r\nb\r\n" {
		t.Errorf("got %d, %v and %q", n, err, text.String())
	}
}
