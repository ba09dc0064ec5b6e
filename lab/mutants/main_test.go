// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const source = `package p

const size = 8

func f(a, b int, s string, ok bool) int {
	if !ok || a >= 3 {
		a += b
	}
	for ok {
		a++
	}
	return len(s[1:]) << a
}
`

func TestMutants(t *testing.T) {
	all, err := mutants("p.go", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range all {
		line := strings.Split(string(m.apply([]byte(source))), "\n")[m.line-1]
		got = append(got, m.what+": "+strings.TrimSpace(line))
	}
	want := []string{
		"8 becomes 9: const size = 9",
		"|| becomes &&: if !ok && a >= 3 {",
		"! is gone: if ok || a >= 3 {",
		">= becomes >: if !ok || a > 3 {",
		">= becomes <: if !ok || a < 3 {",
		"3 becomes 4: if !ok || a >= 4 {",
		"+= becomes -=: a -= b",
		"ok is negated: for !(ok) {",
		"++ becomes --: a--",
		"<< becomes >>: return len(s[1:]) >> a",
		"1 becomes 2: return len(s[2:]) << a",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

// module writes a module with tests of one of its functions.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	files["go.mod"] = "module example.org/m\n\ngo 1.26\n"
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestRun changes a module with a function that is tested, one that is not, one whose
// test is in a package below, and one that the change keeps from ending.
func TestRun(t *testing.T) {
	dir := module(t, map[string]string{
		"tested/t.go":          "package tested\n\nfunc More(a, b int) bool { return a > b }\n",
		"tested/t_test.go":     "package tested\n\nimport \"testing\"\n\nfunc TestMore(t *testing.T) {\n\tif !More(2, 1) || More(1, 1) {\n\t\tt.Fail()\n\t}\n}\n",
		"bare/b.go":            "package bare\n\nfunc Text(a, b string) string { return a + b }\nfunc More(a, b int) bool { return a > b }\n",
		"core/c.go":            "package core\n\nfunc Sum(a, b int) int { return a + b }\n",
		"core/below/b.go":      "package below\n",
		"core/below/b_test.go": "package below\n\nimport (\n\t\"testing\"\n\n\t\"example.org/m/core\"\n)\n\nfunc TestSum(t *testing.T) {\n\tif core.Sum(2, 1) != 3 {\n\t\tt.Fail()\n\t}\n}\n",
		"long/l.go":            "package long\n\nfunc F(on bool) {\n\tfor on {\n\t}\n}\n",
		"long/l_test.go":       "package long\n\nimport \"testing\"\n\nfunc TestF(*testing.T) { F(false) }\n",
	})
	var out bytes.Buffer
	if err := run(t.Context(), []string{"-C", dir, "-seed", "1", "-n", "4", "-limit", "2s", "bare", "core", "long", "tested"}, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"SURVIVED bare/b.go:4: > becomes ", // the other function does not compile with -
		"noticed  core/c.go:3: + becomes - (TestSum)\n",
		"noticed  long/l.go:4: on is negated (too long)\n",
		"noticed  tested/t.go:3: > becomes ", " (TestMore)\n",
		"all     3 of 4 noticed, 75 %\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got\n%s\nwant %q in it", &out, want)
		}
	}
}

// TestWrong names no packages, or packages whose tests fail.
func TestWrong(t *testing.T) {
	dir := module(t, map[string]string{
		"p.go":      "package p\n\nvar N = 1 + 1\n",
		"p_test.go": "package p\n\nimport \"testing\"\n\nfunc TestP(t *testing.T) { t.Fail() }\n",
	})
	for want, args := range map[string][]string{
		"no packages named":                         {"-C", dir},
		"the tests failed without a change (TestP)": {"-C", dir, "."},
		"go list: ": {"-C", dir, "nowhere"},
	} {
		if err := run(t.Context(), args, new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
