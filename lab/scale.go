// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cairn/lab/measure"
)

// scaleOptions are the flags of bench scale.
type scaleOptions struct {
	plan   measure.ScalePlan
	games  []int
	site   measure.Site
	watch  []string
	atOnce bool
	rows   string
	plot   string
	asJSON bool
}

func scaleCommand(p *program) *cobra.Command {
	o := scaleOptions{games: []int{100, 300, 1000}}
	o.plan = measure.ScalePlan{Game: p.catalog.All()[0].Info().ID, Pace: 10 * time.Second, Duration: 30 * time.Second}
	command := &cobra.Command{
		Use:   "scale",
		Short: "Measure what live games cost: processors, memory, disk, network",
		Long: `Play more and more games at once at a human pace and measure what 1,000 of them cost:
processor time, memory, bytes to the disk and on the wire. Nodes are
processes of their own, started anew for each number of games. With several nodes the two
players of a game are at different ones; they need a PostgreSQL database of their own, and
a bus: without one they ask the database every two seconds. --watch adds the processes of
the database and of the bus. The load of more than 5,000 games comes from several
processes; times are those of the first.

With --at-once players move as soon as it is their turn, and the table shows which part of
the site takes how much of a move.

With --rows the results are added to those in a file, which is where --plot takes what it
draws from: so several setups are in one picture. Linux only.

With --json: [{"setup","nodes","games","pace_s","seconds","moves_per_s","p50_ms","p99_ms",
"errors","parts","wire_bytes_per_move","kept_bytes_per_move","cpu_per_move_us"}], parts:
[{"name","cores","memory"}], cores and memory for 1,000 games.`,
		Example: "  lab scale --games 100,1000\n  lab scale --nodes 3 --database postgres:///cairn --bus nats://127.0.0.1:4222 --watch postgres=812 --watch nats=977",
		Args:    count(0),
		RunE: func(command *cobra.Command, _ []string) error {
			if err := o.complete(); err != nil {
				return usagef("%v", err)
			}
			return runScale(p, command.Context(), o)
		},
	}
	flags := command.Flags()
	flags.IntSliceVar(&o.games, "games", o.games, "numbers of games at the same time")
	siteFlags(flags, &o.site)
	flags.Var(durationValue(&o.plan.Pace), "pace", "mean time that a player thinks")
	flags.BoolVar(&o.atOnce, "at-once", false, "players do not think: how many moves the site can take")
	flags.Var(durationValue(&o.plan.Duration), "duration", "count moves for this long")
	flags.StringArrayVar(&o.watch, "watch", nil, "NAME=PID of another process that counts; may be repeated")
	flags.StringVar(&o.plan.Kept, "kept", "", "folder of the database, whose growth counts; by default the data folder")
	flags.StringVar(&o.rows, "rows", "", "file to which results are added, as JSON")
	flags.StringVar(&o.plot, "plot", "", "file to draw all results to, as SVG")
	jsonFlag(command, &o.asJSON)
	return command
}

// complete checks the flags and names the setup.
func (o *scaleOptions) complete() error {
	o.plan.Watched = map[string]int{}
	for _, watched := range o.watch {
		name, number, _ := strings.Cut(watched, "=")
		pid, err := strconv.Atoi(number)
		if name == "" || err != nil || pid <= 0 {
			return fmt.Errorf("watch %q: want NAME=PID", watched)
		}
		o.plan.Watched[name] = pid
	}
	for _, games := range o.games {
		if games <= 0 || games > maxGames {
			return fmt.Errorf("games %d: want 1 to %d", games, maxGames)
		}
	}
	if o.atOnce {
		o.plan.Pace = 0
	}
	o.plan.Setup = o.site.String()
	return o.site.Check()
}

func runScale(p *program, ctx context.Context, o scaleOptions) error {
	rows, err := readRows(o.rows)
	if err != nil {
		return err
	}
	rows = slices.DeleteFunc(rows, func(r measure.ScaleRow) bool {
		return r.Setup == o.plan.Setup && slices.Contains(o.games, r.Games) && (r.PaceSeconds == 0) == o.atOnce
	})
	if !o.asJSON {
		fmt.Fprintf(p.out, "%s; for 1,000 games:\n%7s %8s %8s %8s %9s %9s %11s %10s %10s %7s\n", o.plan.Setup,
			"GAMES", "MOVES/S", "P50 MS", "P99 MS", "CORES", "MB", "CPU µs/MOVE", "WIRE/MOVE", "KEPT/MOVE", "ERRORS")
	}
	var added []measure.ScaleRow
	for _, games := range o.games {
		r, err := scaleStep(p, ctx, o, games)
		if err != nil {
			return fmt.Errorf("%d games: %w", games, err)
		}
		for _, fault := range r.Faults {
			fmt.Fprintln(p.err, fault)
		}
		if !o.asJSON {
			printScaled(p, r)
		}
		added = append(added, r)
		if err := writeRows(o, append(slices.Clone(rows), added...)); err != nil {
			return err
		}
	}
	if o.asJSON {
		return p.out.json(added)
	}
	return nil
}

// scaleStep measures one number of games on new nodes.
func scaleStep(p *program, ctx context.Context, o scaleOptions, games int) (measure.ScaleRow, error) {
	nodes, end, err := p.start(ctx, o.site)
	if err != nil {
		return measure.ScaleRow{}, err
	}
	defer end()
	plan := o.plan
	plan.Games = games
	return measure.Scale(ctx, plan, nodes)
}

func printScaled(p *program, r measure.ScaleRow) {
	fmt.Fprintf(p.out, "%7d %8.0f %8.1f %8.1f %9.3f %9.1f %11.0f %10d %10d %7d\n",
		r.Games, r.MovesPerS, r.P50MS, r.P99MS, r.Cores(), float64(r.Memory())/1e6, r.CPUPerMoveUS, r.WirePerMove, r.KeptPerMove, r.Errors)
	if len(r.Parts) < 2 {
		return
	}
	for _, part := range r.Parts {
		fmt.Fprintf(p.out, "%7s %-26s %9.3f %9.1f\n", "", part.Name, part.Cores, float64(part.Memory)/1e6)
	}
}

// readRows reads the results of earlier runs; no file has none.
func readRows(path string) (rows []measure.ScaleRow, err error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &rows)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rows, nil
}

// writeRows keeps and draws all results.
func writeRows(o scaleOptions, rows []measure.ScaleRow) error {
	if o.rows != "" {
		text, err := json.MarshalIndent(rows, "", "\t")
		if err != nil {
			return err
		}
		if err := os.WriteFile(o.rows, append(text, '\n'), 0o644); err != nil {
			return err
		}
	}
	if o.plot == "" {
		return nil
	}
	return os.WriteFile(o.plot, []byte(measure.PlotScale(rows)), 0o644)
}
