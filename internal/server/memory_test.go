// SPDX-License-Identifier: Apache-2.0

package server_test

import (
	"os"
	"path/filepath"
	"testing"

	"cairn/internal/server"
)

func TestGarbagePercent(t *testing.T) {
	for live, want := range map[uint64]int{0: 400, 1 << 20: 400, 12 << 20: 400, 24 << 20: 200, 45 << 20: 100, 48 << 20: 100, 96 << 20: 50, 8 << 30: 40} {
		if got := server.GarbagePercent(live); got != want {
			t.Errorf("%d MB: got %d, want %d", live>>20, got, want)
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
