// SPDX-License-Identifier: Apache-2.0

// Package bot plays on a server for a bot's account: it answers challenges by rules
// and plays several games at once, each with its own engine process.
//
// It stores nothing. The stream of its account lists the running games, so that it
// continues them after the server or the bot itself was restarted.
package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"sync"
	"time"

	"cairn/client"
	"cairn/game"
	"cairn/internal/uci/driver"
	"cairn/match"
)

// Options configure a bot. Client, Engine and Find are required.
type Options struct {
	Client  *client.Client
	Engine  string         // command of a program that speaks UGI or UCI
	Driver  driver.Options // of the program
	Find    func(name string) (game.Game, error)
	Rules   Rules
	Think   time.Duration // for a move without a clock, or with a clock of an hour or more; a second when 0
	Log     *slog.Logger  // discarded when nil
	Retries int           // failures of the engine in a row, after which the bot resigns; 3 when 0
}

// Rules say which challenges a bot accepts.
type Rules struct {
	Games  []string // ids; all if empty
	Clocks []string // as match.Control writes them, "5m+3s" or "none"; all if empty
	Rated  string   // "yes" or "no"; both if empty
	Most   int      // games at once; 4 when 0
}

// refuses returns the reason to decline a challenge, empty to accept it.
func (r Rules) refuses(c *client.Challenge, find func(string) (game.Game, error)) string {
	g, err := find(c.Game)
	switch {
	case err != nil, len(r.Games) > 0 && !slices.Contains(r.Games, g.Info().ID):
		return "game"
	case len(r.Clocks) > 0 && !slices.Contains(r.Clocks, c.Clock):
		return r.otherClock(c.Clock)
	case r.Rated == "no" && c.Rated:
		return "casual"
	case r.Rated == "yes" && !c.Rated:
		return "rated"
	}
	return ""
}

// otherClock returns the reason to decline a clock that is not allowed: too slow if an allowed
// clock is faster, else too fast.
func (r Rules) otherClock(clock string) string {
	for _, other := range r.Clocks {
		if length(other) < length(clock) {
			return "clock-faster"
		}
	}
	return "clock-slower"
}

// length estimates the time that a clock gives a side for a game.
func length(clock string) time.Duration {
	const turns = 40
	c, err := match.ParseControl(clock)
	if err != nil || c.Kind != match.RealTime {
		return math.MaxInt64
	}
	return c.Initial + turns*c.Increment
}

// Bot is a running bot.
type Bot struct {
	Options
	mu      sync.Mutex
	playing map[string]bool    // ids of running matches, and of challenges being accepted
	waiting []client.Challenge // queue of challenges, while there is no free place
	games   sync.WaitGroup
}

// New returns a bot.
func New(o Options) *Bot {
	o.Think = cmp.Or(max(o.Think, 0), time.Second)
	o.Rules.Most = cmp.Or(max(o.Rules.Most, 0), 4)
	o.Retries = cmp.Or(max(o.Retries, 0), 3)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Bot{Options: o, playing: map[string]bool{}}
}

// ErrPerson is the error of Run for an account that is not a bot: a program must not play
// the games of a person.
var ErrPerson = errors.New("the account is not a bot")

// Run plays until the context ends. It returns an error if the token is refused, the
// account is not a bot or the engine does not start.
func (b *Bot) Run(ctx context.Context) error {
	account, err := b.Client.Account(ctx)
	if client.IsStatus(err, http.StatusUnauthorized) {
		return fmt.Errorf("the server refuses the token: it is wrong, expired or revoked: %w", err)
	}
	if err != nil {
		return err
	}
	if !account.Bot {
		return fmt.Errorf("%s: %w", account.Name, ErrPerson)
	}
	for _, scope := range []string{"read", "play", "challenge"} {
		if !slices.Contains(account.Scopes, scope) {
			return fmt.Errorf("the token lacks the scope %s: create one with read, play and challenge", scope)
		}
	}
	if err := b.tryEngine(ctx); err != nil {
		return err
	}
	b.Log.Info("bot", "name", account.Name, "server", b.Client.Server())
	ctx, cancel := context.WithCancel(ctx)
	defer b.games.Wait()
	defer cancel()
	for notice, err := range b.Client.Events(ctx) {
		if errors.Is(err, client.ErrEnded) {
			return fmt.Errorf("the token was revoked, or the account is banned: %w", err)
		}
		if err != nil {
			return err
		}
		b.note(ctx, notice)
	}
	return ctx.Err()
}

// tryEngine starts and ends the engine once, so that a wrong command is reported early.
func (b *Bot) tryEngine(ctx context.Context) error {
	e, err := driver.Start(ctx, b.Engine, b.Driver)
	if err != nil {
		return err
	}
	return e.Close()
}

// note handles a notice.
func (b *Bot) note(ctx context.Context, n client.Notice) {
	switch {
	case n.Type == "challenge" && n.Challenge != nil && !n.Challenge.Mine && n.Challenge.Status == "open":
		b.consider(ctx, *n.Challenge)
	case n.Type == "challenge-gone" && n.Challenge != nil:
		b.mu.Lock()
		defer b.mu.Unlock()
		b.waiting = slices.DeleteFunc(b.waiting, func(c client.Challenge) bool { return c.ID == n.Challenge.ID })
	case n.Match != "" && (n.Type == "start" || n.Type == "turn"):
		b.begin(ctx, n.Match, n.Clock, "")
	}
}

// consider declines a challenge, or queues it until there is a free place.
func (b *Bot) consider(ctx context.Context, c client.Challenge) {
	if reason := b.Rules.refuses(&c, b.Find); reason != "" {
		b.Log.Info("declined", "challenge", c.ID, "from", c.From, "game", c.Game, "clock", c.Clock, "reason", reason)
		b.report(b.Client.DeclineChallenge(ctx, c.ID, reason), "challenge", c.ID)
		return
	}
	b.mu.Lock()
	known := b.playing[c.ID] || slices.ContainsFunc(b.waiting, func(w client.Challenge) bool { return w.ID == c.ID })
	if !known {
		b.waiting = append(b.waiting, c)
	}
	b.mu.Unlock()
	b.fill(ctx)
}

// fill accepts queued challenges while there are free places.
func (b *Bot) fill(ctx context.Context) {
	for c, found := b.admit(); found && ctx.Err() == nil; c, found = b.admit() {
		id, err := b.Client.AcceptChallenge(ctx, c.ID)
		b.report(err, "challenge", c.ID) // it may be withdrawn; else the stream repeats it
		b.begin(ctx, id, c.Clock, c.ID)
	}
}

// admit takes a free place for the first queued challenge.
func (b *Bot) admit() (c client.Challenge, found bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.waiting) == 0 || len(b.playing) >= b.Rules.Most {
		return c, false
	}
	c, b.waiting = b.waiting[0], b.waiting[1:]
	b.playing[c.ID] = true
	return c, true
}

// report logs an error; nil is ignored.
func (b *Bot) report(err error, key, value string) {
	if err != nil && !errors.Is(err, context.Canceled) {
		b.Log.Warn("refused", key, value, "err", err)
	}
}

// begin plays a match with a clock in the background, unless it is being played already. It
// takes over the place of its challenge, if there was one.
func (b *Bot) begin(ctx context.Context, id, clock, challenge string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.playing, challenge)
	if id == "" || b.playing[id] {
		return
	}
	b.playing[id] = true
	b.games.Go(func() {
		err := b.play(ctx, id, clock)
		if ctx.Err() == nil {
			b.Log.Info("game ended", "match", id, "err", err)
		}
		b.mu.Lock()
		delete(b.playing, id)
		b.mu.Unlock()
		b.fill(ctx)
	})
}
