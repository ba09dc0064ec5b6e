// SPDX-License-Identifier: Apache-2.0

package client_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite state.go")

// stateTypes are the types of package pagestate that programs need.
var stateTypes = []string{
	"State", "ClockState", "Sides", "SideState", "Pieces", "MoveState", "StepState", "LogLine", "OfferState", "Abilities", "EndState", "Event", "Notice", "Challenge",
}

// TestStateIsDocumented compares the comments of state.go with the types of package pagestate,
// which go doc does not show: it is internal.
func TestStateIsDocumented(t *testing.T) {
	declared := declarations(t, filepath.Join("..", "internal", "pagestate"))
	var out bytes.Buffer
	out.WriteString(`// SPDX-License-Identifier: Apache-2.0

package client

import "cairn/internal/pagestate"

// The server and the pages share these types, from a package that programs outside this module
// cannot import. The comments are made from it: go test ./client -run StateIsDocumented -update
`)
	for _, name := range stateTypes {
		parameters, arguments := "", ""
		if name == "Sides" {
			parameters, arguments = "[T any]", "[T]"
		}
		fmt.Fprintf(&out, "\n%stype %s%s = pagestate.%s%s\n", declared[name], name, parameters, name, arguments)
	}
	want, err := format.Source(out.Bytes())
	if err != nil {
		t.Fatalf("%v in\n%s", err, out.Bytes())
	}
	if *update {
		if err := os.WriteFile("state.go", want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile("state.go"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("state.go is not up to date, %v; want\n%s", err, want)
	}
}

var fieldTag = regexp.MustCompile("`[^`]*`")

// declarations returns the comments of all types of a package, with the types as code.
func declarations(t *testing.T, folder string) map[string]string {
	t.Helper()
	found := map[string]string{}
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range file.Decls {
			if decl, ok := part.(*ast.GenDecl); ok && decl.Tok == token.TYPE && decl.Doc != nil {
				code := source[files.Position(decl.Pos()).Offset:files.Position(decl.End()).Offset]
				if code, err = format.Source(fieldTag.ReplaceAll(code, nil)); err != nil {
					t.Fatal(err)
				}
				text := decl.Doc.Text() + "\n\t" + strings.ReplaceAll(string(code), "\n", "\n\t")
				found[decl.Specs[0].(*ast.TypeSpec).Name.Name] = "// " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n// ") + "\n"
			}
		}
	}
	return found
}
