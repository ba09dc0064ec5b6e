// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"golang.org/x/sync/errgroup"

	"cairn/lab/bench"
)

// ServeShared is bench.Serve with at most so many games in one process: others play the rest
// at the same time. Times and bytes are those of the first process, whose players are a
// sample of all.
func ServeShared(ctx context.Context, load bench.ServePlan, games int) (bench.ServeReport, error) {
	shares := split(load, games)
	reports := make([]bench.ServeReport, len(shares))
	group, ctx := errgroup.WithContext(ctx)
	for i, share := range shares {
		group.Go(func() (err error) {
			if i == 0 {
				reports[i], err = bench.Serve(ctx, share)
			} else {
				reports[i], err = askShare(ctx, share)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return bench.ServeReport{}, err
	}
	sum := reports[0]
	for _, r := range reports[1:] {
		sum.Games += r.Games
		sum.Moves += r.Moves
		sum.MovesPerS += r.MovesPerS
		sum.Errors += r.Errors
		sum.Faults = append(sum.Faults, r.Faults...)
	}
	return sum, nil
}

// split divides the games of a load. The first part keeps what measures.
func split(load bench.ServePlan, games int) []bench.ServePlan {
	shares := []bench.ServePlan{load}
	for last := &shares[0]; last.Games > games; last = &shares[len(shares)-1] {
		rest := *last
		rest.Games, rest.First = last.Games-games, last.First+games
		rest.Wire, rest.Memory, rest.CPU = nil, nil, nil
		last.Games = games
		shares = append(shares, rest)
	}
	return shares
}

// Share plays a part of a load: it reads a ServePlan and prints the ServeReport, and a line
// for each of its faults as messages.
func Share(ctx context.Context, in io.Reader, out, messages io.Writer) error {
	var plan bench.ServePlan
	err := json.NewDecoder(in).Decode(&plan)
	if err == nil && plan.URL == "" {
		err = errors.New("no url")
	}
	if err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	r, err := bench.Serve(ctx, plan)
	if err != nil {
		return err
	}
	for _, fault := range r.Faults {
		fmt.Fprintln(messages, fault)
	}
	return json.NewEncoder(out).Encode(r)
}

// askShare runs Share in a process of this program.
func askShare(ctx context.Context, load bench.ServePlan) (r bench.ServeReport, err error) {
	plan, err := json.Marshal(load)
	if err != nil {
		return r, err
	}
	program, err := os.Executable()
	if err != nil {
		return r, err
	}
	var messages strings.Builder
	command := exec.CommandContext(ctx, program, "share")
	command.Stdin, command.Stderr = bytes.NewReader(plan), &messages
	text, err := command.Output()
	if err != nil {
		return r, fmt.Errorf("a part of the load: %w: %s", err, strings.TrimSpace(messages.String()))
	}
	for line := range strings.Lines(messages.String()) {
		r.Faults = append(r.Faults, errors.New(strings.TrimSpace(line)))
	}
	return r, json.Unmarshal(text, &r)
}
