// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"context"
	"errors"
	"net/http"

	"cairn/client"
	"cairn/internal/lang"
)

// Online is a server and the user there.
type Online struct {
	Client  *client.Client
	Name    string // empty for a spectator
	Guest   bool   // the user has no account
	Unknown bool   // a guest by SSH whose key no account has
	Place   Place  // where to go first
}

// Who says who the user is.
func (o *Online) Who(words *lang.Catalogue) string {
	key := "lobby.you"
	switch {
	case o.Name == "":
		key = "lobby.spectator"
	case o.Unknown:
		key = "ssh.guest"
	case o.Guest:
		key = "lobby.guest"
	}
	return words.Text(key, "name", o.Name)
}

// Place is the way to a match. The zero Place is the lobby.
type Place struct {
	Match     string       // id of a match
	Watch     bool         // Match is only watched
	Seek      *client.Spec // of a seek, or of a challenge to Challenge
	Challenge string       // name of a player
	Accept    string       // id of another player's seek
	Take      string       // id of a challenge to the player
	Resume    bool         // the running matches of the player
}

// Text describes the seek or challenge of a place; empty for other places.
func (p Place) Text(words *lang.Catalogue, find func(string) string) string {
	if p.Seek == nil {
		return ""
	}
	if p.Challenge != "" {
		return words.Text("online.challenging", "name", p.Challenge, "game", find(p.Seek.Game))
	}
	return words.Text("online.seeking", "game", find(p.Seek.Game), "clock", ClockWords(words, p.Seek.Clock))
}

// ErrRefused is returned by line mode if its first place could not be entered. The reason
// has been written to the output.
var ErrRefused = errors.New("refused")

// Enter goes to a place and opens the stream of its match. It stops waiting when ctx ends;
// the stream ends with life. A seek that was accepted while it was cancelled leads to its
// match nevertheless.
func (o *Online) Enter(ctx, life context.Context, options *Options, p Place) (*Remote, error) {
	id, err := o.visit(ctx, p)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		ctx = life
	}
	return o.follow(ctx, life, options, id)
}

// visit goes to a place and returns the id of its match. For a seek or a challenge it waits
// for the opponent.
func (o *Online) visit(ctx context.Context, p Place) (string, error) {
	c := o.Client
	switch {
	case p.Match != "":
		err := o.join(ctx, p)
		if client.IsStatus(err, http.StatusNotFound) {
			err = refuse("online.nomatch", "text", Quote(p.Match))
		}
		return p.Match, err
	case o.Name == "":
		return "", refuse("lobby.spectator") // spectators cannot play
	case p.Accept != "":
		return c.AcceptSeek(ctx, p.Accept)
	case p.Take != "":
		return c.AcceptChallenge(ctx, p.Take)
	case p.Challenge != "" && o.Guest:
		return "", refuse("online.account")
	case p.Challenge != "":
		return o.challenge(ctx, p.Challenge, *p.Seek)
	case p.Seek != nil:
		return o.seek(ctx, *p.Seek)
	}
	return "", refuse("lobby.want")
}

// join takes the open seat of a match, unless the user plays or watches it.
func (o *Online) join(ctx context.Context, p Place) error {
	state, err := o.Client.Match(ctx, p.Match)
	hidden := client.IsStatus(err, http.StatusNotFound) // a private match is visible to its players only
	if !p.Watch && (hidden || err == nil && state.You == "" && state.Status == "waiting") {
		return o.Client.Join(ctx, p.Match)
	}
	return err
}

// seek waits for an opponent. When ctx ends, the seek is cancelled.
func (o *Online) seek(ctx context.Context, spec client.Spec) (string, error) {
	seat, err := o.Client.Seek(ctx, spec)
	if err != nil || seat.Match != "" {
		return seat.Match, err
	}
	found, err := o.Client.AwaitSeek(ctx, seat.Seek)
	if err == nil {
		return found, nil
	}
	ended, cancel := context.WithTimeout(context.WithoutCancel(ctx), cancelTimeout)
	defer cancel()
	if seat, gone := o.Client.CancelSeek(ended, seat.Seek); gone == nil && seat.Match != "" {
		return seat.Match, nil // an opponent was faster
	}
	return "", err
}

// challenge challenges a player and waits for the answer. When ctx ends, the challenge is
// cancelled.
func (o *Online) challenge(ctx context.Context, name string, spec client.Spec) (string, error) {
	id, err := o.Client.Challenge(ctx, name, spec)
	if err != nil {
		return "", err
	}
	match, err := o.awaitAnswer(ctx, id)
	if ctx.Err() != nil {
		ended, cancel := context.WithTimeout(context.WithoutCancel(ctx), cancelTimeout)
		defer cancel()
		_ = o.Client.CancelChallenge(ended, id) // if this fails, the challenge expires
	}
	return match, err
}

// awaitAnswer waits until a challenge is answered.
func (o *Online) awaitAnswer(ctx context.Context, id string) (string, error) {
	for _, err := range o.Client.Events(ctx) {
		if err != nil {
			return "", err
		}
		c, err := o.Client.FindChallenge(ctx, id)
		switch {
		case err != nil:
			return "", err
		case c.Status == "accepted":
			return c.Match, nil
		case c.Status == "declined":
			return "", refuse("online.declined")
		case c.Status != "open":
			return "", refuse("online.expired")
		}
	}
	return "", ctx.Err()
}

// serverText returns the server's reason for a refusal.
func serverText(words *lang.Catalogue, e *client.Error) string {
	text := printable(e.Text)
	for _, why := range e.Fields {
		text += " " + printable(why)
	}
	if e.Status == http.StatusUnauthorized {
		text += " " + words.Text("online.login")
	}
	return text
}

// botName marks the name of a bot.
func botName(name string, bot bool) string {
	if bot {
		name += " BOT"
	}
	return name
}
