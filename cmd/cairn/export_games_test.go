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

// What is written in part never has the name of the file, and leaves the file of before
// as it was.
func TestWriteWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "games")
	write := func(text string, fault error) error {
		return writeWhole(path, func(w io.Writer) error {
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
