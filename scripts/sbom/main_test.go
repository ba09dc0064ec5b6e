// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBillOfMaterials(t *testing.T) {
	info := &debug.BuildInfo{
		GoVersion: "go1.26.0",
		Main:      debug.Module{Path: "cairn", Version: "(devel)"},
		Deps: []*debug.Module{
			{Path: "example.org/Stone", Version: "v2.0.0+incompatible", Sum: "h1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="},
			{Path: "example.org/old", Version: "v1.0.0", Replace: &debug.Module{Path: "example.org/new", Version: "v1.1.0"}},
		},
		Settings: []debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "CGO_CFLAGS"}},
	}
	std, stone, replaced := "pkg:golang/std@1.26.0", "pkg:golang/example.org/stone@v2.0.0%2Bincompatible", "pkg:golang/example.org/new@v1.1.0"
	want := bom{
		Format: "CycloneDX", SpecVersion: "1.5", Version: 1,
		Metadata: bomMetadata{bomComponent{
			Type: "application", Ref: "pkg:golang/cairn@devel", Name: "cairn", Version: "devel", PURL: "pkg:golang/cairn@devel",
			Properties: []bomProperty{{"cairn:build:GOOS", "linux"}},
		}},
		Components: []bomComponent{
			{Type: "library", Ref: replaced, Name: "example.org/new", Version: "v1.1.0", PURL: replaced},
			{
				Type: "library", Ref: stone, Name: "example.org/Stone", Version: "v2.0.0+incompatible", PURL: stone,
				Hashes: []bomHash{{"SHA-256", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"}},
			},
			{Type: "library", Ref: std, Name: "std", Version: "1.26.0", PURL: std},
		},
		Dependencies: []bomDependency{{"pkg:golang/cairn@devel", []string{replaced, stone, std}}},
	}
	if diff := cmp.Diff(want, bomOf(info)); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

// The bill of Cairn itself has a checksum for every module with one in go.sum.
func TestBillOfCairn(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program: only without -short")
	}
	program := filepath.Join(t.TempDir(), "cairn")
	if out, err := exec.Command("go", "build", "-o", program, "cairn/cmd/cairn").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var out bytes.Buffer
	if err := printBOM(&out, program); err != nil {
		t.Fatal(err)
	}
	var document bom
	decoder := json.NewDecoder(&out)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&document); err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	purl := regexp.MustCompile(`^pkg:golang/[a-z0-9./_~-]+@[a-zA-Z0-9.%_-]+$`)
	if len(document.Components) < 2 {
		t.Errorf("got %d components, want the standard library and modules", len(document.Components))
	}
	for _, c := range document.Components {
		if !purl.MatchString(c.PURL) {
			t.Errorf("got package URL %q, want one like %s", c.PURL, purl)
		}
		if strings.Contains(string(sums), c.Name+" "+c.Version+" h1:") && len(c.Hashes) != 1 {
			t.Errorf("%s has %d checksums, want the one of go.sum", c.PURL, len(c.Hashes))
		}
	}
}

func TestNotAProgram(t *testing.T) {
	if err := printBOM(io.Discard, "main.go"); err == nil {
		t.Error("got no error for a file that is not a program")
	}
}
