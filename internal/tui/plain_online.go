// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"cairn/internal/lang"
)

// slow is how long the server may take before the wait for it is shown.
const slow = time.Second

// visit goes to a place. A line that is typed meanwhile gives it up.
func (p *plain) visit(place Place) {
	online, s := p.session.options.Online, p.session
	if place.Seek != nil {
		p.say(placeText(p.words, s.gameName(p.words), place))
	}
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	done := make(chan arrived, 1)
	go func() {
		id, err := online.visit(ctx, place)
		done <- arrived{match: id, err: err}
	}()
	next := p.lines.next
	if !s.options.Typed {
		next = nil // the lines are meant for the match
	}
	for {
		select {
		case a := <-done:
			if a.err == nil {
				p.open(a.match)
			} else if ctx.Err() == nil {
				p.say(refusal(p.words, a.err))
				p.lead(place)
			}
			return
		case _, more := <-next:
			cancel()
			next = nil
			s.left = !more
		}
	}
}

// lead ends a program that was started for a place that could not be reached.
func (p *plain) lead(place Place) {
	if online := p.session.options.Online; place == online.Place {
		p.session.left = true
		p.failed = true
	}
}

func placeText(words *lang.Catalogue, find func(string) string, p Place) string {
	if p.Challenge != "" {
		return words.Text("online.challenging", "name", p.Challenge, "game", find(p.Seek.Game))
	}
	return strings.TrimSpace(words.Text("online.seeking", "game", find(p.Seek.Game), "clock", p.Seek.Clock))
}

// open follows a match until its first state has come.
func (p *plain) open(id string) {
	p.shut()
	p.session.sit(id)
	p.stream = p.session.options.Online.follow(p.ctx, id)
	for p.stream != nil && p.session.table.state.Match == "" && p.hearNext(nil) {
	}
}

// shut ends the stream of the match that was shown.
func (p *plain) shut() {
	if p.stream != nil {
		p.stream.cancel()
		p.stream = nil
	}
}

// hearNext shows the next message of the stream, or what comes by further, and reports
// whether there was one.
func (p *plain) hearNext(further <-chan answered) bool {
	beat := time.NewTimer(slow)
	defer beat.Stop()
	for {
		select {
		case h := <-p.stream.heard:
			p.hear(h)
			return true
		case a := <-further:
			p.answered = &a
			return true
		case <-beat.C:
			p.look()
			beat.Reset(slow)
		case <-p.ctx.Done():
			p.session.left = true
			return false
		}
	}
}

// hear shows a message of the stream.
func (p *plain) hear(h heard) {
	s := p.session
	if h.err == nil && h.message.State != nil {
		h.err = s.receive(*h.message.State)
	}
	if h.err != nil {
		p.say(refusal(p.words, h.err))
		p.shut()
		s.table, s.left, p.failed = nil, true, true
		return
	}
	t := s.table
	t.retries = s.options.Online.Client.Retries()
	if t.lost {
		t.lost = false
		p.say(p.words.Text("online.found"))
	}
	if h.message.State == nil {
		return
	}
	p.words = p.words.For(s.match.Game().Info())
	p.writeNews()
	s.news = nil
	if offer, asked := t.asked(); asked && offer.ID != p.offered {
		p.offered = offer.ID
		p.say(p.words.Text("online.asked.plain"))
	}
	if next, ok := strings.CutPrefix(t.state.Rematch, "/match/"); ok {
		p.open(next)
	}
}

// readOnline reads a line; changed reports that the prompt no longer fits because the
// match has changed.
func (p *plain) readOnline() (text string, more, changed bool) {
	beat := time.NewTicker(slow)
	defer beat.Stop()
	before := p.standing()
	for p.stream != nil {
		select {
		case text, more = <-p.lines.next:
			return text, more, false
		case h := <-p.stream.heard:
			p.say("")
			if p.hear(h); p.standing() != before {
				return "", false, true
			}
		case <-beat.C:
			p.look()
		case <-p.ctx.Done():
			return "", false, false
		}
	}
	return "", false, true
}

// standing differs between two states of a match that ask for different things.
func (p *plain) standing() string {
	if p.session.table == nil {
		return ""
	}
	offer, _ := p.session.table.asked()
	return fmt.Sprint(p.session.table.id, p.session.table.turns, p.session.table.state.Status, p.session.table.state.Can, offer.ID, p.session.waitText(p.words))
}

// look shows that the connection is lost, once.
func (p *plain) look() {
	t := p.session.table
	if t != nil && !t.lost && p.session.options.Online.Client.Retries() > t.retries {
		t.lost = true
		p.say(p.words.Text("online.lost"))
	}
}

// send sends a command and waits until the server has answered and its state has come.
// It reports success.
func (p *plain) send(c request) bool {
	s := p.session
	call := s.call(c)
	if c.name == "move" {
		if err := s.send(c.move); err != nil {
			p.say(refusal(p.words, err))
			return false
		}
	}
	done := make(chan answered, 1)
	go func() {
		seq, err := call(p.ctx)
		done <- answered{command: c, seq: seq, err: err}
	}()
	p.answered = nil
	for p.answered == nil && p.stream != nil {
		if !p.hearNext(done) {
			return false
		}
	}
	if p.answered == nil || p.session.table == nil {
		return false
	}
	if err := p.answered.err; err != nil {
		s.refused(c.move)
		p.say(refusal(p.words, err))
		return false
	}
	for id := s.table.id; p.stream != nil && s.table.id == id && s.table.state.Seq < p.answered.seq; {
		if !p.hearNext(nil) {
			return false
		}
	}
	return true
}

// onlineTurn shows the match and asks for what can be done.
func (p *plain) onlineTurn() {
	s := p.session
	if s.table == nil {
		p.lobby(false)
		return
	}
	if standing := s.boardKey(); p.shown != standing {
		p.showBoard()
		p.shown = standing
	}
	_, asked := s.table.asked()
	switch {
	case !s.options.Typed && s.table.awaited():
		p.hearNext(nil)
	case s.over():
		if text, ok := p.ask(p.words.Text("online.over")); ok && text != "" {
			p.say(p.words.Text("plain.ended"))
		}
	case s.table.mine():
		p.enter()
	case s.options.Typed || asked || s.table.state.Can.Start:
		if text, ok := p.ask(s.waitText(p.words) + " >"); ok && text != "" {
			p.say(p.words.Text("refused.not-turn"))
		}
	default:
		p.hearNext(nil)
	}
}

// lobby lists what there is on the server and goes where the player wants.
func (p *plain) lobby(resume bool) {
	s := p.session
	rows, err := s.options.Online.look(p.ctx, p.words, s.gameName(p.words), resume)
	switch {
	case err != nil:
		p.say(refusal(p.words, err))
		s.left, p.failed = true, true
		return
	case resume && len(rows) == 1:
		p.open(rows[0].place.Match)
		return
	case resume && len(rows) == 0:
		p.say(p.words.Text("hall.norunning"))
		s.left = true
		return
	}
	p.writeRows(rows)
	line, ok := p.read(p.words.Text("hall.prompt"))
	if !ok {
		return
	}
	place, err := readPlace(line, rows)
	switch word := strings.ToLower(line); {
	case word == "quit" || word == "exit":
		p.quit("")
	case line == "":
	case err != nil:
		p.say(refusal(p.words, err))
	default:
		p.visit(place)
	}
}

func (p *plain) writeRows(rows []hallRow) {
	section := ""
	for i, row := range rows {
		if row.section != section {
			section = row.section
			p.say(p.words.Text(section))
		}
		text := strconv.Itoa(i+1) + "  " + row.text
		if row.refused != "" {
			text += " (" + printable(row.refused) + ")"
		}
		p.say("  " + text)
	}
	if len(rows) == 0 {
		p.say(p.words.Text("hall.empty.plain"))
	}
}

// readPlace reads where to go from the lobby.
func readPlace(line string, rows []hallRow) (Place, error) {
	if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= len(rows) {
		return rows[n-1].place, nil
	}
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch strings.ToLower(word) {
	case "seek":
		spec, err := ParseWish(rest)
		return Place{Seek: &spec}, err
	case "challenge":
		name, wish, _ := strings.Cut(rest, " ")
		spec, err := ParseWish(wish)
		return Place{Challenge: name, Seek: &spec}, err
	case "join", "watch":
		if rest == "" {
			break
		}
		return Place{Match: rest, Watch: strings.EqualFold(word, "watch")}, nil
	}
	return Place{}, placeError{"hall.want", line}
}

// leaveTable returns to the lobby; a match goes on.
func (p *plain) leaveTable(string) bool {
	if p.session.options.Online == nil {
		p.say(p.words.Text("online.not"))
		return true
	}
	p.shut()
	p.session.table, p.shown = nil, ""
	return false
}

// onlineCommand returns the command to the server that a line begins with.
func onlineCommand(word string) request {
	switch word {
	case "accept":
		return request{name: "answer", yes: true}
	case "decline":
		return request{name: "answer"}
	case "withdraw", "rematch", "start", "abort", "claim":
		return request{name: word}
	}
	return request{}
}

// doOnline does a command to the server; it reports whether the prompt still stands.
func (p *plain) doOnline(c request) bool {
	t := p.session.table
	if t == nil {
		p.say(p.words.Text("online.not"))
		return true
	}
	if c.name == "answer" {
		offer, asked := t.asked()
		if !asked {
			p.say(p.words.Text("refused.no-offer"))
			return true
		}
		c.offer = offer.ID
	}
	return !p.send(c)
}
