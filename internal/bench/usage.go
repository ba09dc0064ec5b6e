// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
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
	own, children, err := cpuOf(pid)
	if err != nil {
		return u, err
	}
	u.CPU = own + children
	u.Memory, err = field(pid, "smaps_rollup", "\nPss:")
	if errors.Is(err, syscall.ESRCH) {
		return u, nil // it has ended, and its parent has not waited for it yet
	}
	u.Memory <<= 10
	return u, err
}

// tick is the unit of the processor times of a process on Linux.
const tick = time.Second / 100

// cpuOf returns the processor time that a process has taken, and that of its children
// that have ended.
func cpuOf(pid int) (own, children time.Duration, err error) {
	path := fmt.Sprintf("/proc/%d/stat", pid)
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, 0, err
	}
	// The name of the program, in parentheses, may hold spaces. The 12th to 15th words
	// after it are the times: user and system, own and of children.
	words := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(words) < 15 {
		return 0, 0, fmt.Errorf("%s: there are no times", path)
	}
	var times [4]time.Duration
	for i, word := range words[11:15] {
		ticks, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return 0, 0, fmt.Errorf("%s: %w", path, err)
		}
		times[i] = time.Duration(ticks) * tick
	}
	return times[0] + times[1], times[2] + times[3], nil
}

// field reads a number after a name in a file of Linux about a process.
func field(pid int, file, name string) (int64, error) {
	path := fmt.Sprintf("/proc/%d/%s", pid, file)
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	_, rest, found := bytes.Cut(text, []byte(name))
	words := bytes.Fields(rest)
	if !found || len(words) == 0 {
		return 0, fmt.Errorf("%s: there is no %s", path, strings.TrimSpace(name))
	}
	return strconv.ParseInt(string(words[0]), 10, 64)
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
