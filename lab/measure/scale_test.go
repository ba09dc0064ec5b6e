// SPDX-License-Identifier: Apache-2.0

package measure_test

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/lab/bench"
	"cairn/lab/labtest"
	"cairn/lab/measure"
)

// TestMain lets this very binary play a part of a load.
func TestMain(m *testing.M) {
	if !slices.Equal(os.Args[1:], []string{"share"}) {
		labtest.Main(m)
	}
	if err := measure.Share(context.Background(), os.Stdin, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// TestScale measures a few games at a quick pace, whose players take turns to use two
// addresses of one server and are in two processes.
func TestScale(t *testing.T) {
	if _, err := os.Stat("/proc/self/smaps_rollup"); err != nil {
		t.Skip("NOT TESTED: the system does not report what processes use")
	}
	p := labtest.Serve(t, "--unlimited")
	p.Dir = t.TempDir()
	plan := measure.ScalePlan{Setup: "a test", Game: "three", Games: 4, Pace: 10 * time.Millisecond, Duration: time.Second, Watched: map[string]int{"self": os.Getpid()}, Alone: 3}
	r, err := measure.Scale(t.Context(), plan, []*bench.Process{p, p})
	if err != nil {
		t.Fatal(err)
	}
	if r.Setup != "a test" || r.Nodes != 2 || r.Games != 4 || r.Errors != 0 {
		t.Errorf("got %+v, want what was planned: %v", r, r.Faults)
	}
	if r.MovesPerS <= 0 || r.WirePerMove < 100 || len(r.Parts) != 2 || r.Parts[1].Name != "self" {
		t.Errorf("got %+v, want figures", r)
	}
}

func TestUsage(t *testing.T) {
	if _, err := os.Stat("/proc/self/smaps_rollup"); err != nil {
		t.Skip("NOT TESTED: the system does not report what processes use")
	}
	u, err := measure.UsageOf(os.Getpid())
	if err != nil || u.Memory < 1<<20 {
		t.Errorf("got %+v, %v, want what this test uses", u, err)
	}
	if _, err := measure.UsageOf(1 << 30); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no such process: got %v", err)
	}
}

// TestUsageOfEnded looks at a child that has ended before anyone has waited for it.
func TestUsageOfEnded(t *testing.T) {
	if _, err := os.Stat("/proc/self/smaps_rollup"); err != nil {
		t.Skip("NOT TESTED: the system does not report what processes use")
	}
	child := exec.Command("true")
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, out) // until it closes its output: it ends, or has ended
	for {
		u, err := measure.UsageOf(child.Process.Pid)
		if err != nil {
			t.Fatalf("got %v, want what it has used", err)
		}
		if u.Memory == 0 {
			break
		}
	}
	if u, err := measure.UsageOf(os.Getpid()); err != nil || u.Memory < 1<<20 {
		t.Errorf("its parent: got %+v, %v, want what this test uses", u, err)
	}
	if err := child.Wait(); err != nil {
		t.Error(err)
	}
}

func TestPlotScale(t *testing.T) {
	rows := []measure.ScaleRow{
		{Setup: "one & only", Games: 100, PaceSeconds: 5, P50MS: 3, Parts: []measure.ScalePart{{Cores: 0.1, Memory: 50e6}}},
		{Setup: "one & only", Games: 1000, PaceSeconds: 5, P50MS: 4, Parts: []measure.ScalePart{{Cores: 0.08, Memory: 40e6}}},
		{Setup: "another", Games: 1000, PaceSeconds: 5, Parts: []measure.ScalePart{{Cores: 0.2}, {Cores: 0.1, Memory: 1e6}}},
		{Setup: "at once", Games: 1000},
	}
	for name, rows := range map[string][]measure.ScaleRow{"several": rows, "one": rows[:1], "none": nil} {
		svg := measure.PlotScale(rows)
		for decoder := xml.NewDecoder(strings.NewReader(svg)); ; {
			if _, err := decoder.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("%s: got %s", name, svg)
		}
		if lines := strings.Count(svg, "<polyline"); name == "several" && lines != 6 {
			t.Errorf("got %d lines, want one in each of three panels for each of two setups", lines)
		}
	}
}
