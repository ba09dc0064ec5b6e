// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"golang.org/x/sync/errgroup"
)

// ServeShared is Serve with at most so many games in one process: others play the rest
// at the same time. Times and bytes are those of the first process, whose players are a
// sample of all.
func ServeShared(ctx context.Context, load ServePlan, games int, program string) (ServeReport, error) {
	shares := split(load, games)
	reports := make([]ServeReport, len(shares))
	group, ctx := errgroup.WithContext(ctx)
	for i, share := range shares {
		group.Go(func() (err error) {
			if i == 0 {
				reports[i], err = Serve(ctx, share)
			} else {
				reports[i], err = askShare(ctx, program, share)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return ServeReport{}, err
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
func split(load ServePlan, games int) []ServePlan {
	shares := []ServePlan{load}
	for last := &shares[0]; last.Games > games; last = &shares[len(shares)-1] {
		rest := *last
		rest.Games, rest.First = last.Games-games, last.First+games
		rest.Wire, rest.Memory, rest.CPU = nil, nil, nil
		last.Games = games
		shares = append(shares, rest)
	}
	return shares
}

// askShare runs Serve in a process of the program: `cairn bench serve --share` reads a
// ServePlan and prints the ServeReport, and a line for each of its faults as messages.
func askShare(ctx context.Context, program string, load ServePlan) (r ServeReport, err error) {
	plan, err := json.Marshal(load)
	if err != nil {
		return r, err
	}
	var messages strings.Builder
	command := exec.CommandContext(ctx, program, "bench", "serve", "--share")
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
