// SPDX-License-Identifier: Apache-2.0

//go:build linux

package powerloss_test

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"sync"
	"testing"

	"cairn/internal/store/pgtest"
	"cairn/internal/store/postgres"
	"cairn/lab/powerloss"
)

// cluster is the data folder of PostgreSQL on the disk.
const cluster = "pg"

// TestPostgres cuts the power of the database while matches are played. No acknowledged
// move is lost.
func TestPostgres(t *testing.T) {
	writeIfAsked(t)
	cuts := 4 // each starts a server
	switch {
	case *long:
		cuts = 60
	case testing.Short():
		t.Skip("short: every cut starts a server")
	}
	r := playPostgres(t)
	random := rand.New(rand.NewPCG(1, 1))
	moved, missing := 0, 0
	for _, at := range moments(r, random, cuts) {
		r.Forward(at)
		seed := random.Uint64()
		acks, lost := checkPostgres(t, r, powerloss.Random(seed))
		if lost > 0 {
			t.Errorf("cut after %d changes, seed %d: %d acknowledged moves are lost", at, seed, lost)
		}
		moved, missing = max(moved, acks), missing+lost
	}
	t.Logf("%d cuts, %d acknowledged moves, %d lost", cuts, moved, missing)
}

// TestPostgresControl runs PostgreSQL without syncs: the same checks must find lost
// moves.
func TestPostgresControl(t *testing.T) {
	writeIfAsked(t)
	if testing.Short() {
		t.Skip("short: every cut starts a server")
	}
	r := playPostgres(t, "fsync = off")
	r.Forward(r.Len())
	acks, lost := checkPostgres(t, r, powerloss.Dropped())
	if lost == 0 {
		t.Error("fsync=off lost nothing: these tests see no loss")
	}
	t.Logf("control: one cut with fsync=off, %d of %d acknowledged moves lost", lost, acks)
}

// playPostgres plays matches on a server whose data is on a disk, and returns the disk
// before that.
func playPostgres(t *testing.T, settings ...string) *powerloss.Replay {
	t.Helper()
	if !powerloss.Available() {
		t.Skip("NOT TESTED: power loss needs /dev/fuse and root")
	}
	made := pgtest.New(t, pgtest.Options{Settings: settings})
	s, err := postgres.Open(t.Context(), made.URL("postgres"), postgres.Options{Migrate: true})
	must(t, err)
	must(t, s.Close())
	must(t, made.Stop(false))
	dir := memory(t)
	defer func() { must(t, os.RemoveAll(dir)) }()
	disk, err := powerloss.Mount(dir, read(t, made.Dir()))
	must(t, err)
	unmount := sync.OnceValue(disk.Unmount)
	defer unmount()
	server := pgtest.New(t, pgtest.Options{Data: filepath.Join(dir, cluster)})
	writeOn(t, dir, 12, databaseURL+"="+server.URL("postgres"))
	must(t, server.Stop(true))
	must(t, unmount())
	return disk.Replay()
}

// read returns a data folder as the content of a disk.
func read(t *testing.T, dir string) powerloss.Image {
	t.Helper()
	image := powerloss.Image{}
	files := os.DirFS(dir)
	must(t, fs.WalkDir(files, ".", func(at string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			image[path.Join(cluster, at)] = nil
			return err
		}
		data, err := fs.ReadFile(files, at)
		image[path.Join(cluster, at)] = append([]byte{}, data...) // never nil
		return err
	}))
	return image
}

// checkPostgres starts PostgreSQL on a disk after a cut and compares it with the moves
// that were acknowledged before.
func checkPostgres(t *testing.T, r *powerloss.Replay, l powerloss.Loss) (acks, lost int) {
	t.Helper()
	dir := memory(t)
	defer func() { must(t, os.RemoveAll(dir)) }()
	must(t, os.Chmod(dir, 0o755)) // for the user of the server
	must(t, r.Image(l).Write(dir))
	server := pgtest.New(t, pgtest.Options{Data: filepath.Join(dir, cluster)})
	defer func() { must(t, server.Stop(true)) }()
	s, err := postgres.Open(t.Context(), server.URL("postgres"), postgres.Options{})
	must(t, err)
	defer func() { must(t, s.Close()) }()
	return compare(t, r, s)
}
