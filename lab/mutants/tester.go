// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// pack is a package to change.
type pack struct {
	name  string // in its module
	tests []string
	all   []mutant
}

// list returns the packages of patterns, with all their changes.
func list(ctx context.Context, dir string, patterns []string) ([]pack, error) {
	args := []string{"list", "-json=ImportPath,Dir,GoFiles,Module"}
	for _, pattern := range patterns {
		args = append(args, "./"+strings.TrimPrefix(pattern, "./"))
	}
	out, err := command(ctx, dir, args...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", withOutput(err))
	}
	var all []pack
	for decoder := json.NewDecoder(bytes.NewReader(out)); decoder.More(); {
		var p struct {
			ImportPath, Dir string
			GoFiles         []string
			Module          struct{ Path string }
		}
		if err := decoder.Decode(&p); err != nil {
			return nil, err
		}
		name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, p.Module.Path), "/")
		one := pack{name: name, tests: featuresOf(p.Module.Path, name)}
		for _, file := range p.GoFiles {
			path := filepath.Join(p.Dir, file)
			source, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			found, err := mutants(path, source)
			if err != nil {
				return nil, err
			}
			one.all = append(one.all, found...)
		}
		if len(one.all) > 0 {
			all = append(all, one)
		}
	}
	if len(all) == 0 {
		return nil, errors.New("these packages have no operators")
	}
	return all, nil
}

// tester runs tests on changed packages.
type tester struct {
	dir    string
	limit  time.Duration
	random *rand.Rand
	took   map[string]time.Duration // of the tests of a pattern that pass without a change
}

// outcome is how tests end.
type outcome string

const (
	passed outcome = "passed"
	failed outcome = "failed"
	broken outcome = "broken" // the change does not compile
)

// try changes a package until a change compiles, and reports whether the tests notice it.
func (t *tester) try(ctx context.Context, p *pack, out io.Writer) (score, error) {
	for {
		m := draw(p.all, t.random)
		result, by, err := t.judge(ctx, p, &m)
		if err != nil {
			return score{}, err
		}
		if result == broken {
			continue
		}
		where, verdict, noticed := m.file, "SURVIVED", 0
		if base, err := filepath.Abs(t.dir); err == nil {
			where = strings.TrimPrefix(m.file, base+string(filepath.Separator))
		}
		if result == failed {
			verdict, noticed = "noticed ", 1
		}
		_, err = fmt.Fprintf(out, "%s %s:%d: %s%s\n", verdict, where, m.line, m.what, by)
		return score{noticed, 1}, err
	}
}

// judge runs the tests of the package, then the tests of its features; by names the test
// that fails.
func (t *tester) judge(ctx context.Context, p *pack, m *mutant) (result outcome, by string, err error) {
	folder, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(folder)
	overlay, err := writeOverlay(folder, m)
	if err != nil {
		return "", "", err
	}
	for _, pattern := range p.tests {
		if t.took[pattern] == 0 {
			began := time.Now()
			if result, by, err = t.test(ctx, pattern, "", 5*t.limit); err == nil && result != passed {
				err = fmt.Errorf("%s: the tests %s without a change%s", pattern, result, by)
			}
			if err != nil {
				return "", "", err
			}
			t.took[pattern] = time.Since(began)
		}
		// Tests that are slow without a change, or on a busy machine, get more time.
		if result, by, err := t.test(ctx, pattern, overlay, max(t.limit, 4*t.took[pattern])); err != nil || result != passed {
			return result, by, err
		}
	}
	return passed, "", nil
}

// writeOverlay writes the changed file, and what tells the compiler to take it.
func writeOverlay(folder string, m *mutant) (string, error) {
	source, err := os.ReadFile(m.file)
	if err != nil {
		return "", err
	}
	changed, overlay := filepath.Join(folder, filepath.Base(m.file)), filepath.Join(folder, "overlay.json")
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{m.file: changed}})
	if err == nil {
		err = errors.Join(os.WriteFile(changed, m.apply(source), 0o600), os.WriteFile(overlay, text, 0o600))
	}
	return overlay, err
}

var failedTest = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// test runs the tests of a pattern; without an overlay it changes nothing.
func (t *tester) test(ctx context.Context, pattern, overlay string, limit time.Duration) (outcome, string, error) {
	args := []string{"test", "-vet=off", "-short", "-failfast", "-timeout=" + limit.String()}
	if overlay == "" {
		args = append(args, "-count=1") // the time counts
	}
	if overlay != "" {
		args = append(args, "-overlay="+overlay)
		if prlimit, err := exec.LookPath("prlimit"); err == nil {
			args = append(args, "-exec="+prlimit+" --as=17179869184") // a changed loop may fill the memory
		}
	}
	out, err := command(ctx, t.dir, append(args, pattern)...).CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return "", "", ctx.Err()
	case err == nil:
		return passed, "", nil
	case !errors.As(err, new(*exec.ExitError)):
		return "", "", err
	case bytes.Contains(out, []byte("[build failed]")) || bytes.Contains(out, []byte("[setup failed]")):
		return broken, "", nil
	case bytes.Contains(out, []byte("panic: test timed out")):
		return failed, " (too long)", nil
	}
	names := failedTest.FindAllSubmatch(out, -1)
	if len(names) == 0 {
		return failed, "", nil
	}
	// The first line may be the parent of the test that failed, which comes later.
	name := slices.MaxFunc(names, func(a, b [][]byte) int { return bytes.Count(a[1], []byte("/")) - bytes.Count(b[1], []byte("/")) })
	return failed, " (" + string(name[1]) + ")", nil
}

func command(ctx context.Context, dir string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, "go", args...)
	c.Dir = dir
	c.WaitDelay = time.Second
	return c
}

// withOutput adds what a program wrote to its error.
func withOutput(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Errorf("%w: %s", err, bytes.TrimSpace(exit.Stderr))
	}
	return err
}
