// SPDX-License-Identifier: Apache-2.0

package server

import (
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// goneAfter is how long a peer may leave what was sent to it unacknowledged before its
// connection ends. Streams send a heartbeat every few seconds, so the stream of a reader that
// vanished ends soon; the system's default is a quarter of an hour.
const goneAfter = 20 * time.Second

// endSilent prepares a listener: its connections end when the peer is gone.
func endSilent(_, _ string, c syscall.RawConn) error {
	var err error
	failed := c.Control(func(fd uintptr) {
		err = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(goneAfter.Milliseconds()))
	})
	if failed != nil {
		return failed
	}
	return err
}
