// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"cairn/catalog"
	"cairn/client"
	"cairn/internal/tui"
	"cairn/internal/tui/full"
	"cairn/internal/tui/tmuxtest"
)

// With these variables in its environment the test program is a terminal that joins a
// match of a server.
const (
	terminalServer = "CAIRN_BROWSER_TERMINAL"
	terminalMatch  = "CAIRN_BROWSER_MATCH"
)

// terminal is the process of a terminal, as "cairn join" is.
func terminal(server, match string) int {
	if err := joinByTerminal(context.Background(), server, match); err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

func joinByTerminal(ctx context.Context, server, match string) error {
	c, err := client.New(server)
	if err != nil {
		return err
	}
	online := &tui.Online{Client: c, Guest: true, Place: tui.Place{Match: match}}
	if online.Name, err = c.Guest(ctx); err != nil {
		return err
	}
	options := tui.Options{Online: online}
	for _, entry := range catalog.Standard().All() {
		options.Games = append(options.Games, tui.Entry{Game: entry.Game})
	}
	return full.Run(ctx, options)
}

// A person in a terminal and one in a browser play each other to the end, with a draw
// offer and an undo; the server is killed and started again meanwhile, and a move made
// without it arrives once.
func TestTerminal(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	white := s.person("white")
	id := white.creates("three")
	term := tmuxtest.Run(t, 80, 24, []string{terminalServer + "=http://" + s.address, terminalMatch + "=" + id}, os.Args[0])
	term.Await("Three Men's Morris", "Waiting for")
	white.press("Start game")
	tb := newTable(t, id, "three", white, nil)
	plays := func(move string) {
		t.Helper()
		term.Await("Black: choose a point.")
		term.Type(move)
		tb.advance(move)
		tb.shown()
	}
	tb.play("a1")
	plays("a3")
	white.press("Offer draw")
	term.Await("White offers a draw.")
	term.Type("n")
	white.logged("declines the draw.")
	before := tb.state
	tb.play("c2")
	plays("b3")
	white.press("Undo")
	term.Await("White asks to undo a")
	term.Type("y")
	white.logged("accepts the undo.")
	tb.state, tb.played = before, tb.played[:2]
	tb.shown()

	tb.play("b1")
	term.Await("Black: choose a point.")
	white.expect("ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "ERR_SOCKET", "WebSocket", "ERR_INCOMPLETE")
	s.kill()
	term.Await("Connection lost")
	term.Type("b3")
	term.Await("b3 sent, not confirmed yet.")
	s.start()
	tb.advance("b3")
	tb.shown()
	tb.play("c1")
	term.Await("White wins")
	term.Type("q")
	term.Ends()
}
