// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of the processor times of a process on Linux.
const tick = time.Second / 100

// CPUTimes returns the processor time of a process, and of its children that have ended.
func CPUTimes(pid int) (own, children time.Duration, err error) {
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

// Figure reads a number after a name in a file of /proc/PID.
func Figure(pid int, file, name string) (int64, error) {
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
