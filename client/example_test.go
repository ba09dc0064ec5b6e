// SPDX-License-Identifier: Apache-2.0

package client_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"cairn/client"
)

// A program acts for an account by a token, which its owner creates on the account
// page or an operator by "cairn user token". Without one it becomes a guest.
func ExampleToken() {
	ctx, token := context.Background(), tokenOf("thea")

	c, err := client.New(home, client.Token(token))
	if err != nil {
		log.Fatal(err)
	}
	account, err := c.Account(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(account.Name, account.Guest, account.Scopes)
	// Output: thea false [read play challenge]
}

// A guest plays against the computer. Legal moves come with the state of the match,
// so a program needs no rules.
func ExampleClient_Create() {
	ctx := context.Background()
	c, err := client.New(home)
	if err != nil {
		log.Fatal(err)
	}
	match, err := c.Create(ctx, client.Spec{Game: "three", Opponent: "computer", Level: "novice"})
	if err != nil {
		log.Fatal(err)
	}
	for m, err := range c.Follow(ctx, match, 0) {
		if err != nil {
			log.Fatal(err)
		}
		state := m.State
		switch {
		case state == nil: // something beside the match
		case state.Status == "over":
			fmt.Println(state.End.Outcome)
			return
		case len(state.Line) >= 4 && state.Can.Resign:
			_, err = c.Command(ctx, match, "resign")
		case len(state.Moves) > 0:
			_, err = c.Move(ctx, match, state.Seq, state.Moves[0].Text)
		}
		// A state may come twice, and a command then comes too late.
		if refused := (*client.Error)(nil); errors.As(err, &refused) && refused.Late() {
			continue
		}
		if err != nil {
			log.Fatal(err)
		}
	}
	// Output: lost
}

// A spectator follows a match between two others. The stream is opened again when it
// breaks: no event is missing, and none comes twice.
func ExampleClient_Follow() {
	ctx := context.Background()
	var clients [3]*client.Client
	for i := range clients {
		c, err := client.New(home)
		if err != nil {
			log.Fatal(err)
		}
		clients[i] = c
	}
	host, guest, spectator := clients[0], clients[1], clients[2]
	match, err := host.Create(ctx, client.Spec{Game: "three", Shown: true})
	if err != nil {
		log.Fatal(err)
	}
	if err := guest.Join(ctx, match); err != nil {
		log.Fatal(err)
	}
	if _, err := host.Command(ctx, match, "abort"); err != nil {
		log.Fatal(err)
	}
	for m, err := range spectator.Follow(ctx, match, 0) {
		if err != nil {
			log.Fatal(err)
		}
		for _, event := range m.Events {
			fmt.Println(event.Seq, event.Kind)
		}
		if m.State != nil && m.State.Status == "over" {
			break
		}
	}
	// Output:
	// 1 created
	// 2 joined
	// 3 aborted
}

// A program waits for challenges and accepts them, as bots do.
func ExampleClient_Events() {
	ctx := context.Background()
	ann, err := client.New(home, client.Token(tokenOf("ann")))
	if err != nil {
		log.Fatal(err)
	}
	bob, err := client.New(home, client.Token(tokenOf("bob")))
	if err != nil {
		log.Fatal(err)
	}
	if _, err := ann.Challenge(ctx, "bob", client.Spec{Game: "three", Side: "black", Clock: "3d"}); err != nil {
		log.Fatal(err)
	}
	for notice, err := range bob.Events(ctx) {
		if err != nil {
			log.Fatal(err)
		}
		switch notice.Type {
		case "challenge":
			c := notice.Challenge
			fmt.Printf("%s challenges to %s, clock %s\n", c.From, c.Game, c.Clock)
			if _, err := bob.AcceptChallenge(ctx, c.ID); err != nil {
				log.Fatal(err)
			}
		case "turn":
			fmt.Printf("%s plays %s against %s\n", "bob", notice.Side, notice.Opponent)
			return
		}
	}
	// Output:
	// ann challenges to three-mens-morris, clock 3d
	// bob plays white against ann
}
