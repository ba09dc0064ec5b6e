// SPDX-License-Identifier: Apache-2.0

package attack_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"cairn/lab/attack"
	"cairn/lab/labtest"
)

// TestMain lets this very binary make the load of an attack: NAME ADDRESS TIME.
func TestMain(m *testing.M) {
	if os.Getenv("LAB_TEST") != "strike" {
		labtest.Main(m)
	}
	attacks, err := attack.Find(os.Args[1])
	length, wrong := time.ParseDuration(os.Args[3])
	found, failure := attack.Strike(context.Background(), attacks[0], os.Args[2], length)
	if err := errors.Join(err, wrong, failure); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	_, _ = os.Stdout.Write(found)
}

// short are the attacks that take about a second each.
var short = []string{"claim-restart", "claim-commands", "late-move", "private", "masked"}

func TestAttacks(t *testing.T) {
	needLinux(t)
	server := labtest.Cairn(t)
	attacks, err := attack.Find(short...)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range attacks {
		row, err := attack.Run(t.Context(), attack.Plan{Program: server}, a)
		if err != nil || !row.Held {
			t.Errorf("%s: %s, %v", a.Name, row.Seen, err)
		}
	}
}

// Two people play while another process makes the load.
func TestLoad(t *testing.T) {
	needLinux(t)
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	server := labtest.Cairn(t)
	attacks, err := attack.Find("readiness")
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("LAB_TEST", "strike")
	plan := attack.Plan{Program: server, Quiet: time.Second, Load: 2 * time.Second, Strike: func(name, home string, load time.Duration) []string {
		return []string{self, name, home, load.String()}
	}}
	row, err := attack.Run(t.Context(), plan, attacks[0])
	if err != nil {
		t.Fatal(err)
	}
	if row.Moves == 0 || row.QuietP50MS <= 0 || row.PeakRSSBytes < row.RSSBytes || row.RSSBytes < 1<<20 || row.CPUSeconds <= 0 || row.Seconds < 2 {
		t.Errorf("got %+v, want moves, memory and processor time", row)
	}
}

func needLinux(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("/proc/self/io"); err != nil {
		t.Skip("needs Linux")
	}
}

func TestFind(t *testing.T) {
	all := attack.All()
	if found, err := attack.Find(); err != nil || len(found) != len(all) {
		t.Errorf("got %d attacks, %v, want all %d", len(found), err, len(all))
	}
	var names []string
	for _, a := range all {
		if a.Doc == "" || slices.Contains(names, a.Name) {
			t.Errorf("attack %q: want a name of its own and a text", a.Name)
		}
		names = append(names, a.Name)
	}
	if _, err := attack.Find("no-such-attack"); err == nil {
		t.Error("got no error for an unknown name")
	}
}
