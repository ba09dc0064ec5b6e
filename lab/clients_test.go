// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cairn/internal/web/api"
	"cairn/internal/web/webtest"
)

// clientDir is a folder in which a client is generated from the OpenAPI document.
type clientDir struct {
	t   *testing.T
	dir string
}

// newNode returns a folder for programs of Node; without those of lab/browser, which
// scripts/setup installs, the test is skipped.
func newNode(t *testing.T) clientDir {
	t.Helper()
	modules, err := filepath.Abs("browser/node_modules")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(modules, "openapi-typescript")); err != nil {
		t.Skip("scripts/setup has not installed the programs of Node")
	}
	n := clientDir{t, t.TempDir()}
	if err := os.Symlink(modules, filepath.Join(n.dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	n.write("package.json", []byte(`{"type":"module"}`))
	n.write("openapi.json", api.Document())
	return n
}

func (n clientDir) write(name string, data []byte) {
	n.t.Helper()
	if err := os.WriteFile(filepath.Join(n.dir, name), data, 0o600); err != nil {
		n.t.Fatal(err)
	}
}

// copy copies a file of testdata.
func (n clientDir) copy(file string) {
	n.t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		n.t.Fatal(err)
	}
	n.write(filepath.Base(file), data)
}

func (n clientDir) run(name string, arguments ...string) string {
	n.t.Helper()
	command := exec.CommandContext(n.t.Context(), name, arguments...)
	command.Dir, command.Env = n.dir, append(os.Environ(), "GOWORK=off")
	out, err := command.CombinedOutput()
	if err != nil {
		n.t.Fatalf("%s %s: %v\n%s", name, strings.Join(arguments, " "), err, out)
	}
	return string(out)
}

// An independent validator finds no fault in the document.
func TestValidator(t *testing.T) {
	n := newNode(t)
	n.write("validate.js", []byte(`
import { Validator } from "@seriousme/openapi-schema-validator";
const validator = new Validator();
const result = await validator.validate("./openapi.json");
console.log(validator.version, JSON.stringify(result.errors ?? []));
process.exitCode = result.valid ? 0 : 1;
`))
	if got := strings.TrimSpace(n.run("node", "validate.js")); got != "3.1 []" {
		t.Errorf("got %s", got)
	}
}

// A client that openapi-typescript generates from the document, with strict types, plays a
// whole game.
func TestTypeScriptClient(t *testing.T) {
	n := newNode(t)
	n.copy("client.ts")
	n.run("node", "node_modules/openapi-typescript/bin/cli.js", "openapi.json", "-o", "schema.d.ts")
	n.run("node", "node_modules/typescript/bin/tsc", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler",
		"--lib", "es2023,dom,dom.iterable", "client.ts")
	s := webtest.NewSite(t)
	var end struct {
		Turns   int
		Outcome string
	}
	if err := json.Unmarshal([]byte(n.run("node", "client.js", s.HTTP.URL)), &end); err != nil {
		t.Fatal(err)
	}
	if end.Turns < 5 || end.Outcome != "won" && end.Outcome != "lost" && end.Outcome != "drawn" {
		t.Errorf("got %+v", end)
	}
}

// A client that oapi-codegen generates from the document compiles and begins a game. Its
// go.mod names the versions, which come from the module proxy.
func TestGoClient(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the generator")
	}
	n := clientDir{t, t.TempDir()}
	for _, file := range []string{"go.mod", "go.sum", "main.go"} {
		n.copy("goclient/" + file)
	}
	n.write("openapi.json", api.Document())
	n.run("go", "tool", "oapi-codegen", "-generate", "types,client", "-package", "main", "-o", "client.go", "openapi.json")
	n.run("go", "build", "-o", "client", ".")
	s := webtest.NewSite(t)
	if got := strings.Fields(n.run(filepath.Join(n.dir, "client"), s.HTTP.URL)); len(got) != 3 {
		t.Errorf("got the moves %q, want three", got)
	}
}
