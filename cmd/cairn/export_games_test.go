// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// A file that is written in part never gets the name, and leaves the old file unchanged.
func TestWriteWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "games")
	write := func(text string, fault error) error {
		return writeWhole(path, 0o644, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return errors.Join(fault, err)
		})
	}
	if err := write("half", context.Canceled); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a file: %v", err)
	}
	if err := write("whole", nil); err != nil {
		t.Fatal(err)
	}
	if err := write("half", context.Canceled); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "whole" {
		t.Errorf("got %q, %v", text, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("got files %v, %v, want one", left, err)
	}
}
