// SPDX-License-Identifier: Apache-2.0

package api_test

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

// node runs a program of Node in a folder; without those of lab/browser, which
// scripts/setup installs, the test is skipped.
type node struct {
	t   *testing.T
	dir string
}

func newNode(t *testing.T) node {
	t.Helper()
	modules, err := filepath.Abs("../../../lab/browser/node_modules")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(modules, "openapi-typescript")); err != nil {
		t.Skip("scripts/setup has not installed the programs of Node")
	}
	n := node{t, t.TempDir()}
	if err := os.Symlink(modules, filepath.Join(n.dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	n.write("package.json", []byte(`{"type":"module"}`))
	n.write("openapi.json", api.Document())
	return n
}

func (n node) write(name string, data []byte) {
	n.t.Helper()
	if err := os.WriteFile(filepath.Join(n.dir, name), data, 0o600); err != nil {
		n.t.Fatal(err)
	}
}

func (n node) run(arguments ...string) string {
	n.t.Helper()
	command := exec.CommandContext(n.t.Context(), "node", arguments...)
	command.Dir = n.dir
	out, err := command.CombinedOutput()
	if err != nil {
		n.t.Fatalf("node %s: %v\n%s", strings.Join(arguments, " "), err, out)
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
	if got := strings.TrimSpace(n.run("validate.js")); got != "3.1 []" {
		t.Errorf("got %s", got)
	}
}

// A client that is generated from the document, in TypeScript and with strict types,
// plays a whole game.
func TestGeneratedClient(t *testing.T) {
	n := newNode(t)
	source, err := os.ReadFile("testdata/client.ts")
	if err != nil {
		t.Fatal(err)
	}
	n.write("client.ts", source)
	n.run("node_modules/openapi-typescript/bin/cli.js", "openapi.json", "-o", "schema.d.ts")
	n.run("node_modules/typescript/bin/tsc", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler",
		"--lib", "es2023,dom,dom.iterable", "client.ts")
	s := webtest.NewSite(t)
	var end struct {
		Turns   int
		Outcome string
	}
	if err := json.Unmarshal([]byte(n.run("client.js", s.HTTP.URL)), &end); err != nil {
		t.Fatal(err)
	}
	if end.Turns < 5 || end.Outcome != "won" && end.Outcome != "lost" && end.Outcome != "drawn" {
		t.Errorf("got %+v", end)
	}
}
