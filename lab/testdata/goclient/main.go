// SPDX-License-Identifier: Apache-2.0

// Two guests begin a game of three men's morris with a client that was generated from the
// OpenAPI document. Prints the moves.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
)

func main() {
	if err := play(context.Background(), os.Args[1]+"/api/v1"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func play(ctx context.Context, server string) error {
	white, err := guest(ctx, server)
	if err != nil {
		return err
	}
	black, err := guest(ctx, server)
	if err != nil {
		return err
	}
	side := SideChoiceWhite
	made, err := white.CreateMatchWithResponse(ctx, nil, CreateMatchJSONRequestBody{Game: "three", Opponent: "private", Side: &side})
	if err != nil || made.JSON200 == nil {
		return fmt.Errorf("create: %w, %s", err, made.Body)
	}
	id := *made.JSON200.Match
	if joined, err := black.JoinMatchWithResponse(ctx, id); err != nil || joined.JSON200 == nil {
		return fmt.Errorf("join: %w, %s", err, joined.Body)
	}
	if started, err := white.StartMatchWithResponse(ctx, id, nil, StartMatchJSONRequestBody{}); err != nil || started.JSON200 == nil {
		return fmt.Errorf("start: %w, %s", err, started.Body)
	}
	var line []string
	for _, player := range []*ClientWithResponses{white, black, white} {
		found, err := player.FindMatchWithResponse(ctx, id)
		if err != nil || found.JSON200 == nil || found.JSON200.State == nil {
			return fmt.Errorf("find: %w, %s", err, found.Body)
		}
		move := found.JSON200.State.Moves[0].Text
		key := fmt.Sprint("turn-", len(line))
		moved, err := player.MoveWithResponse(ctx, id, &MoveParams{IdempotencyKey: &key}, MoveJSONRequestBody{Move: move})
		if err != nil || moved.JSON200 == nil {
			return fmt.Errorf("move: %w, %s", err, moved.Body)
		}
		line = append(line, move)
	}
	fmt.Println(strings.Join(line, " "))
	return nil
}

func guest(ctx context.Context, server string) (*ClientWithResponses, error) {
	c, err := NewClientWithResponses(server)
	if err != nil {
		return nil, err
	}
	made, err := c.CreateGuestWithResponse(ctx)
	if err != nil {
		return nil, err
	}
	if made.JSON200 == nil {
		return nil, fmt.Errorf("guest: %s", made.Body)
	}
	return NewClientWithResponses(server, WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+made.JSON200.Token)
		return nil
	}))
}
