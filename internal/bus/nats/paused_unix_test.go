// SPDX-License-Identifier: Apache-2.0

//go:build unix

package nats_test

import (
	"fmt"
	"syscall"
	"testing"

	"cairn/internal/bus/natstest"
)

// TestPaused suspends the process of NATS, so that connections stay open and take no bytes.
// Publishing does not block, and messages arrive once NATS continues.
func TestPaused(t *testing.T) {
	server := natstest.New(t)
	here, there := open(t, server.URL()), open(t, server.URL())
	signal, own := subscribe(t, there, "t"), subscribe(t, here, "t")
	if err := server.Process().Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	const messages = 300_000 // many times what the buffers of a connection hold
	for i := range messages {
		here.Publish(fmt.Sprint("match.", i), 1)
	}
	reach(t, here, "t", own, 1)
	if err := server.Process().Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	reach(t, here, "t", own, 2)
	reach(t, here, "t", signal, 3)
}
