// SPDX-License-Identifier: Apache-2.0

// Package bot plays on a server for a bot's account: it answers challenges by rules
// and plays several games at once, each with a process of an engine of its own.
//
// It keeps nothing. What goes on is in the stream of its account, so that it plays on
// after the server or the bot itself has been restarted.
package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"cairn/client"
	"cairn/game"
	"cairn/internal/uci/driver"
)

// Options are the parts of a bot. Client, Engine and Find must be given.
type Options struct {
	Client  *client.Client
	Engine  string         // command of a program that speaks UGI or UCI
	Driver  driver.Options // of the program
	Find    func(name string) (game.Game, error)
	Rules   Rules
	Think   time.Duration // for a move without a clock, or with days; a second when 0
	Games   int           // ends after that many games; 0 for never
	Log     *slog.Logger  // discarded when nil
	Retries int           // how often an engine is started again in a row before the bot resigns; 3 when 0
}

// Rules say which challenges a bot accepts.
type Rules struct {
	Games  []string // ids; all if empty
	Clocks []string // such as "5m+3s" and "none"; all if empty
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
		return "later"
	case r.Rated == "no" && c.Rated:
		return "casual"
	case r.Rated == "yes" && !c.Rated:
		return "rated"
	}
	return ""
}

// Bot is a running bot.
type Bot struct {
	Options
	mu      sync.Mutex
	playing map[string]bool // by match
	waiting map[string]client.Challenge
	ended   int
	games   sync.WaitGroup
	done    context.CancelFunc // ends Run
}

// New returns a bot.
func New(o Options) *Bot {
	if o.Think <= 0 {
		o.Think = time.Second
	}
	if o.Rules.Most <= 0 {
		o.Rules.Most = 4
	}
	if o.Retries <= 0 {
		o.Retries = 3
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Bot{Options: o, playing: map[string]bool{}, waiting: map[string]client.Challenge{}}
}

// errDone ends Run after the last game.
var errDone = errors.New("all games are played")

// Run plays until the context ends or Games games are over. It returns an error if
// the token is refused or the engine does not start.
func (b *Bot) Run(ctx context.Context) error {
	account, err := b.Client.Account(ctx)
	if client.IsStatus(err, http.StatusUnauthorized) {
		return fmt.Errorf("the server refuses the token: it is wrong, expired or revoked: %w", err)
	}
	if err != nil {
		return err
	}
	if !account.Bot {
		b.Log.Warn("the account is not marked as a bot", "name", account.Name)
	}
	if err := b.tryEngine(ctx); err != nil {
		return err
	}
	b.Log.Info("bot", "name", account.Name, "server", b.Client.Server())
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	b.done = func() { cancel(errDone) }
	defer b.games.Wait()
	for notice, err := range b.Client.Events(ctx) {
		if err != nil {
			if context.Cause(ctx) == errDone {
				return nil
			}
			if errors.Is(err, client.ErrEnded) {
				return fmt.Errorf("the token was revoked, or the account is banned: %w", err)
			}
			return err
		}
		b.note(ctx, notice)
	}
	return ctx.Err()
}

// tryEngine starts the engine once, so that a wrong command is reported at once.
func (b *Bot) tryEngine(ctx context.Context) error {
	e, err := driver.Start(ctx, b.Engine, b.Driver)
	if err != nil {
		return err
	}
	return e.Close()
}

// note does what a notice asks for.
func (b *Bot) note(ctx context.Context, n client.Notice) {
	switch {
	case n.Type == "challenge" && n.Challenge != nil && !n.Challenge.Mine && n.Challenge.Status == "open":
		b.consider(ctx, *n.Challenge)
	case n.Type == "challenge-gone" && n.Challenge != nil:
		b.mu.Lock()
		delete(b.waiting, n.Challenge.ID)
		b.mu.Unlock()
	case n.Match != "" && (n.Type == "start" || n.Type == "turn"):
		b.begin(ctx, n.Match)
	}
}

// consider accepts or declines a challenge. One that comes while all places are taken
// waits until a game ends.
func (b *Bot) consider(ctx context.Context, c client.Challenge) {
	if reason := b.Rules.refuses(&c, b.Find); reason != "" {
		b.Log.Info("declined", "challenge", c.ID, "from", c.From, "game", c.Game, "clock", c.Clock, "reason", reason)
		b.report(b.Client.DeclineChallenge(ctx, c.ID, reason), "challenge", c.ID)
		return
	}
	b.mu.Lock()
	full := len(b.playing) >= b.Rules.Most || b.Games > 0 && b.ended+len(b.playing) >= b.Games
	if full {
		b.waiting[c.ID] = c
	} else {
		delete(b.waiting, c.ID)
	}
	b.mu.Unlock()
	if full {
		return
	}
	match, err := b.Client.AcceptChallenge(ctx, c.ID)
	if err != nil {
		b.report(err, "challenge", c.ID) // it may be withdrawn; if not, the stream shows it again
		return
	}
	b.begin(ctx, match)
}

// report logs an error, if there is one.
func (b *Bot) report(err error, key, value string) {
	if err != nil && !errors.Is(err, context.Canceled) {
		b.Log.Warn("refused", key, value, "err", err)
	}
}

// begin plays a match in the background, unless it is being played.
func (b *Bot) begin(ctx context.Context, match string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if match == "" || b.playing[match] {
		return
	}
	b.playing[match] = true
	b.games.Go(func() {
		err := b.play(ctx, match)
		if ctx.Err() == nil {
			b.Log.Info("game ended", "match", match, "err", err)
		}
		b.ends(ctx, match)
	})
}

// ends frees the place of a match and accepts a challenge that waits for one.
func (b *Bot) ends(ctx context.Context, match string) {
	b.mu.Lock()
	delete(b.playing, match)
	if ctx.Err() == nil {
		b.ended++
	}
	if b.Games > 0 && b.ended >= b.Games {
		b.done()
	}
	next := make([]client.Challenge, 0, len(b.waiting))
	for _, c := range b.waiting {
		next = append(next, c)
	}
	b.mu.Unlock()
	for _, c := range next {
		if ctx.Err() == nil {
			b.consider(ctx, c)
		}
	}
}
