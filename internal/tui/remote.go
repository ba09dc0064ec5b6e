// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"cairn/client"
	"cairn/game"
	"cairn/internal/lang"
	"cairn/internal/pagestate"
	"cairn/match"
)

// Remote is a match on a server, rebuilt from the moves of the states that the server sends.
type Remote struct {
	gameBase
	online *Online
	life   context.Context // of the program; commands are sent even after the stream was closed
	id     string

	state   client.State // the latest one
	at      time.Time    // when the state was received
	base    match.Match  // after the moves of the state
	sent    string       // a move that the server has not confirmed; empty for none
	turns   int          // counts the changes of the moves; see Version
	logged  int          // Seq of the last event that was logged
	lost    bool         // the connection is lost
	retries int          // of the client when the server last answered

	unanswered int // commands that wait for an answer
	answered   int // Seq of the last event that a command led to

	stream    chan func() error // receives the function that handles the next message
	streaming context.CancelFunc
	listening bool // a Work waits for the stream
}

var _ Game = (*Remote)(nil)

// slow is the period of connection checks.
const slow = time.Second

// follow opens the stream of a match and waits for its first state. The stream ends with
// life, the wait with ctx.
func (o *Online) follow(ctx, life context.Context, options *Options, id string) (*Remote, error) {
	streaming, cancel := context.WithCancel(life)
	r := &Remote{gameBase: gameBase{options: options}, online: o, life: life, id: id, stream: make(chan func() error), streaming: cancel}
	go func() {
		defer cancel()
		send := func(state *client.State, err error) {
			select {
			case r.stream <- func() error { return r.receive(state, err) }:
			case <-streaming.Done():
			}
		}
		var fault error
		defer func() {
			if fault != nil {
				send(nil, fault)
			}
		}()
		defer recoverPanic(&fault)
		for message, err := range o.Client.Follow(streaming, id, 0) {
			send(message.State, err)
		}
	}()
	for r.state.Match == "" {
		if err := r.Await(ctx)()(); err != nil {
			cancel()
			return nil, err
		}
		if ctx.Err() != nil {
			cancel()
			return nil, ctx.Err()
		}
	}
	return r, nil
}

// Await implements Game: it waits for the next message of the stream.
func (r *Remote) Await(ctx context.Context) Work {
	if r.listening {
		return nil
	}
	r.listening = true
	return func() func() error {
		handle := func() error { return nil }
		select {
		case handle = <-r.stream:
		case <-ctx.Done():
		}
		return func() error {
			r.listening, r.log.News = false, nil
			r.connected(ctx.Err() == nil)
			return handle()
		}
	}
}

// connected updates lost; answered says that the server has just answered.
func (r *Remote) connected(answered bool) {
	retries := r.online.Client.Retries()
	if answered {
		r.retries = retries
	}
	r.lost = retries > r.retries
}

// receive updates the match to a state of the server, unless the stream has failed. A message
// without a state, and a state older than the present one, are ignored.
func (r *Remote) receive(latest *client.State, err error) error {
	if err != nil || latest == nil || r.state.Match != "" && latest.Seq < r.state.Seq {
		return err
	}
	state := *latest
	entry, err := r.options.Find(state.Game)
	if err != nil {
		return err
	}
	base, known, now := r.base, len(r.state.Line), r.options.Now()
	rewritten := known > len(state.Line) || !slices.Equal(r.state.Line, state.Line[:known])
	kept := known
	if rewritten || r.state.Match == "" {
		kept = 0
		base, err = beginAt(entry.Game, state.Start, now)
	}
	if err == nil {
		base, err = playOn(base, state.Line[kept:], now)
	}
	if err != nil {
		return fmt.Errorf("the match of the server does not follow the rules of this program: %w", err)
	}
	if r.state.Match == "" || rewritten || known != len(state.Line) {
		r.sent = "" // the state contains it, or another turn
		r.turns++
	}
	r.state, r.at, r.base = state, now, base
	if r.sent == "" {
		r.match = base
	}
	for _, side := range game.Sides {
		r.names[side] = state.Sides.Side(side).Name
	}
	r.logNews(known, rewritten)
	return nil
}

// beginAt begins a match at a position; an empty one is the start of the game.
func beginAt(g game.Game, start string, now time.Time) (match.Match, error) {
	m, _, err := match.New(g, match.Setup{Start: start, Takeback: match.Free}, now)
	if err != nil {
		return m, err
	}
	m, _, err = m.Do(now, match.Action{Kind: match.Start})
	return m, err
}

// playOn plays further moves.
func playOn(m match.Match, moves []string, now time.Time) (match.Match, error) {
	for _, move := range moves {
		next, _, err := m.Do(now, match.Action{Kind: match.Move, By: match.SeatOf(m.Turn()), Move: move})
		if err != nil {
			return m, err
		}
		m = next
	}
	return m, nil
}

// logNews logs the new events of the state: turns as typed facts, others with the texts of
// the server. Before is the number of turns known before; rewritten: some were undone.
func (r *Remote) logNews(before int, rewritten bool) {
	r.log.News = nil
	var events [][]pagestate.LogLine // the new lines, grouped by event
	turns, all := 0, len(r.state.Line)
	for _, line := range r.state.Log {
		if line.Seq <= r.logged {
			continue
		}
		if last := len(events) - 1; last >= 0 && events[last][0].Seq == line.Seq {
			events[last] = append(events[last], line)
			continue
		}
		events = append(events, []pagestate.LogLine{line})
		if line.Move {
			turns++
		}
	}
	if rewritten || turns != all-before { // undone turns are among them
		before = all
	}
	for i, lines := range events {
		r.logged = lines[0].Seq
		if lines[0].Move && before < all {
			before++
			r.log.Add(turnEntry(r.match, before))
			if i == len(events)-1 && r.match.Result().Over() {
				r.log.Add(LogEntry{End: r.match.Result()})
			}
			continue
		}
		for _, line := range lines {
			r.log.Add(LogEntry{text: printable(line.Text)})
		}
	}
}

// Stage implements Game. While a move is being sent the server is waited for.
func (r *Remote) Stage() Stage {
	switch mine := r.state.You == "both" || r.state.You == r.state.Turn.String(); {
	case r.state.Status == "over":
		return Ended
	case r.state.Status == "playing" && r.sent == "" && mine:
		return Entering
	}
	return Waiting
}

// Version implements Game.
func (r *Remote) Version() int { return r.turns }

// Next implements Game.
func (r *Remote) Next() string {
	id, _ := strings.CutPrefix(r.state.Rematch, "/match/")
	return id
}

// Pending implements Game. Play continues under a draw offer.
func (r *Remote) Pending() Pending {
	switch o := r.state.Offer; {
	case r.unanswered > 0 || r.state.Seq < r.answered:
		return Reply
	case o != nil && o.Mine && o.Kind != "draw":
		return Consent
	}
	return Nothing
}

// Tick implements Game.
func (r *Remote) Tick() (next time.Duration, connected bool) {
	if r.Stage() == Ended {
		return 0, !r.lost
	}
	r.connected(false)
	return slow, !r.lost
}

// Left implements Game: the clock of the side to move runs on from the state.
func (r *Remote) Left(side game.Side, _ int) (time.Duration, bool) {
	ms := r.state.Sides.Side(side).ClockMS
	if ms == nil {
		return 0, false
	}
	left := time.Duration(*ms) * time.Millisecond
	if r.state.Running == side.String() {
		left -= max(0, r.options.Now().Sub(r.at))
	}
	return max(0, left), true
}

// Seat implements Game.
func (r *Remote) Seat(words *lang.Catalogue, side game.Side) Seat {
	at := r.state.Sides.Side(side)
	if at.Name == "" {
		return Seat{Text: words.Text("online.open")}
	}
	key, name := "online.seat", printable(at.Name)
	switch {
	case r.state.You == side.String():
		key = "online.you"
	case !at.Present && !at.Computer && r.Stage() != Ended:
		key = "online.away"
	}
	full := botName(name, at.Bot)
	if at.Rating != "" {
		full += " " + printable(at.Rating) + at.Change
	}
	short := func(name string) string { return words.Text(key, "name", name) }
	return Seat{Text: short(full), Short: short, Name: name}
}

// Result implements Game.
func (r *Remote) Result(words *lang.Catalogue) string {
	end := r.state.End
	if end == nil {
		return result(r.match, words)
	}
	text := printable(end.Title) + "."
	for _, more := range []string{end.Text, end.Rating} {
		if more != "" {
			text += " " + printable(more)
		}
	}
	return text
}

// Status implements Game.
func (r *Remote) Status(words *lang.Catalogue, begun bool) string {
	offer := r.state.Offer
	switch stage := r.Stage(); {
	case stage == Entering && !r.lost && (offer == nil || begun):
		return ""
	case stage != Ended || offer != nil:
		return r.waiting(words)
	case r.state.Can.Rematch:
		return r.Result(words) + " " + words.Text("online.again")
	}
	return r.Result(words) + " " + words.Text("online.back")
}

// waiting says what the match waits for.
func (r *Remote) waiting(words *lang.Catalogue) string {
	var texts []string
	if r.sent != "" {
		texts = append(texts, words.Text("online.sending", "move", r.sent))
	}
	if r.lost {
		texts = append(texts, words.Text("online.lost"))
	}
	offer := r.state.Offer
	switch {
	case len(texts) > 0:
		return strings.Join(texts, " ")
	case r.asked():
		return words.Text("online.asked", "offer", printable(offer.Text))
	case offer != nil && offer.Mine:
		return printable(offer.Text)
	}
	return printable(r.state.Message)
}
