// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// How the disk is tried: so many small writes, each synced, but no longer than
// that.
const (
	syncRounds = 100
	syncTime   = 3 * time.Second
	syncBytes  = 4096 // a page of the database
)

// A sync under fakeSync never went to a disk: flash needs more. One over slowSync
// is what people feel when they move.
const (
	fakeSync = 20 * time.Microsecond
	slowSync = 50 * time.Millisecond
)

// Space that a server needs at least, and should have: in bytes.
const (
	leastSpace = 100 << 20
	goodSpace  = 1 << 30
)

// checkFolder looks at who may look into the data folder.
func checkFolder(dir string) finding {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ok("%s is not there yet: the server makes it", dir)
	case err != nil:
		return wrong(fail, "let the user who runs the server reach it", "%v", err)
	case !info.IsDir():
		return wrong(fail, "name a folder with --data", "%s is no folder", dir)
	}
	if owner, known := ownerOf(info); known && owner != os.Getuid() {
		return wrong(warn, "run doctor as the user who runs the server", "%s belongs to user %d, and this is user %d", dir, owner, os.Getuid())
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		files := "though not into its data"
		if open := openFiles(dir); len(open) > 0 {
			files = "and read " + strings.Join(open, ", ")
		}
		return wrong(warn, "chmod 700 "+dir, "others may look into %s, %s: its rights are %o", dir, files, mode)
	}
	return ok("%s, its owner's alone", dir)
}

// openFiles returns the files of a data folder that others may read. The server
// makes none, and shuts the database when it starts.
func openFiles(dir string) (open []string) {
	entries, _ := os.ReadDir(dir) // a folder that cannot be listed has no files to name
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o044 != 0 {
			open = append(open, e.Name())
		}
	}
	return open
}

// checkSync measures how long the disk takes to keep what it is given. Nothing
// but the disk tells whether it lies, but one that needs no time at all does.
func checkSync(dir string) finding {
	there := nearestFolder(dir)
	times, err := timeSyncs(there)
	if err != nil {
		return wrong(fail, "the user who runs the server must be able to write there", "%v", err)
	}
	slices.Sort(times)
	return judgeSync(there, times[len(times)/2], times[len(times)*99/100])
}

func judgeSync(dir string, median, most time.Duration) finding {
	found := fmt.Sprintf("%s: a synced write takes %v, 99 of 100 at most %v", dir, median.Round(time.Microsecond), most.Round(time.Microsecond))
	switch {
	case median < fakeSync:
		return wrong(warn, "if this folder is in memory, or the disk has a cache that a power cut empties, moves that were confirmed can be lost",
			"%s: too quick for a disk", found)
	case most > slowSync:
		return wrong(warn, "people wait that long for each move: take a quicker disk", "%s", found)
	}
	return ok("%s", found)
}

// timeSyncs writes to a file of its own and takes the time of each sync.
func timeSyncs(dir string) (times []time.Duration, err error) {
	file, err := os.CreateTemp(dir, ".cairn-doctor-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close(), os.Remove(file.Name())) }()
	page := make([]byte, syncBytes)
	for began := time.Now(); len(times) < syncRounds && time.Since(began) < syncTime; {
		start := time.Now()
		if _, err := file.Write(page); err != nil {
			return nil, err
		}
		if err := file.Sync(); err != nil {
			return nil, err
		}
		times = append(times, time.Since(start))
	}
	return times, nil
}

// nearestFolder returns a folder, or the one nearest above it that is there.
func nearestFolder(dir string) string {
	for path := filepath.Clean(dir); ; path = filepath.Dir(path) {
		if info, err := os.Stat(path); err == nil && info.IsDir() || path == filepath.Dir(path) {
			return path
		}
	}
}

// checkSpace asks how much the disk has left for this user.
func checkSpace(dir string) finding {
	free, err := freeSpace(nearestFolder(dir))
	if err != nil {
		return ok("not known here: %v", err)
	}
	return judgeSpace(free)
}

func judgeSpace(free uint64) finding {
	found := fmt.Sprintf("%d MB free", free>>20)
	switch {
	case free < leastSpace:
		return wrong(fail, "make room: without it no move can be saved", "%s", found)
	case free < goodSpace:
		return wrong(warn, "make room before it runs out; a backup beside the data needs as much again", "%s", found)
	}
	return ok("%s", found)
}
