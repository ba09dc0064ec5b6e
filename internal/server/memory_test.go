// SPDX-License-Identifier: Apache-2.0

package server_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"cairn/internal/server"
)

func TestGarbagePercent(t *testing.T) {
	for used, want := range map[[2]uint64]int{
		{0, 0}: 400, {1, 0}: 400, {16, 0}: 101, {64, 1}: 26, {64, 64}: 201, {256, 0}: 7, {256, 64}: 101, {8 << 10, 1}: 2,
		{96, 1 << 10}: 201, {1, 96}: 400, {8 << 10, 1 << 10}: 101, {1 << 10, 100}: 101,
	} {
		if got := server.GarbagePercent(used[0]<<20, used[1]<<20); got != want {
			t.Errorf("%d MB in use, %d MB a second: got %d, want %d", used[0], used[1], got, want)
		}
	}
}

// A server gives memory back five seconds after it was busy, once.
func TestRests(t *testing.T) {
	for name, test := range map[string]struct {
		megabytes []uint64
		want      []int
	}{
		"never busy": {[]uint64{0, 1, 7, 0, 0, 0, 0, 0}, nil},
		"once":       {[]uint64{9, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, []int{6}},
		"again":      {[]uint64{9, 1, 1, 9, 1, 1, 1, 1, 1, 9, 0, 0, 0, 0, 0}, []int{9, 15}},
	} {
		if got := server.Rests(test.megabytes...); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
	}
}

func TestMemoryOf(t *testing.T) {
	tests := map[string]struct {
		files map[string]string
		want  int64
	}{
		"unknown":           {nil, 0},
		"machine":           {map[string]string{"proc/meminfo": "MemTotal:        2048 kB\nMemFree: 1 kB\n"}, 2 << 20},
		"container":         {map[string]string{"proc/meminfo": "MemTotal: 2048 kB\n", "sys/fs/cgroup/memory.max": "1048576\n"}, 1 << 20},
		"unbound container": {map[string]string{"proc/meminfo": "MemTotal: 2048 kB\n", "sys/fs/cgroup/memory.max": "max\n"}, 2 << 20},
		"first version":     {map[string]string{"sys/fs/cgroup/memory/memory.limit_in_bytes": "4096\n"}, 4096},
		"nonsense":          {map[string]string{"proc/meminfo": "MemTotal:", "sys/fs/cgroup/memory.max": "-1"}, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			for file, text := range test.files {
				path := filepath.Join(root, file)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if got := server.MemoryOf(root); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}
