// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"bufio"
	"errors"
	"os"
	"strconv"
	"strings"
)

// Each live stream is an open file. A server for ten thousand users needs goodFiles;
// below leastFiles hardly any user can connect.
const (
	goodFiles  = 12_000
	leastFiles = 256
)

// checkFiles checks how many files a process may open. Go raises the soft limit to
// the hard one, which is what counts.
func checkFiles() Finding {
	most, err := fileLimit()
	if err != nil {
		return ok("not known here: %v", err)
	}
	return filesFinding(most)
}

func filesFinding(most uint64) Finding {
	const advice = "raise it: LimitNOFILE=65536 in the systemd unit, or ulimit -n 65536"
	switch {
	case most < leastFiles:
		return wrong(Fail, advice, "%d: one for each live stream, so hardly any user can connect", most)
	case most < goodFiles:
		return wrong(Warn, advice, "%d: one for each live stream, so not enough for 10,000 users", most)
	}
	return ok("%d, one for each live stream", most)
}

// baseMemory is the need of a server with some hundred matches, in bytes; each
// concurrent password hash takes hashMemory more.
const (
	baseMemory = 128 << 20
	hashMemory = 19 << 20
)

// checkMemory checks the free memory, of the container if this is one.
func checkMemory(hashing int) Finding {
	free, err := freeMemory()
	if err != nil {
		return ok("not known here: %v", err)
	}
	return memoryFinding(free, hashing)
}

func memoryFinding(free uint64, hashing int) Finding {
	need := uint64(baseMemory + hashing*hashMemory)
	if free < need {
		return wrong(Warn, "give the server more memory, or set hashing lower", "%d MB free, want %d MB at least", free>>20, need>>20)
	}
	return ok("%d MB free", free>>20)
}

// freeMemory returns the free memory on Linux, in bytes.
func freeMemory() (uint64, error) {
	file, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0, err
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) < 2 || words[0] != "MemAvailable:" {
			continue
		}
		kilobytes, err := strconv.ParseUint(words[1], 10, 64)
		return min(kilobytes<<10, containerMemory()), err
	}
	return 0, errors.New("/proc/meminfo has no MemAvailable")
}

// containerMemory returns the free memory of the control group, or the largest number
// without a limit.
func containerMemory() uint64 {
	read := func(name string) (uint64, error) {
		content, err := os.ReadFile("/sys/fs/cgroup/" + name)
		if err != nil {
			return 0, err
		}
		return strconv.ParseUint(strings.TrimSpace(string(content)), 10, 64)
	}
	most, err := read("memory.max") // "max" if there is no limit
	used, unknown := read("memory.current")
	if err != nil || unknown != nil || used > most {
		return ^uint64(0)
	}
	return most - used
}
