// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Plain plays line by line: for pipes, screen readers and habit. It returns nil
// when the player leaves or the input ends, and an error when the game could
// not be begun or the output cannot be written.
func Plain(ctx context.Context, o Options) error {
	o, err := o.complete()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := &console{ctx: ctx, words: o.Words, lines: readLines(ctx, o.In), echo: !typed(o.In), out: &sink{out: o.Out}}
	session := newSession(o)
	p := &plain{console: c, session: session, link: link{console: c, session: session}}
	if err := p.begin(); err != nil {
		return err
	}
	for !p.session.left && p.out.err == nil {
		p.turn()
	}
	if p.session.close(); p.session.resumable {
		p.say(p.words.Text("keep.kept"))
	}
	p.link.shut()
	switch {
	case p.out.err != nil:
		return p.out.err
	case p.link.failed:
		return ErrRefused
	}
	return p.lines.err
}

// plain is a game played line by line.
type plain struct {
	*console
	session  *session
	link     link      // to a match on a server
	entering *lineTurn // the turn being entered; nil between turns
	pending  *string   // a line that was read but answers the next prompt
	shown    string    // key of the board last written
	named    string    // the name of the game that was last written
}

// begin starts the game that was asked for, or asks for one.
func (p *plain) begin() error {
	s, o := p.session, &p.session.options
	switch {
	case o.Online != nil && (o.Online.Place.Resume || o.Online.Place == Place{}):
		p.lobby(o.Online.Place.Resume)
		return nil
	case o.Online != nil:
		p.link.visit(o.Online.Place)
		return nil
	case len(o.Puzzles) > 0:
		if err := s.startPuzzles(); err != nil {
			return err
		}
	case o.Resume:
		if err := s.resumeLatest(); err != nil {
			return err
		}
	case o.File == "" && p.resume():
		return nil
	case s.left:
		return nil
	case o.File != "":
		if err := s.open(); err != nil {
			return err
		}
		p.writeNews(p.session)
		p.askDecided()
		return nil
	case o.Game == "":
		return p.menu()
	default:
		plan, err := s.named()
		if err != nil {
			return err
		}
		if err := s.submit(action{kind: actNew, plan: plan}); err != nil {
			return err
		}
	}
	p.writeNews(p.session)
	return nil
}

// resume goes on with a game that was kept, if the player wants to. Input that is
// not typed does not expect the question: it is shown the way instead.
func (p *plain) resume() bool {
	latest, ok := p.session.keeper.latest(&p.session.options, false)
	switch {
	case !ok:
		return false
	case !p.session.options.Typed:
		p.say(p.words.Text("keep.there", "game", p.words.Game(latest.entry.Game.Info())))
		return false
	case p.confirm(latest.question(p.words)):
		return p.submit(action{kind: actResume, text: latest.path})
	}
	if p.pending == nil && !p.session.left {
		p.session.keeper.decline(latest.path)
	}
	return false
}

// askDecided asks whether to go on from a game that was decided.
func (p *plain) askDecided() {
	s := p.session
	if s.options.Typed && s.decided() && p.confirm(report{s, p.words}.decided()) {
		p.submit(action{kind: actReopen})
	}
}

// turn plays one turn.
func (p *plain) turn() {
	s := p.session
	if p.ctx.Err() != nil {
		s.left = true
		return
	}
	if s.options.Online != nil {
		p.onlineTurn()
		return
	}
	if s.computing() {
		p.think()
		return
	}
	p.showChange()
	if s.idle() {
		p.after()
	} else {
		p.enter()
	}
}

// showChange writes the board if it has changed.
func (p *plain) showChange() {
	if key := (report{p.session, p.words}).key(); p.shown != key {
		p.showBoard()
		p.shown = key
	}
}

// showBoard writes the board, under the name of the game when it has changed.
func (p *plain) showBoard() {
	p.words = p.words.For(p.session.match.Game().Info())
	if name := p.words.Game(p.session.match.Game().Info()); p.named != name {
		p.say("\n" + name)
		p.named = name
	}
	p.say(report{p.session, p.words}.board(p.session.options.ASCII))
}

// think lets the computer move.
func (p *plain) think() {
	move, err := p.session.think()(p.ctx)
	if p.ctx.Err() != nil {
		p.session.left = true
		return
	}
	p.session.answered(move, err)
	p.writeNews(p.session)
}

// after asks what to do when the game is over.
func (p *plain) after() {
	prompt, ended := "plain.over", "plain.ended"
	if p.session.solved() {
		prompt, ended = "puzzle.prompt", "puzzle.solved"
	}
	if text, ok := p.ask(p.words.Text(prompt)); ok && text != "" {
		p.say(p.words.Text(ended))
	}
}

// submit does an action and writes the result; it reports success.
func (p *plain) submit(a action) bool {
	if p.session.table != nil && a.kind.played() {
		return p.link.send(p.session.table.commandFor(a))
	}
	if err := p.session.submit(a); err != nil {
		p.say(refusal(p.words, err))
		return false
	}
	p.writeNews(p.session)
	return true
}

// read writes a prompt and reads a line. When there is none the game is left; when
// the time of the side to move runs out meanwhile, that ends the game at once.
func (p *plain) read(prompt string) (string, bool) {
	if p.pending != nil {
		text := *p.pending
		p.pending = nil
		return text, true
	}
	fmt.Fprint(p.out, prompt+" ")
	flag, stop := p.flag()
	defer stop()
	text, more := "", false
	if p.session.table != nil {
		var changed bool
		if text, more, changed = p.link.read(); changed {
			return "", false
		}
	} else {
		select {
		case <-flag:
			p.say("")
			p.submit(action{kind: actFlag})
			return "", false
		case text, more = <-p.lines.next:
		case <-p.ctx.Done():
		}
	}
	if more && p.echo {
		p.say(text)
	}
	if more {
		return strings.TrimSpace(text), true
	}
	p.say("")
	p.session.left = true
	return "", false
}

// flag returns a channel that is ready when the time of the side to move is over.
func (p *plain) flag() (over <-chan time.Time, stop func() bool) {
	if p.session.options.Online != nil {
		return nil, func() bool { return true } // the server looks at the clocks
	}
	deadline, limited := p.session.match.Clock().Deadline()
	if !limited {
		return nil, func() bool { return true }
	}
	timer := time.NewTimer(deadline.Sub(p.session.options.Now()))
	return timer.C, timer.Stop
}
