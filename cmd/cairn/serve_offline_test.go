// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strings"
	"testing"

	"cairn/internal/web/local"
)

// A program that runs in its source tree builds offline play itself; elsewhere the error
// says what is missing.
func TestBuildOffline(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the engine for browsers")
	}
	if err := buildOffline(t.Context()); err != nil || !local.Built() {
		t.Errorf("got %v, built %v", err, local.Built())
	}
	t.Chdir(t.TempDir())
	if err := buildOffline(t.Context()); err == nil || !strings.Contains(err.Error(), "go: exit status") {
		t.Errorf("outside of the tree: got %v", err)
	}
}
