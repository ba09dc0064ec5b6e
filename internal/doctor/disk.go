// SPDX-License-Identifier: Apache-2.0

package doctor

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

// The disk is measured by synced writes: their number, total time and size.
const (
	syncRounds = 100
	syncTime   = 3 * time.Second
	syncBytes  = 4096 // a page of the database
)

// A sync under fakeSync cannot have reached a disk: flash needs longer. Players notice a
// sync over slowSync when they move.
const (
	fakeSync = 20 * time.Microsecond
	slowSync = 50 * time.Millisecond
)

// Space that a server needs, and that it should have, in bytes.
const (
	leastSpace = 100 << 20
	goodSpace  = 1 << 30
)

// checkFolder checks who may read the data folder.
func checkFolder(dir string) Finding {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ok("%s does not exist yet: the server creates it", dir)
	case err != nil:
		return wrong(Fail, "give the user who runs the server access", "%v", err)
	case !info.IsDir():
		return wrong(Fail, "name a folder with --data", "%s is not a folder", dir)
	}
	if owner, known := fileOwner(info); known && owner != os.Getuid() {
		return wrong(Warn, "run doctor as the user who runs the server", "%s belongs to user %d, and this is user %d", dir, owner, os.Getuid())
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		files := "but not its data"
		if open := openFiles(dir); len(open) > 0 {
			files = "and read " + strings.Join(open, ", ")
		}
		return wrong(Warn, "chmod 700 "+dir, "other users may list %s, %s: its mode is %o", dir, files, mode)
	}
	return ok("%s, readable by its owner only", dir)
}

// openFiles returns the files of a data folder that others may read. The server
// creates none, and restricts the database when it starts.
func openFiles(dir string) (open []string) {
	files, _ := os.ReadDir(dir) // without access there are no names to show
	for _, e := range files {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o044 != 0 {
			open = append(open, e.Name())
		}
	}
	return open
}

// checkSync measures synced writes. Whether a sync is real cannot be seen from here,
// but a sync that takes no time is not.
func checkSync(dir string) Finding {
	there := nearestFolder(dir)
	times, err := timeSyncs(there)
	if err != nil {
		return wrong(Fail, "the user who runs the server must be able to write there", "%v", err)
	}
	slices.Sort(times)
	return syncFinding(there, times[len(times)/2], times[len(times)*99/100])
}

func syncFinding(dir string, median, most time.Duration) Finding {
	found := fmt.Sprintf("%s: a synced write takes %v, 99 %% at most %v", dir, median.Round(time.Microsecond), most.Round(time.Microsecond))
	switch {
	case median < fakeSync:
		return wrong(Warn, "if this folder is in memory, or the disk has a volatile cache, confirmed moves can be lost in a power cut",
			"%s: too fast for a disk", found)
	case most > slowSync:
		return wrong(Warn, "players wait that long for each move: use a faster disk", "%s", found)
	}
	return ok("%s", found)
}

// timeSyncs writes to a temporary file and returns the time of each sync.
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

// nearestFolder returns a folder, or its nearest parent that exists.
func nearestFolder(dir string) string {
	for path := filepath.Clean(dir); ; path = filepath.Dir(path) {
		if info, err := os.Stat(path); err == nil && info.IsDir() || path == filepath.Dir(path) {
			return path
		}
	}
}

// checkSpace checks the free space on the disk.
func checkSpace(dir string) Finding {
	free, err := freeSpace(nearestFolder(dir))
	if err != nil {
		return ok("not known here: %v", err)
	}
	return spaceFinding(free)
}

func spaceFinding(free uint64) Finding {
	found := fmt.Sprintf("%d MB free", free>>20)
	switch {
	case free < leastSpace:
		return wrong(Fail, "free some space: without it no move can be saved", "%s", found)
	case free < goodSpace:
		return wrong(Warn, "free some space; a backup on the same disk needs as much again", "%s", found)
	}
	return ok("%s", found)
}
