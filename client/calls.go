// SPDX-License-Identifier: Apache-2.0

package client

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// get returns the answer to a GET request.
func get[T any](ctx context.Context, c *Client, path string) (answer T, err error) {
	err = c.Call(ctx, http.MethodGet, path, nil, &answer)
	return answer, err
}

// becomeGuest makes the client a guest, unless it has become one meanwhile.
func (c *Client) becomeGuest(ctx context.Context) error {
	c.guesting.Lock()
	defer c.guesting.Unlock()
	if c.Token() != "" {
		return nil
	}
	_, err := c.Guest(ctx)
	return err
}

// Guest makes the client a new guest of the server and returns the name. Token
// returns the token for later.
func (c *Client) Guest(ctx context.Context) (string, error) {
	var guest struct{ Name, Token string }
	if err := c.Call(ctx, http.MethodPost, "/guests", struct{}{}, &guest); err != nil {
		return "", err
	}
	if guest.Token == "" {
		return "", fmt.Errorf("POST /guests: the answer has no token")
	}
	c.token.Store(&guest.Token)
	return guest.Name, nil
}

// Account returns the user of the client.
func (c *Client) Account(ctx context.Context) (Account, error) {
	return get[Account](ctx, c, "/account")
}

// LogOut ends the token of the client, with its streams.
func (c *Client) LogOut(ctx context.Context) error {
	return c.Call(ctx, http.MethodPost, "/account/logout", struct{}{}, nil)
}

// Games returns the rule sets that the server knows.
func (c *Client) Games(ctx context.Context) ([]RuleSet, error) {
	list, err := get[struct{ Games []RuleSet }](ctx, c, "/games")
	return list.Games, err
}

// Lobby returns the open seeks and the running matches.
func (c *Client) Lobby(ctx context.Context) (Lobby, error) {
	return get[Lobby](ctx, c, "/lobby")
}

// fields are the fields of a form.
func (s Spec) fields() map[string]string {
	yes := map[bool]string{true: "yes"}
	all := map[string]string{
		"game": s.Game, "clock": s.Clock, "side": s.Side, "opponent": s.Opponent, "level": s.Level,
		"games": strings.Join(s.Games, " "), "clocks": strings.Join(s.Clocks, " "), "rated": yes[s.Rated], "shown": yes[s.Shown], "starts": map[bool]string{true: "together"}[s.Together],
	}
	maps.DeleteFunc(all, func(_, value string) bool { return value == "" })
	return all
}

// sit sends a request that leads to a seat, with an idempotency key.
func (c *Client) sit(ctx context.Context, path string, in any) (Seat, error) {
	var s Seat
	err := c.call(ctx, &apiRequest{method: http.MethodPost, path: path, key: c.NewCommand(0).ID}, in, &s)
	return s, err
}

// Create creates a match and returns its id. A private one is joined by its id; one
// against the computer starts at once.
func (c *Client) Create(ctx context.Context, spec Spec) (string, error) {
	if spec.Opponent == "" {
		spec.Opponent = "private"
	}
	seat, err := c.sit(ctx, "/matches", spec.fields())
	if err == nil && seat.Match == "" {
		err = fmt.Errorf("POST /matches: the answer has no match")
	}
	return seat.Match, err
}

// Join joins a match.
func (c *Client) Join(ctx context.Context, match string) error {
	_, err := c.sit(ctx, "/matches/"+url.PathEscape(match)+"/join", struct{}{})
	return err
}

// Seek looks for an opponent: the seat has a match if one was waiting, else the id
// of a seek, which waits while its stream is open.
func (c *Client) Seek(ctx context.Context, spec Spec) (Seat, error) {
	return c.sit(ctx, "/seeks", spec.fields())
}

// FindSeek returns whether a seek still waits, or the match it led to.
func (c *Client) FindSeek(ctx context.Context, seek string) (Seat, error) {
	return get[Seat](ctx, c, "/seeks/"+url.PathEscape(seek))
}

// AcceptSeek plays against a player who waits, and returns the match.
func (c *Client) AcceptSeek(ctx context.Context, seek string) (string, error) {
	seat, err := c.sit(ctx, "/seeks/"+url.PathEscape(seek)+"/accept", struct{}{})
	return seat.Match, err
}

// CancelSeek ends a seek. The seat has a match if an opponent was faster.
func (c *Client) CancelSeek(ctx context.Context, seek string) (Seat, error) {
	return c.sit(ctx, "/seeks/"+url.PathEscape(seek)+"/cancel", struct{}{})
}

// Challenge challenges a user by name and returns the id of the challenge.
func (c *Client) Challenge(ctx context.Context, name string, spec Spec) (string, error) {
	in := spec.fields()
	in["to"] = name
	seat, err := c.sit(ctx, "/challenges", in)
	return seat.Challenge, err
}

// Challenges returns the challenges from and to the user that are open or were
// answered lately.
func (c *Client) Challenges(ctx context.Context) ([]Challenge, error) {
	list, err := get[struct{ Challenges []Challenge }](ctx, c, "/challenges")
	return list.Challenges, err
}

// FindChallenge returns a challenge.
func (c *Client) FindChallenge(ctx context.Context, id string) (Challenge, error) {
	return get[Challenge](ctx, c, "/challenges/"+url.PathEscape(id))
}

// AcceptChallenge accepts a challenge and returns the match.
func (c *Client) AcceptChallenge(ctx context.Context, id string) (string, error) {
	seat, err := c.sit(ctx, "/challenges/"+url.PathEscape(id)+"/accept", struct{}{})
	return seat.Match, err
}

// DeclineChallenge declines a challenge; the reason may be empty.
func (c *Client) DeclineChallenge(ctx context.Context, id, reason string) error {
	return c.Call(ctx, http.MethodPost, "/challenges/"+url.PathEscape(id)+"/decline", map[string]string{"reason": reason}, nil)
}

// CancelChallenge takes a challenge back.
func (c *Client) CancelChallenge(ctx context.Context, id string) error {
	return c.Call(ctx, http.MethodPost, "/challenges/"+url.PathEscape(id)+"/cancel", struct{}{}, nil)
}

// Match returns the current state of a match.
func (c *Client) Match(ctx context.Context, match string) (State, error) {
	m, err := get[struct{ State State }](ctx, c, "/matches/"+url.PathEscape(match))
	return m.State, err
}

// Record returns the record of a match as JSON.
func (c *Client) Record(ctx context.Context, match string) (json.RawMessage, error) {
	return get[json.RawMessage](ctx, c, "/matches/"+url.PathEscape(match)+"/record")
}

// NewCommand returns a command with a new id.
func (c *Client) NewCommand(expect int) Command {
	return Command{ID: c.name + "-" + strconv.FormatInt(c.made.Add(1), 36), Expect: expect}
}

// Do sends a command, such as "move" or "resign", and returns the seq it led to. A command
// without an id gets a new one. Do retries with the same id until there is an answer. A command that is answered with
// an *Error had no effect.
func (c *Client) Do(ctx context.Context, match, action string, command Command) (int, error) {
	if command.ID == "" {
		command.ID = c.NewCommand(0).ID
	}
	if action == "move" {
		action = "moves"
	}
	var done struct{ Seq int }
	path := "/matches/" + url.PathEscape(match) + "/" + action
	err := c.call(ctx, &apiRequest{method: http.MethodPost, path: path, waits: true}, command, &done)
	if err == nil && done.Seq == 0 {
		err = fmt.Errorf("POST %s: the answer has no seq", path)
	}
	return done.Seq, err
}

// Move plays a move in answer to the state with a seq.
func (c *Client) Move(ctx context.Context, match string, expect int, move string) (int, error) {
	return c.Do(ctx, match, "move", Command{Expect: expect, Move: move})
}

// Command sends a command that needs nothing but its name: start, draw, undo, redo,
// resign, abort, claim or rematch.
func (c *Client) Command(ctx context.Context, match, action string) (int, error) {
	return c.Do(ctx, match, action, Command{})
}

// Answer accepts or declines an offer.
func (c *Client) Answer(ctx context.Context, match string, offer int, yes bool) (int, error) {
	return c.Do(ctx, match, "answer", Command{Offer: offer, Yes: yes})
}

// Withdraw withdraws an offer; 0 for any.
func (c *Client) Withdraw(ctx context.Context, match string, offer int) (int, error) {
	return c.Do(ctx, match, "withdraw", Command{Offer: offer})
}

// Say sends a phrase to the opponent, such as "good-luck".
func (c *Client) Say(ctx context.Context, match, phrase string) error {
	return c.Call(ctx, http.MethodPost, "/matches/"+url.PathEscape(match)+"/phrases", map[string]string{"phrase": phrase}, nil)
}

// AwaitSeek waits until a seek has found an opponent, and returns the match. The seek
// waits as long as it is awaited, and some seconds more.
func (c *Client) AwaitSeek(ctx context.Context, seek string) (string, error) {
	for line, err := range c.Stream(ctx, "/seeks/"+url.PathEscape(seek)+"/events", nil) {
		if err != nil {
			return "", err
		}
		var m struct{ Type, URL string }
		if err := json.Unmarshal(line, &m); err != nil {
			return "", err
		}
		if id, ok := strings.CutPrefix(m.URL, "/match/"); ok && m.Type == "found" {
			return id, nil
		}
	}
	return "", ctx.Err()
}

// Running returns the matches of the user that are not over.
func (c *Client) Running(ctx context.Context) ([]Running, error) {
	list, err := get[struct{ Matches []Running }](ctx, c, "/account/matches")
	return list.Matches, err
}
