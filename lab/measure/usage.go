// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"cairn/lab/bench"
)

// Usage is what a process and all its children have used, as Linux reports it.
type Usage struct {
	CPU    time.Duration
	Memory int64 // bytes; what several processes share counts once
}

// UsageOf returns the usage of a process and its children, of those that have ended
// only the processor time.
func UsageOf(pid int) (Usage, error) {
	u, err := usageOf(pid)
	if err != nil {
		return u, err
	}
	for _, child := range children(pid) {
		more, err := UsageOf(child)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ESRCH) {
			continue // it has ended
		}
		if err != nil {
			return u, err
		}
		u.CPU, u.Memory = u.CPU+more.CPU, u.Memory+more.Memory
	}
	return u, nil
}

// usageOf returns the usage of one process.
func usageOf(pid int) (u Usage, err error) {
	own, children, err := bench.CPUTimes(pid)
	if err != nil {
		return u, err
	}
	u.CPU = own + children
	u.Memory, err = bench.Figure(pid, "smaps_rollup", "\nPss:")
	if errors.Is(err, syscall.ESRCH) {
		return u, nil // it has ended, and its parent has not waited for it yet
	}
	u.Memory <<= 10
	return u, err
}

// children returns the processes that a process has started.
func children(pid int) (all []int) {
	paths, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid)) // the pattern is right
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // a thread that has ended
		}
		for _, word := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				all = append(all, child)
			}
		}
	}
	return all
}

// sizeOf returns the bytes of the files in a folder, without the log of SQLite, which is
// used again.
func sizeOf(dir string) (size int64) {
	_ = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // a file that is gone
		}
		log := strings.HasSuffix(entry.Name(), "-wal")
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() && !log {
			size += info.Size()
		}
		return nil
	})
	return size
}
