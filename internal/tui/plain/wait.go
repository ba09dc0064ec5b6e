// SPDX-License-Identifier: Apache-2.0

package plain

import (
	"strings"
	"time"

	"cairn/internal/tui"
	"cairn/match"
)

// reply waits for the server's answer to a command, and for the state after it.
func (p *display) reply(work tui.Work) error {
	g, replies := p.game, make(chan func() error, 1)
	go func() { replies <- work() }()
	for waiting := true; waiting && !p.left; {
		if e := p.next(nil, replies); e.reply != nil {
			if err := e.reply(); err != nil {
				return err
			}
			waiting = false
		}
	}
	for !p.left && p.game == g && g.Pending() == tui.Reply {
		p.next(nil, nil)
	}
	return nil
}

// input is an event that next leaves to its caller.
type input struct {
	line  *string      // a line of the input
	eof   bool         // the input has ended
	reply func() error // the finish function of a command
}

// next waits for a line, the reply to a command, or an event of the game, which it writes.
func (p *display) next(lines <-chan string, replies <-chan func() error) input {
	before := p.promptState()
	due := p.tick()
	if p.promptState() != before {
		return input{}
	}
	var timer <-chan time.Time
	if due > 0 {
		timer = time.After(due)
	}
	select {
	case text, more := <-lines:
		return input{line: &text, eof: !more}
	case finish := <-replies:
		return input{reply: finish}
	case finish := <-p.events():
		p.happened(finish)
	case <-timer:
		p.tick()
	case <-p.ctx.Done():
		p.left = true
	}
	return input{}
}

// events returns the channel of the next event of the game, for which it begins to wait.
func (p *display) events() <-chan func() error {
	if p.coming == nil && p.game != nil {
		if work := p.game.Await(p.ctx); work != nil {
			coming := make(chan func() error, 1)
			go func() { coming <- work() }()
			p.coming = coming
		}
	}
	return p.coming
}

// happened finishes an event of the game and writes the news.
func (p *display) happened(finish func() error) {
	p.coming = nil
	if err := finish(); err != nil {
		p.newline()
		p.refuse(err)
		p.leave(tui.Lobby)
		p.left, p.failed = true, true
		return
	}
	p.present()
}

// present writes the news of the game: its log, offers, and the match that follows it.
func (p *display) present() {
	p.words = p.words.For(p.game.Match().Game().Info())
	p.tick()
	if c, err := p.game.Choose(p.words, match.Answer); err == nil && c.Yes[0].Offer != p.offered {
		p.offered = c.Yes[0].Offer
		p.newline()
		p.say(p.words.Text("online.asked.plain"))
	}
	if id := p.game.Next(); id != "" {
		p.newline()
		p.visit(tui.Place{Match: id})
	}
}

// tick calls Tick and returns the time until the next call. It writes the news, and whether
// the connection was lost or restored.
func (p *display) tick() time.Duration {
	if p.game == nil {
		return 0
	}
	next, connected := p.game.Tick()
	if p.lost == connected {
		p.lost = !connected
		p.say(p.words.Text(map[bool]string{true: "online.lost", false: "online.found"}[p.lost]))
	}
	p.writeNews()
	return next
}

// writeNews writes the new entries of the log.
func (p *display) writeNews() {
	log := p.game.Log()
	for _, r := range log.News {
		for _, text := range r.Sentences(p.words, p.game.Match().Game().Info().Board) {
			p.newline()
			p.say(text)
		}
	}
	log.News = nil
}

// promptState identifies the prompt of a game: when it changes, the prompt is outdated.
type promptState struct {
	game    tui.Game
	version int
	stage   tui.Stage
	status  string
}

func (p *display) promptState() promptState {
	if p.game == nil {
		return promptState{}
	}
	return promptState{p.game, p.game.Version(), p.game.Stage(), p.game.Status(p.words, false)}
}

// read writes a prompt and reads a line. It returns false if the player has left, or if the
// prompt is outdated because the game has changed.
func (p *display) read(prompt string) (string, bool) {
	if p.pending != nil {
		text := *p.pending
		p.pending = nil
		return text, true
	}
	p.prompt(prompt)
	before := p.promptState()
	for {
		e := p.next(p.lines.next, nil)
		if e.line != nil && !e.eof {
			p.answer(*e.line)
			return strings.TrimSpace(*e.line), true
		}
		p.left = p.left || e.eof
		if p.left || p.promptState() != before {
			p.newline()
			return "", false
		}
	}
}
