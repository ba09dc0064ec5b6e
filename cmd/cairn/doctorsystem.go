// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"errors"
	"os"
	"strconv"
	"strings"
)

// Each page that looks on is one open file: a server for ten thousand needs
// somewhat more, and one for few people manages with less.
const (
	goodFiles  = 12_000
	leastFiles = 256
)

// checkFiles asks how many files a process may open. Go raises the soft limit to
// the hard one by itself, so that is what counts.
func checkFiles() finding {
	most, err := fileLimit()
	if err != nil {
		return ok("not known here: %v", err)
	}
	return judgeFiles(most)
}

func judgeFiles(most uint64) finding {
	const advice = "raise it: LimitNOFILE=65536 in the systemd unit, or ulimit -n 65536"
	switch {
	case most < leastFiles:
		return wrong(fail, advice, "%d: hardly anybody can look on", most)
	case most < goodFiles:
		return wrong(warn, advice, "%d: one for each page that looks on, so not enough for 10,000 people", most)
	}
	return ok("%d, one for each page that looks on", most)
}

// baseMemory is what a server with some hundred matches takes, in bytes; each
// password that is being checked takes hashMemory besides.
const (
	baseMemory = 128 << 20
	hashMemory = 19 << 20
)

// checkMemory asks how much memory is free, in the container too if this is one.
func checkMemory(hashing int) finding {
	free, err := freeMemory()
	if err != nil {
		return ok("not known here: %v", err)
	}
	return judgeMemory(free, hashing)
}

func judgeMemory(free uint64, hashing int) finding {
	need := uint64(baseMemory + hashing*hashMemory)
	if free < need {
		return wrong(warn, "give the server more memory, or set hashing lower", "%d MB free, want %d MB at least", free>>20, need>>20)
	}
	return ok("%d MB free", free>>20)
}

// freeMemory reads what Linux tells, in bytes.
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

// containerMemory is what the control group leaves, or as much as there can be.
func containerMemory() uint64 {
	read := func(name string) (uint64, error) {
		content, err := os.ReadFile("/sys/fs/cgroup/" + name)
		if err != nil {
			return 0, err
		}
		return strconv.ParseUint(strings.TrimSpace(string(content)), 10, 64)
	}
	most, err := read("memory.max") // "max" where there is no bound
	used, unknown := read("memory.current")
	if err != nil || unknown != nil || used > most {
		return ^uint64(0)
	}
	return most - used
}

// describe joins findings of one check: the worst verdict, what each found.
func describe(parts []finding) finding {
	all := finding{Verdict: fine}
	rank := map[verdict]int{fine: 0, warn: 1, fail: 2}
	var found, advice []string
	for _, part := range parts {
		if rank[part.Verdict] > rank[all.Verdict] {
			all.Verdict = part.Verdict
		}
		found = append(found, part.Found)
		if part.Advice != "" {
			advice = append(advice, part.Advice)
		}
	}
	all.Found, all.Advice = strings.Join(found, "; "), strings.Join(advice, "; ")
	return all
}
