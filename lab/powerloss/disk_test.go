// SPDX-License-Identifier: Apache-2.0

//go:build linux

package powerloss_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"cairn/lab/powerloss"
)

// TestDisk writes to a disk and looks at its images.
func TestDisk(t *testing.T) {
	if !powerloss.Available() {
		t.Skip("NOT TESTED: power loss needs /dev/fuse and root")
	}
	dir := t.TempDir()
	disk, err := powerloss.Mount(dir, powerloss.Image{"sub": nil, "sub/old": []byte("old")})
	must(t, err)
	fill := func(called string, b byte) {
		must(t, os.WriteFile(filepath.Join(dir, called), bytes.Repeat([]byte{b}, 8192), 0o600))
	}
	sync := func(called string) {
		file, err := os.Open(filepath.Join(dir, called))
		must(t, err)
		must(t, errors.Join(file.Sync(), file.Close()))
	}
	fill("a", 'a')
	sync("a")
	sync(".")
	file, err := os.OpenFile(filepath.Join(dir, "a"), os.O_WRONLY, 0)
	must(t, err)
	_, err = file.WriteAt(bytes.Repeat([]byte{'b'}, 8192), 0)
	must(t, errors.Join(err, file.Close())) // not synced
	fill("new", 'n')
	sync("new") // its name is not synced
	must(t, os.Rename(filepath.Join(dir, "sub/old"), filepath.Join(dir, "sub/moved")))
	must(t, disk.Unmount())

	r := disk.Replay()
	before := powerloss.Image{"sub": nil, "sub/old": []byte("old")}
	if got := r.Image(powerloss.Kept()); !got.Equal(before) {
		t.Errorf("at first: got %q", got)
	}
	r.Forward(r.Len())
	a, b, n := bytes.Repeat([]byte{'a'}, 8192), bytes.Repeat([]byte{'b'}, 8192), bytes.Repeat([]byte{'n'}, 8192)
	if got, want := r.Image(powerloss.Dropped()), (powerloss.Image{"a": a, "sub": nil, "sub/old": []byte("old")}); !got.Equal(want) {
		t.Errorf("dropped: got %q", got)
	}
	if got, want := r.Image(powerloss.Kept()), (powerloss.Image{"a": b, "new": n, "sub": nil, "sub/moved": []byte("old")}); !got.Equal(want) {
		t.Errorf("kept: got %q", got)
	}
	checkTorn(t, r)
}

// checkTorn looks at images of many seeds: every sector is the old or the new one, and
// both occur in one file.
func checkTorn(t *testing.T, r *powerloss.Replay) {
	t.Helper()
	mixed, moved := 0, 0
	for seed := range uint64(100) {
		image := r.Image(powerloss.Random(seed))
		if !image.Equal(r.Image(powerloss.Random(seed))) {
			t.Errorf("seed %d: got two images", seed)
		}
		news := 0
		for sector := range 16 {
			part := image["a"][sector*512:][:512]
			if bytes.Count(part, part[:1]) != 512 {
				t.Errorf("seed %d: sector %d is half written", seed, sector)
			}
			if part[0] == 'b' {
				news++
			}
		}
		if news > 0 && news < 16 {
			mixed++
		}
		_, gone := image["sub/old"]
		_, came := image["sub/moved"]
		if gone == came {
			t.Errorf("seed %d: a renamed file has both names or none", seed)
		}
		if came {
			moved++
		}
	}
	if mixed == 0 || moved == 0 || moved == 100 {
		t.Errorf("of 100 images %d have torn files and %d a new name, want some", mixed, moved)
	}
}
