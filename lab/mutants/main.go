// SPDX-License-Identifier: Apache-2.0

// Command mutants changes one operator in a random line of code and runs the tests: a
// change that no test notices shows code that no test checks.
//
//	go run ./lab/mutants -seed 7 -n 20 record internal/web/...
//
// The tests are those of the package, then those of its features: the packages below it
// and the packages that features names. A change is given to the compiler as an overlay,
// so that no file of the tree is written. Changes that do not compile do not count.
//
// It prints a line for each mutant and the sums by package. The status is 1 if the tests
// fail without a change.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/signal"
	"path"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		stop()
		os.Exit(1)
	}
}

// score is how many mutants of a package were noticed.
type score struct{ noticed, all int }

// String implements fmt.Stringer.
func (s score) String() string { return fmt.Sprintf("%d of %d", s.noticed, s.all) }

func (s score) plus(t score) score { return score{s.noticed + t.noticed, s.all + t.all} }

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("mutants", flag.ContinueOnError)
	seed := flags.Uint64("seed", 1, "random seed")
	n := flags.Int("n", 30, "mutants")
	limit := flags.Duration("limit", 2*time.Minute, "time for the tests of a package, at least; longer counts as noticed")
	dir := flags.String("C", ".", "folder of the module")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return errors.New("no packages named, such as record or internal/web")
	}
	packages, err := list(ctx, *dir, flags.Args())
	if err != nil {
		return err
	}
	t := tester{dir: *dir, limit: *limit, random: rand.New(rand.NewPCG(*seed, 0)), took: map[string]time.Duration{}}
	// Round robin in random order, so that a large package does not hide a small one.
	t.random.Shuffle(len(packages), func(i, j int) { packages[i], packages[j] = packages[j], packages[i] })
	scores := map[string]score{}
	for i := range *n {
		p := &packages[i%len(packages)]
		s, err := t.try(ctx, p, out)
		if err != nil {
			return err
		}
		scores[p.name] = scores[p.name].plus(s)
	}
	return summary(out, scores)
}

func summary(out io.Writer, scores map[string]score) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	var all score
	for _, name := range slices.Sorted(maps.Keys(scores)) {
		fmt.Fprintf(table, "%s\t%s noticed\n", name, scores[name])
		all = all.plus(scores[name])
	}
	fmt.Fprintf(table, "%s\t%s noticed, %.0f %%\n", "all", all, 100*float64(all.noticed)/float64(max(1, all.all)))
	return table.Flush()
}

// features are the packages whose tests check a package too, beside the packages below it;
// the entry with the longest prefix counts.
var features = map[string][]string{
	"game":              {"games/...", "match"},
	"games":             {"catalog"},
	"internal/account":  {"internal/web/account"},
	"internal/limit":    {"internal/config"},
	"internal/live":     {"internal/web/match", "internal/web/lobby"},
	"internal/notify":   {"internal/web/notify"},
	"internal/study":    {"internal/web/analysis", "internal/web/puzzle"},
	"internal/web":      {"internal/web/site"},
	"internal/web/site": {},
	"tablebase":         {"solver", "catalog"},
	"solver":            {"catalog"},
}

// featuresOf returns patterns of the packages whose tests check one, itself first.
func featuresOf(module, name string) []string {
	all := []string{path.Join(module, name), path.Join(module, name, "...")}
	for prefix := name; prefix != ""; prefix = prefix[:max(0, strings.LastIndexByte(prefix, '/'))] {
		if more, listed := features[prefix]; listed {
			for _, pattern := range more {
				all = append(all, path.Join(module, pattern))
			}
			break
		}
	}
	return all
}
