// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// slow is how long the server may take before the wait for it is shown.
const slow = time.Second

// link is the connection to a match on a server, line by line.
type link struct {
	*console
	session  *session
	stream   *following // of the match; nil for none
	answered *answered  // the server's answer to the last command
	offered  int        // the last offer that the player was shown
	failed   bool       // what the program was started for could not be done
}

// visit goes to a place. A line that is typed meanwhile gives it up.
func (l *link) visit(place Place) {
	online, s := l.session.options.Online, l.session
	if place.Seek != nil {
		l.say(place.text(l.words, s.options.gameName(l.words)))
	}
	ctx, cancel := context.WithCancel(l.ctx)
	defer cancel()
	done := make(chan arrived, 1)
	go func() {
		id, err := online.visit(ctx, place)
		done <- arrived{match: id, err: err}
	}()
	next := l.lines.next
	if !s.options.Typed {
		next = nil // the lines are meant for the match
	}
	for {
		select {
		case a := <-done:
			if a.err == nil {
				l.open(a.match)
			} else if ctx.Err() == nil {
				l.say(refusal(l.words, a.err))
				l.lead(place)
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
func (l *link) lead(place Place) {
	if online := l.session.options.Online; place == online.Place {
		l.session.left = true
		l.failed = true
	}
}

// open follows a match until its first state has come.
func (l *link) open(id string) {
	l.shut()
	l.session.sit(id)
	l.stream = l.session.options.Online.follow(l.ctx, id)
	for l.stream != nil && l.session.table.state.Match == "" && l.hearNext(nil) {
	}
}

// shut ends the stream of the match that was shown.
func (l *link) shut() {
	if l.stream != nil {
		l.stream.cancel()
		l.stream = nil
	}
}

// hearNext shows the next message of the stream, or what comes by further, and reports
// whether there was one.
func (l *link) hearNext(further <-chan answered) bool {
	beat := time.NewTimer(slow)
	defer beat.Stop()
	for {
		select {
		case h := <-l.stream.heard:
			l.hear(h)
			return true
		case a := <-further:
			l.answered = &a
			return true
		case <-beat.C:
			l.look()
			beat.Reset(slow)
		case <-l.ctx.Done():
			l.session.left = true
			return false
		}
	}
}

// hear shows a message of the stream.
func (l *link) hear(h heard) {
	s := l.session
	if h.err == nil && h.message.State != nil {
		h.err = s.receive(*h.message.State)
	}
	if h.err != nil {
		l.say(refusal(l.words, h.err))
		l.shut()
		s.table, s.left, l.failed = nil, true, true
		return
	}
	t, lost := s.table, s.table.lost
	if t.connected(true); lost {
		l.say(l.words.Text("online.found"))
	}
	if h.message.State == nil {
		return
	}
	l.words = l.words.For(s.match.Game().Info())
	l.writeNews(s)
	s.log.news = nil
	if offer, asked := t.asked(); asked && offer.ID != l.offered {
		l.offered = offer.ID
		l.say(l.words.Text("online.asked.plain"))
	}
	if next, ok := strings.CutPrefix(t.state.Rematch, "/match/"); ok {
		l.open(next)
	}
}

// read reads a line; changed reports that the prompt no longer fits because the
// match has changed.
func (l *link) read() (text string, more, changed bool) {
	beat := time.NewTicker(slow)
	defer beat.Stop()
	before := l.standing()
	for l.stream != nil {
		select {
		case text, more = <-l.lines.next:
			return text, more, false
		case h := <-l.stream.heard:
			l.say("")
			if l.hear(h); l.standing() != before {
				return "", false, true
			}
		case <-beat.C:
			l.look()
		case <-l.ctx.Done():
			return "", false, false
		}
	}
	return "", false, true
}

// standing differs between two states of a match that ask for different things.
func (l *link) standing() string {
	t := l.session.table
	if t == nil {
		return ""
	}
	offer, _ := t.asked()
	return fmt.Sprint(t.id, t.turns, t.state.Status, t.state.Can, offer.ID, t.waitText(l.words))
}

// look shows that the connection is lost, once.
func (l *link) look() {
	t := l.session.table
	if t == nil || t.lost {
		return
	}
	if t.connected(false); t.lost {
		l.say(l.words.Text("online.lost"))
	}
}

// send sends a command and waits until the server has answered and its state has come.
// It reports success.
func (l *link) send(c request) bool {
	s := l.session
	call := s.table.call(c)
	if c.name == "move" {
		if err := s.send(c.move); err != nil {
			l.say(refusal(l.words, err))
			return false
		}
	}
	done := make(chan answered, 1)
	go func() {
		seq, err := call(l.ctx)
		done <- answered{command: c, seq: seq, err: err}
	}()
	l.answered = nil
	for l.answered == nil && l.stream != nil {
		if !l.hearNext(done) {
			return false
		}
	}
	if l.answered == nil || l.session.table == nil {
		return false
	}
	if err := l.answered.err; err != nil {
		s.refused(c.move)
		l.say(refusal(l.words, err))
		return false
	}
	for id := s.table.id; l.stream != nil && s.table.id == id && s.table.state.Seq < l.answered.seq; {
		if !l.hearNext(nil) {
			return false
		}
	}
	return true
}
