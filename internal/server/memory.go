// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	figures "runtime/metrics"
	"strconv"
	"strings"
	"time"
)

const (
	// The bounds of the garbage between two collections, in bytes. Within them a collection
	// starts about every second, or less often with a larger heap, whose collection takes
	// longer. A quiet server stays small, and a busy server does not collect all the time.
	leastRoom, mostRoom = 16 << 20, 192 << 20
	// slowBytes of heap add another second.
	slowBytes = 64 << 20
	// mostGarbage is the largest percentage of garbage.
	mostGarbage = 400
	// A server that was busy and then allocates less than quietBytes a second for quietFor
	// seconds returns free memory to the system. Go alone would take minutes.
	quietBytes, quietFor = 8 << 20, 5
	// tuneEvery is how often the percentage follows the heap.
	tuneEvery = time.Second
	// limitShare is GOMEMLIMIT in percent of the memory of the machine or the container.
	limitShare = 80
)

// tuneMemory tunes GOGC and GOMEMLIMIT until the context ends. Values from the environment
// stay.
func tuneMemory(ctx context.Context, root string) {
	if limit := memoryOf(root); limit > 0 && os.Getenv("GOMEMLIMIT") == "" {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(limit / 100 * limitShare))
	}
	if os.Getenv("GOGC") != "" {
		<-ctx.Done()
		return
	}
	before := debug.SetGCPercent(mostGarbage)
	defer debug.SetGCPercent(before)
	used := []figures.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/stack:bytes"}, {Name: "/gc/heap/allocs:bytes"}}
	var allocated uint64
	var quiet quietDetector
	ticker := time.NewTicker(tuneEvery)
	defer ticker.Stop()
	for set := mostGarbage; ; {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		figures.Read(used)
		all := used[2].Value.Uint64()
		rate := all - allocated
		allocated = all
		if quiet.add(rate) {
			debug.FreeOSMemory()
		}
		if next := garbagePercent(used[0].Value.Uint64()+used[1].Value.Uint64(), rate); differ(next, set) { // of heap and stacks
			debug.SetGCPercent(next)
			set = next
		}
	}
}

// quietDetector detects the end of a busy time.
type quietDetector struct {
	busy  bool
	quiet int // seconds
}

// add reports whether a server that has been busy is quiet now. It is called every
// second with the bytes allocated in it.
func (r *quietDetector) add(rate uint64) bool {
	if rate >= quietBytes {
		r.busy, r.quiet = true, 0
		return false
	}
	r.quiet++
	if !r.busy || r.quiet < quietFor {
		return false
	}
	r.busy = false
	return true
}

// garbagePercent returns the GOGC for a number of bytes in use and of bytes allocated in
// a second.
func garbagePercent(live, rate uint64) int {
	room := min(max(rate+rate*live/slowBytes, leastRoom), max(mostRoom, live))
	return int(min(room*100/max(live, 1)+1, mostGarbage))
}

// differ reports whether two percentages differ enough to set GOGC, which stops the
// program for a moment.
func differ(a, b int) bool { return 10*max(a-b, b-a) > b }

// memoryOf returns the memory of the machine, or of its container if that is less, in
// bytes; 0 if it is not known. root is the root of the file system.
func memoryOf(root string) int64 {
	least := int64(math.MaxInt64)
	if text, err := os.ReadFile(filepath.Join(root, "proc/meminfo")); err == nil {
		if _, rest, found := strings.Cut(string(text), "MemTotal:"); found {
			least = min(least, bytesOf(strings.Fields(rest + " x")[0], 1<<10))
		}
	}
	for _, file := range []string{"sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if text, err := os.ReadFile(filepath.Join(root, file)); err == nil {
			least = min(least, bytesOf(strings.TrimSpace(string(text)), 1)) // "max" for none
		}
	}
	if least == math.MaxInt64 {
		return 0
	}
	return least
}

// bytesOf parses a number of units; math.MaxInt64 for other texts.
func bytesOf(text string, unit int64) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64/unit {
		return math.MaxInt64
	}
	return n * unit
}
