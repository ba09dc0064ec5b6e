// SPDX-License-Identifier: Apache-2.0

// Package plain plays games line by line: for pipes, screen readers and habit. It asks for
// a turn step by step and understands commands at any prompt. It decides nothing about a
// game, which is behind [tui.Game].
package plain

import (
	"context"
	"fmt"

	"cairn/internal/tui"
	"cairn/match"
)

// Run plays line by line. It returns nil when the player leaves or the input ends, the error of
// the context when that ends, and an error if the game could not be begun or the output cannot be
// written.
func Run(ctx context.Context, o tui.Options) error {
	o, err := o.Complete()
	if err != nil {
		return err
	}
	o.Pace = 0
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := &display{
		console: console{words: o.Words, lines: readLines(ctx, o.In), echo: !typed(o.In), out: &sink{out: o.Out}},
		ctx:     ctx, options: &o,
	}
	if o.Online == nil {
		p.home = tui.NewLocal(&o)
	}
	if err := p.begin(); err != nil {
		return err
	}
	for !p.left && p.out.err == nil {
		p.turn()
	}
	p.close()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case p.out.err != nil:
		return p.out.err
	case p.failed:
		return tui.ErrRefused
	}
	return p.lines.err
}

// display is a game played line by line.
type display struct {
	console
	ctx     context.Context
	options *tui.Options
	home    *tui.Local // nil on a server
	game    tui.Game   // nil before the first one, and in the lobby of a server
	left    bool       // the player has left
	failed  bool       // the place or match of the options could not be entered, or its stream ended

	coming   chan func() error // receives the next event of the game; nil while none is awaited
	entering *lineTurn         // the turn being entered; nil between turns
	pending  *string           // a line that was read in advance for the next prompt
	shown    string            // key of the board last written
	named    string            // name of the game last written
	offered  int               // the last offer of an opponent that was announced
	lost     bool              // the connection is lost
}

// begin begins the game of the options, or asks the player for one.
func (p *display) begin() error {
	o := p.options
	switch {
	case o.Online != nil && (o.Online.Place.Resume || o.Online.Place == tui.Place{}):
		p.lobby(o.Online.Place.Resume)
		return nil
	case o.Online != nil:
		p.visit(o.Online.Place)
		return nil
	}
	opened, err := p.home.Open()
	switch {
	case err != nil:
		return err
	case opened:
		p.game = p.home
		p.writeNews()
		if o.File != "" {
			p.askDecided()
		}
		return nil
	case p.resume() || p.left:
		return nil
	case o.Game == "":
		return p.menu()
	}
	if err := p.home.Begin(); err != nil {
		return err
	}
	p.game = p.home
	p.writeNews()
	return nil
}

// close leaves the game. A local game is kept.
func (p *display) close() {
	if p.home != nil {
		_, _ = p.home.Do(tui.Action{Kind: tui.Quit})
		if p.home.Resumable {
			p.say(p.words.Text("keep.kept"))
		}
	}
	p.leave(tui.Quit)
}

// leave closes the stream of a match on a server without resigning.
func (p *display) leave(kind tui.ActionKind) {
	if p.home == nil && p.game != nil {
		_, _ = p.game.Do(tui.Action{Kind: kind})
	}
	p.game, p.coming, p.shown = nil, nil, ""
}

// resume offers to continue a kept game. A script cannot answer the question; it gets a line
// about the game instead.
func (p *display) resume() bool {
	latest, ok := p.home.Latest()
	switch {
	case !ok:
		return false
	case !p.options.Typed:
		p.say(p.words.Text("keep.there", "game", p.words.Game(latest.Entry.Game.Info())))
		return false
	case p.confirm(latest.Question(p.words)):
		return p.submit(latest.Resume())
	}
	if p.pending == nil && !p.left {
		latest.Decline()
	}
	return false
}

// askDecided asks whether to continue a game that was decided.
func (p *display) askDecided() {
	if p.options.Typed && p.home.Decided() && p.confirm(tui.DecidedQuestion(p.home, p.words)) {
		p.submit(tui.Action{Kind: tui.Reopen})
	}
}

// turn plays one turn.
func (p *display) turn() {
	switch {
	case p.ctx.Err() != nil:
		p.left = true
		return
	case p.game == nil:
		p.lobby(false)
		return
	case p.game.Stage() == tui.Thinking:
		p.next(nil, nil)
		return
	}
	p.showChange()
	switch stage := p.game.Stage(); {
	case !p.options.Typed && p.game.Pending() == tui.Consent:
		p.next(nil, nil)
	case stage == tui.Solved:
		p.idle(p.words.Text("puzzle.prompt"), "puzzle.solved")
	case stage == tui.Ended:
		p.idle(p.text("plain.over", "online.over"), "plain.ended")
	case stage == tui.Entering:
		p.enter()
	case p.options.Typed || p.can(match.Answer) || p.can(tui.Touch):
		p.idle(p.game.Status(p.words, false)+" >", "refused.not-turn")
	default:
		p.next(nil, nil)
	}
}

// idle asks for a command while there is no turn to enter.
func (p *display) idle(prompt, refusal string) {
	if text, ok := p.ask(prompt); ok && text != "" {
		p.say(p.words.Text(refusal))
	}
}

// can reports whether an action is possible now.
func (p *display) can(kind tui.ActionKind) bool {
	c, err := p.game.Choose(p.words, kind)
	return err == nil && len(c.Yes) > 0
}

// text returns the text of the first key for a local game, of the second on a server.
func (p *display) text(here, online string, args ...any) string {
	if p.home == nil {
		here = online
	}
	return p.words.Text(here, args...)
}

// showChange writes the board if it has changed.
func (p *display) showChange() {
	m := p.game.Match()
	key := fmt.Sprint(m.Game().Info().ID, m.Ply(), m.State(), m.Result(), p.game.Stage().Over())
	if p.shown != key {
		p.showBoard()
		p.shown = key
	}
}

// showBoard writes the board, under the name of the game if it has changed.
func (p *display) showBoard() {
	info := p.game.Match().Game().Info()
	p.words = p.words.For(info)
	if name := p.words.Game(info); p.named != name {
		p.say("\n" + name)
		p.named = name
	}
	p.say(tui.Report(p.game, p.words, p.options.ASCII))
}

// submit executes an action and writes the result. It waits for the answer of a server, and
// reports success.
func (p *display) submit(a tui.Action) bool {
	g := p.game
	if g == nil {
		g = p.home
	}
	work, err := g.Do(a)
	if err == nil && work != nil {
		err = p.reply(work)
	}
	if err != nil {
		p.refuse(err)
		return false
	}
	if p.home != nil {
		p.game = p.home
	}
	p.writeNews()
	return !p.left
}

// tell writes a text; the prompt is still valid.
func (p *display) tell(text string) (valid bool) {
	p.say(text)
	return true
}

// refuse writes an error; the prompt is still valid.
func (p *display) refuse(err error) (valid bool) { return p.tell(tui.Refusal(p.words, err)) }
