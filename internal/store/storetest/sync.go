// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// Syncs selects the syncs of a process that fail.
type Syncs string

// The syncs that fail: all, or the first of each thread.
const (
	AllSyncs   Syncs = "inject=fsync,fdatasync:error=EIO"
	FirstSyncs Syncs = "inject=fsync,fdatasync:error=EIO:when=1"
)

// BreakSyncs lets the syncs of a running process fail until mend is called. It needs
// strace and the right to use it.
func BreakSyncs(t *testing.T, pid int, which Syncs) (mend func()) {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("NOT CHECKED: strace is not installed")
	}
	tracer := exec.Command(strace, "-f", "-p", strconv.Itoa(pid), "-e", "trace=fsync,fdatasync", "-e", string(which), "-o", os.DevNull)
	said, err := tracer.StderrPipe()
	must(t, err)
	must(t, tracer.Start())
	mend = func() {
		_ = tracer.Process.Signal(syscall.SIGTERM)
		_ = tracer.Wait() // its status is that of the signal
	}
	lines := bufio.NewScanner(said)
	if !lines.Scan() || !strings.Contains(lines.Text(), "attached") {
		mend()
		t.Skipf("NOT CHECKED: strace cannot attach: %s", lines.Text())
	}
	go func() { _, _ = io.Copy(io.Discard, said) }()
	return mend
}
