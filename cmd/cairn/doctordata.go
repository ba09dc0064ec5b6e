// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"runtime/debug"
	"time"

	"cairn/internal/store/sqlite"
)

// checkTime is how long the database may be read.
const checkTime = 10 * time.Second

// Drift that a clock may have against itself, and against the last note of the
// server, which another machine may have written.
const (
	mostDrift  = 100 * time.Millisecond
	mostBehind = time.Minute
)

// checkDatabase opens the database beside a server, compares its schema and
// reads it for a while.
func checkDatabase(ctx context.Context, dir string) finding {
	store, err := sqlite.Open(dir, sqlite.Options{ReadOnly: true})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ok("there is none yet: the server makes it")
	case err != nil:
		return wrong(fail, "", "%v", err)
	}
	defer store.Close()
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	err = store.Check(ctx)
	switch {
	case ctx.Err() != nil:
		return ok("no fault in the first %v; \"cairn verify --data\" reads it all", checkTime)
	case err != nil:
		return wrong(fail, "stop the server and restore a backup", "%v", err)
	}
	return ok("%s is whole and has the schema of this program", sqlite.Path(dir))
}

// checkClock compares the system's clock with the one that cannot be set, over
// the time since began, with the day this program was made and with what the
// server last noted.
func checkClock(ctx context.Context, dir string, began, now time.Time) finding {
	jumped := now.Round(0).Sub(began.Round(0)) - now.Sub(began) // Round drops the clock that cannot be set
	return judgeClock(now, jumped.Abs(), builtAt(), lastBeat(ctx, dir))
}

// judgeClock judges a time, by how much it jumped while it was looked at, when
// the program was made and when the server was last alive; zero for unknown.
func judgeClock(now time.Time, jumped time.Duration, built, beat time.Time) finding {
	shown := now.UTC().Format("2006-01-02 15:04:05 UTC")
	const set = "set the clock, and keep it right with NTP"
	switch {
	case now.Before(built):
		return wrong(fail, set, "%s is before this program was made, %s", shown, built.UTC().Format(time.DateOnly))
	case beat.Sub(now) > mostBehind:
		return wrong(fail, set+"; clocks of matches would stand still until then",
			"%s is before the server was last alive, %s", shown, beat.UTC().Format("2006-01-02 15:04:05"))
	case jumped > mostDrift:
		return wrong(warn, "let NTP slew the clock instead of setting it", "%s, but it jumped by %v just now", shown, jumped)
	}
	return ok("%s", shown)
}

// lastBeat is the zero time where there is no server's data.
func lastBeat(ctx context.Context, dir string) time.Time {
	store, err := sqlite.Open(dir, sqlite.Options{ReadOnly: true})
	if err != nil {
		return time.Time{}
	}
	defer store.Close()
	beat, err := store.LastBeat(ctx)
	if err != nil {
		return time.Time{}
	}
	return beat
}

// builtAt is when the commit was made that this program was built from.
func builtAt() (built time.Time) {
	info, known := debug.ReadBuildInfo()
	if !known {
		return built
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.time" {
			built, _ = time.Parse(time.RFC3339, setting.Value) // unknown otherwise
		}
	}
	return built
}

// checkConfig looks at who may read a file with secrets in it.
func checkConfig(c *config) finding {
	for _, s := range c.settings() {
		e := c.from[s.key]
		if !s.secret || e.layer != byFile || e.key != s.key {
			continue
		}
		if info, err := os.Stat(e.file); err == nil && info.Mode().Perm()&0o007 != 0 {
			return wrong(warn, "chmod 600 "+e.file+", or put it into a file of its own with "+s.key+secretFile,
				"%s holds %s, and everybody on this machine may read it", e.file, s.key)
		}
	}
	return ok("%d of %d settings told", len(c.from), len(c.settings()))
}
