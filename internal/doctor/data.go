// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"runtime/debug"
	"time"

	"cairn/internal/config"
	"cairn/internal/store/sqlite"
)

// checkTime bounds the reading of the database.
const checkTime = 10 * time.Second

// The largest drift of the clock against the monotonic clock, and against the last
// heartbeat of the server, which another machine may have written.
const (
	mostDrift  = 100 * time.Millisecond
	mostBehind = time.Minute
)

// checkData checks the database of a configuration.
func checkData(ctx context.Context, c *config.Config) Finding {
	if c.Database != "" {
		return checkPostgres(ctx, c.Database)
	}
	return checkDatabase(ctx, c.Data)
}

// checkDatabase opens the database, beside a running server if there is one,
// compares its schema and reads it for a while.
func checkDatabase(ctx context.Context, dir string) Finding {
	store, err := sqlite.Open(dir, sqlite.Options{ReadOnly: true})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ok("there is none yet: the server creates it")
	case err != nil:
		return wrong(Fail, "", "%v", err)
	}
	defer store.Close()
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	err = store.Check(ctx)
	switch {
	case ctx.Err() != nil:
		return ok("no fault in the first %v; \"cairn verify --data\" reads it all", checkTime)
	case err != nil:
		return wrong(Fail, "stop the server and restore a backup", "%v", err)
	}
	return ok("%s is intact and has the schema of this program", sqlite.Path(dir))
}

// checkClock compares the system clock with the monotonic clock since began, with
// the build time of this program and with the last heartbeat of the server.
func checkClock(ctx context.Context, dir string, began, now time.Time) Finding {
	jumped := now.Round(0).Sub(began.Round(0)) - now.Sub(began) // Round drops the monotonic clock
	return clockFinding(now, jumped.Abs(), builtAt(), lastBeat(ctx, dir))
}

// clockFinding checks a time that jumped while it was read, against the build time
// and the last heartbeat of the server; zero for unknown.
func clockFinding(now time.Time, jumped time.Duration, built, beat time.Time) Finding {
	shown := now.UTC().Format("2006-01-02 15:04:05 UTC")
	const set = "set the clock, and keep it right with NTP"
	switch {
	case now.Before(built):
		return wrong(Fail, set, "%s is before this program was built, %s", shown, built.UTC().Format(time.DateOnly))
	case beat.Sub(now) > mostBehind:
		return wrong(Fail, set+"; match clocks would stop until then",
			"%s is before the last heartbeat of the server, %s", shown, beat.UTC().Format("2006-01-02 15:04:05"))
	case jumped > mostDrift:
		return wrong(Warn, "let NTP slew the clock instead of setting it", "%s, but it jumped by %v during the check", shown, jumped)
	}
	return ok("%s", shown)
}

// lastBeat returns the last heartbeat of the server, zero without data.
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

// builtAt returns the time of the commit that this program was built from.
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

// checkConfig checks who may read a file with secrets in it.
func checkConfig(c *config.Config) Finding {
	secrets, file := c.SecretsInFile()
	if len(secrets) > 0 {
		if info, err := os.Stat(file); err == nil && info.Mode().Perm()&0o007 != 0 {
			return wrong(Warn, "chmod 600 "+file+", or put it into a file of its own with "+secrets[0]+"-file",
				"%s holds %s, and every user of this machine may read it", file, secrets[0])
		}
	}
	rows, set := c.Rows(), 0
	for _, row := range rows {
		if row.From != config.ByDefault {
			set++
		}
	}
	return ok("%d of %d settings are set", set, len(rows))
}
