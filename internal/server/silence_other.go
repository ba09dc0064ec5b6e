// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package server

import "syscall"

// endSilent does nothing: other systems decide when a peer is gone.
func endSilent(_, _ string, _ syscall.RawConn) error { return nil }
