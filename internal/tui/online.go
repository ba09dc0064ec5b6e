// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"cairn/client"
	"cairn/game"
	"cairn/internal/lang"
)

// Online is play on a server instead of at this screen.
type Online struct {
	Client *client.Client
	Name   string // of the player; empty for a spectator
	Guest  bool   // the player has no account
	Place  Place  // where it begins
}

// Place is a way to a match. The zero Place is the lobby.
type Place struct {
	Match     string       // id of a match
	Watch     bool         // Match is only watched
	Seek      *client.Spec // an opponent is looked for, or Challenge is challenged
	Challenge string       // name of a player
	Accept    string       // id of a seek in the lobby
	Take      string       // id of a challenge
	Resume    bool         // the running matches of the player
}

// ErrRefused is returned by Plain when what it was started for could not be done; the
// reason was written.
var ErrRefused = errors.New("refused")

// placeError refuses a text that leads nowhere, with the key of the reason.
type placeError struct{ key, text string }

// Error implements error.
func (e placeError) Error() string { return e.in(lang.English()) }

func (e placeError) in(words *lang.Catalogue) string { return words.Text(e.key, "text", quote(e.text)) }

// errNoPlayer is returned to a spectator who wants to play.
var errNoPlayer = errors.New("only watching: join with a name or as a guest to play")

// visit goes to a place and returns the id of the match it led to. It waits as long as
// another player has to agree.
func (o *Online) visit(ctx context.Context, p Place) (string, error) {
	c := o.Client
	switch {
	case p.Match != "":
		err := o.join(ctx, p)
		if client.IsStatus(err, http.StatusNotFound) {
			err = placeError{"online.nomatch", p.Match}
		}
		return p.Match, err
	case o.Name == "":
		return "", errNoPlayer
	case p.Accept != "":
		return c.AcceptSeek(ctx, p.Accept)
	case p.Take != "":
		return c.AcceptChallenge(ctx, p.Take)
	case p.Challenge != "":
		return o.challenge(ctx, p.Challenge, *p.Seek)
	case p.Seek != nil:
		return o.seek(ctx, *p.Seek)
	}
	return "", placeError{"hall.want", ""}
}

// join takes the open seat of a match; a player of it, and a match without an open
// seat, need none, and neither do those who only watch.
func (o *Online) join(ctx context.Context, p Place) error {
	state, err := o.Client.Match(ctx, p.Match)
	hidden := client.IsStatus(err, http.StatusNotFound) // it may be seen by players only
	if !p.Watch && (hidden || err == nil && state.You == "" && state.Status == "waiting") {
		return o.Client.Join(ctx, p.Match)
	}
	return err
}

// seek waits for an opponent. When it is given up, the seek ends.
func (o *Online) seek(ctx context.Context, spec client.Spec) (string, error) {
	seat, err := o.Client.Seek(ctx, spec)
	if err != nil || seat.Match != "" {
		return seat.Match, err
	}
	found, err := o.Client.AwaitSeek(ctx, seat.Seek)
	if err == nil {
		return found, nil
	}
	ended, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbye)
	defer cancel()
	if seat, gone := o.Client.CancelSeek(ended, seat.Seek); gone == nil && seat.Match != "" {
		return seat.Match, nil // an opponent was faster
	}
	return "", err
}

// challenge challenges a player and waits for the answer. When it is given up, the
// challenge is taken back.
func (o *Online) challenge(ctx context.Context, name string, spec client.Spec) (string, error) {
	id, err := o.Client.Challenge(ctx, name, spec)
	if err != nil {
		return "", err
	}
	match, err := o.awaitAnswer(ctx, id)
	if ctx.Err() != nil {
		ended, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbye)
		defer cancel()
		_ = o.Client.CancelChallenge(ended, id) // or it expires
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
		case c.Status != "open":
			return "", declinedError{c}
		}
	}
	return "", ctx.Err()
}

// declinedError is returned for a challenge that was not accepted.
type declinedError struct{ client.Challenge }

func (e declinedError) Error() string { return fmt.Sprintf("the challenge was %s", e.Status) }

// text says so in words.
func (e declinedError) text(words *lang.Catalogue) string {
	if e.Status == "declined" {
		return words.Text("online.declined")
	}
	return words.Text("online.expired")
}

// serverText is the reason of a server for a refusal.
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

// tableSeat says who plays a side on a server.
func (s *session) tableSeat(words *lang.Catalogue, side game.Side) string {
	at := s.table.state.Sides.Side(side)
	if at.Name == "" {
		return words.Text("online.open")
	}
	name := botName(printable(at.Name), at.Bot)
	if at.Rating != "" {
		name += " " + printable(at.Rating) + at.Change
	}
	return words.Text(s.seatKey(side), "name", name)
}

// seatKey is the key of the text of a seat: yours, of a player who is away, or of
// another one.
func (s *session) seatKey(side game.Side) string {
	at := s.table.state.Sides.Side(side)
	switch mine, ok := s.table.side(); {
	case ok && mine == side:
		return "online.you"
	case !at.Present && !at.Computer && !s.over():
		return "online.away"
	}
	return "online.seat"
}

// shortSeat says who plays a side in few columns: a part of the name, and whether it is
// you or away.
func (s *session) shortSeat(words *lang.Catalogue, side game.Side, room int) string {
	key := s.seatKey(side)
	left := room - columns(words.Text(key, "name", ""))
	name := printable(s.table.state.Sides.Side(side).Name)
	if left < 3 {
		return strings.Trim(words.Text(key, "name", ""), ", ")
	}
	return words.Text(key, "name", clip(name, left))
}

// endText says how the match ended.
func (t *table) endText() string {
	end := t.state.End
	text := printable(end.Title) + "."
	for _, more := range []string{end.Text, end.Rating} {
		if more != "" {
			text += " " + printable(more)
		}
	}
	return text
}

// waitText says what is waited for, or how the match ended.
func (s *session) waitText(words *lang.Catalogue) string {
	t := s.table
	offer, asked := t.asked()
	switch {
	case t.lost && t.sent != "":
		return words.Text("online.sending", "move", t.sent) + " " + words.Text("online.lost")
	case t.lost:
		return words.Text("online.lost")
	case t.sent != "":
		return words.Text("online.sending", "move", t.sent)
	case asked:
		return words.Text("online.asked", "offer", printable(offer.Text))
	case t.state.Offer != nil && t.state.Offer.Mine:
		return printable(t.state.Offer.Text)
	}
	return printable(t.state.Message)
}

// giveUp returns the key of the question before a player gives up.
func (t *table) giveUp() string {
	if t.state.Can.Abort {
		return "online.abort"
	}
	return "online.resign"
}

// request is a command of a player to the server.
type request struct {
	name  string // as the server knows it: move, draw and so on
	move  string
	offer int
	yes   bool
}

// commandFor returns the command of an action; false for those that are done here.
func (s *session) commandFor(a action) (request, bool) {
	t := s.table
	switch a.kind {
	case actMove:
		return request{name: "move", move: a.text}, true
	case actUndo:
		return request{name: "undo"}, true
	case actRedo:
		return request{name: "redo"}, true
	case actDraw:
		return request{name: "draw"}, true
	case actAnswer:
		offer, _ := t.asked()
		return request{name: "answer", offer: offer.ID, yes: a.yes}, true
	case actForfeit:
		if t.state.Can.Abort {
			return request{name: "abort"}, true
		}
		return request{name: "resign"}, true
	}
	return request{}, false
}

// call returns the function that sends a command; it does not touch the session.
func (s *session) call(c request) func(context.Context) (int, error) {
	online, id, seq := s.options.Online, s.table.id, s.table.state.Seq
	if c.name != "move" {
		seq = 0
	}
	return func(ctx context.Context) (int, error) {
		out := online.Client.NewCommand(seq)
		out.Move, out.Offer, out.Yes = c.move, c.offer, c.yes
		return online.Client.Do(ctx, id, c.name, out)
	}
}
