// SPDX-License-Identifier: Apache-2.0

package study_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cairn/internal/study"
)

func TestMaking(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, ".making.json")
	write := func(text []byte) {
		t.Helper()
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if m, making := study.MakingIn(dir); making {
		t.Errorf("an empty folder: got %+v", m)
	}
	if err := study.WriteMaking(dir, study.Making{Game: "three", Share: 0.5}); err != nil {
		t.Fatal(err)
	}
	m, making := study.MakingIn(dir)
	if !making || m.Game != "three" || m.Share != 0.5 || m.Process != os.Getpid() || time.Since(m.Updated) > time.Minute {
		t.Errorf("in work: got %+v, %v", m, making)
	}
	m.Updated = time.Now().Add(-3 * time.Minute)
	stale, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	write(stale)
	if m, making := study.MakingIn(dir); making || m != (study.Making{}) {
		t.Errorf("a process that was killed: got %+v, %v", m, making)
	}
	write([]byte(`{"game":"three","updated":"2999-01-01T00:00:00Z"`))
	if m, making := study.MakingIn(dir); making || m != (study.Making{}) {
		t.Errorf("half a file: got %+v, %v", m, making)
	}
	study.EndMaking(dir)
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("after the end: got %v, want no file", err)
	}
}
