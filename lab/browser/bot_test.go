// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/client"
	"cairn/engine"
	"cairn/game"
	"cairn/internal/bot"
	"cairn/internal/uci"
	"cairn/internal/uci/driver"
)

// engineArgument makes the test program an engine, as "cairn engine" is.
const engineArgument = "engine"

// engineProcess is the process of an engine.
func engineProcess() int {
	games := catalog.Standard()
	if err := uci.Run(context.Background(), uci.Options{Game: games.All()[0], Games: games, In: os.Stdin, Out: os.Stdout}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// bot runs a bot until the test ends, which plays as a novice, and returns its client.
func (s *site) bot(name string) *client.Client {
	s.t.Helper()
	token := s.regular(name).send("/account/tokens", map[string]any{"name": "bot", "scopes": "read,play,challenge,bot", "current": password}).Token
	c, err := client.New(s.url(""), client.Token(token))
	if err != nil {
		s.t.Fatal(err)
	}
	if err := c.Call(s.t.Context(), http.MethodPost, "/account/bot", struct{}{}, nil); err != nil {
		s.t.Fatal(err)
	}
	b := bot.New(bot.Options{
		Client: c, Engine: fmt.Sprintf("'%s' %s", os.Args[0], engineArgument),
		Driver: driver.Options{Settings: map[string]string{"Level": "novice", "Seed": "1", "Hash": "1"}},
		Find:   func(name string) (game.Game, error) { return catalog.Standard().Game(name) },
		Think:  time.Millisecond,
	})
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()
	s.t.Cleanup(func() {
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			s.t.Errorf("the bot ended with %v", err)
		}
	})
	return c
}

// A person challenges a bot on its page and plays whole games against it by clicks, with
// either side.
func TestBot(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pebble := s.bot("Pebble")
	ann := s.person("ann")
	ann.signsUp("ann")
	ann.sees("Account created")
	for name, side := range map[string]game.Side{"six": game.White, "fanorona": game.Black} {
		ann.open("/player/Pebble")
		ann.press("Challenge")
		ann.arrives("/challenge/Pebble")
		ann.choose("game", gameID(t, name))
		ann.choose("clock", "none")
		ann.choose("side", side.String())
		ann.press("Send challenge")
		tb := newTable(t, ann.arrives("/match/"), name, ann, nil)
		tb.players[side], tb.players[side.Other()] = ann, nil
		ann.await("the badge of the bot", `!!document.querySelector(".seat.far [data-bot]:not([hidden])")`)
		result := tb.playsOut(side)
		state, err := pebble.Match(t.Context(), tb.id)
		if err != nil {
			t.Fatal(err)
		}
		shown := newTable(t, tb.id, name, nil, nil)
		for _, move := range state.Line {
			shown.advance(move)
		}
		if state.End == nil || len(state.Line) != len(tb.played) || shown.men() != tb.men() {
			t.Errorf("%s: the server has %v with the end %v, the page showed %v", name, state.Line, state.End, tb.played)
		}
		ann.has("Rematch")
		t.Logf("%s: %v after %d turns", name, result, len(tb.played))
	}
}

// playsOut plays a game to its end: one side by clicks on the moves of a short search,
// the other on the server.
func (tb *table) playsOut(side game.Side) game.Result {
	tb.t.Helper()
	entry, err := catalog.Standard().Find(tb.info.ID)
	if err != nil {
		tb.t.Fatal(err)
	}
	thinker, p := entry.NewThinker(engine.Options{TableBytes: 1 << 20}), tb.players[side]
	var history game.History
	history.Push(tb.state.Hash(), true)
	result := history.Result(tb.info.Draws, tb.state)
	for !result.Over() {
		before := tb.state
		if before.Turn() == side {
			answer, err := thinker.Think(tb.t.Context(), catalog.Question{State: before, Recent: history.Recent(), Limits: engine.Limits{Nodes: 20_000}})
			if err != nil {
				tb.t.Fatal(err)
			}
			tb.enter(answer.Move)
			tb.advance(answer.Move)
		} else {
			tb.reply()
		}
		move, err := before.Find(tb.played[len(tb.played)-1])
		if err != nil {
			tb.t.Fatal(err)
		}
		history.Push(tb.state.Hash(), move.Resets)
		result = history.Result(tb.info.Draws, tb.state)
	}
	tb.shown()
	switch winner, decided := result.Verdict.Winner(); {
	case !decided:
		p.sees("Draw")
	case winner == side:
		p.sees("You win")
	default:
		p.sees("You lose")
	}
	return result
}
