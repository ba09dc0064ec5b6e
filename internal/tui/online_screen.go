// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"context"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"cairn/client"
)

// following is a match whose stream is read in the background.
type following struct {
	heard  chan heard
	cancel context.CancelFunc
}

// heard is a message of the stream, or the error that ended it.
type heard struct {
	from    *following
	message client.Message
	err     error
}

// answered is the server's answer to a command.
type answered struct {
	match   string
	command request
	seq     int // of the event it led to
	err     error
}

// follow reads the stream of a match.
func (o *Online) follow(ctx context.Context, id string) *following {
	ctx, cancel := context.WithCancel(ctx)
	f := &following{heard: make(chan heard), cancel: cancel}
	go func() {
		defer cancel()
		for message, err := range o.Client.Follow(ctx, id, 0) {
			select {
			case f.heard <- heard{f, message, err}:
			case <-ctx.Done():
				return
			}
		}
	}()
	return f
}

// open shows a match of the server. Its board appears with the first state.
func (m *Model) open(id string) tea.Cmd {
	m.shut()
	m.session.sit(id)
	m.lobby, m.play, m.dialog = nil, nil, nil
	m.errand = &errand{text: m.words.Text("online.opening"), cancel: m.toLobby}
	m.stream = m.session.options.Online.follow(m.ctx, id)
	return m.stream.listen(m.ctx)
}

// shut ends what is done for the page that is shown: streams, an errand, a study.
func (m *Model) shut() {
	if m.play != nil {
		m.play.stopStudy()
	}
	if m.stream != nil {
		m.stream.cancel()
		m.stream = nil
	}
	if m.lobby != nil {
		m.lobby.leave()
	}
	if m.errand != nil {
		m.errand.stop()
		m.errand = nil
	}
}

// listen waits for the next message of the stream.
func (f *following) listen(ctx context.Context) tea.Cmd {
	return func() tea.Msg {
		select {
		case h := <-f.heard:
			return h
		case <-ctx.Done():
			return nil
		}
	}
}

// hear shows a message of the stream.
func (m *Model) hear(h heard) tea.Cmd {
	s := m.session
	if h.from != m.stream {
		return nil // of a match that was left
	}
	if h.err == nil && h.message.State != nil {
		h.err = s.receive(*h.message.State)
	}
	if h.err != nil {
		m.stream = nil
		return m.toLobbyWith(refusal(m.words, h.err))
	}
	m.session.table.connected(true)
	if h.message.State == nil {
		return h.from.listen(m.ctx)
	}
	m.errand = nil
	if next, ok := strings.CutPrefix(s.table.state.Rematch, "/match/"); ok {
		return m.open(next)
	}
	if m.play == nil {
		m.play = newBoardPage(s)
	}
	return tea.Batch(m.refresh(), h.from.listen(m.ctx))
}

// send sends a command to the server. A move is shown at once, as not confirmed.
func (m *Model) send(c request) tea.Cmd {
	s := m.session
	id, call := s.table.id, s.table.call(c)
	if c.name == "move" {
		if err := s.send(c.move); err != nil {
			m.play.alarm = refusal(m.words, err)
			m.play.input = s.input()
			return nil
		}
	}
	ctx := m.ctx
	cmd := m.refresh()
	return tea.Batch(cmd, func() tea.Msg {
		seq, err := call(ctx)
		return answered{id, c, seq, err}
	})
}

// answer shows why the server refused a command. What it did comes by the stream.
func (m *Model) answer(a answered) {
	s := m.session
	if s.table == nil || s.table.id != a.match || m.play == nil {
		return
	}
	m.session.table.connected(true)
	if a.err == nil {
		return
	}
	if a.command.name == "move" {
		s.refused(a.command.move)
		m.play.renew()
	}
	m.play.alarm = refusal(m.words, a.err)
}

// tablePrompt says what is waited for, or how the match ended.
func (p *boardPage) tablePrompt(m *Model) string {
	s := m.session
	if !s.over() {
		return s.table.waitText(m.names())
	}
	text := s.table.endText()
	if offer := s.table.state.Offer; offer != nil {
		return s.table.waitText(m.names())
	}
	if s.table.state.Can.Rematch {
		return text + " " + m.words.Text("online.again")
	}
	return text + " " + m.words.Text("online.back")
}

// tableFirst reports whether the server's side of a match is more urgent than the turn
// to enter: there is none, an offer waits, or the connection is lost.
func (p *boardPage) tableFirst() bool {
	t := p.session.table
	return !p.open() || t.lost || t.state.Offer != nil && len(p.input.Path()) == 0
}

// touchWaiting handles a touch while another player is waited for: the creator of a
// match starts it.
func (p *boardPage) touchWaiting(m *Model) tea.Cmd {
	t := m.session.table
	if t.state.Can.Start {
		return m.send(request{name: "start"})
	}
	if t.playing() {
		p.alarm = m.words.Text("refused.not-turn")
	}
	return nil
}

// pressTable handles the keys that mean something else in a match on a server; it
// reports whether the key is one of them.
func (p *boardPage) pressTable(m *Model, msg tea.KeyPressMsg) (cmd tea.Cmd, done bool) {
	t := m.session.table
	if _, asked := t.asked(); asked {
		if yes, ok := yesNo(m.words, msg.String()); ok {
			return m.do(action{kind: actAnswer, yes: yes}), true
		}
	}
	k, can := m.keys, t.state.Can
	own := t.state.Offer != nil && t.state.Offer.Mine
	switch {
	case own && key.Matches(msg, k.draw, k.undo, k.redo, k.newGame) && len(p.input.Path()) == 0:
		p.confirm(m, "online.withdraw", request{name: "withdraw", offer: t.state.Offer.ID})
	case key.Matches(msg, k.undo, k.redo) && p.open() && len(p.input.Path()) > 0:
		return nil, false
	case key.Matches(msg, k.undo) && can.Undo:
		p.confirm(m, "online.undo", request{name: "undo"})
	case key.Matches(msg, k.redo) && can.Redo:
		p.confirm(m, "online.redo", request{name: "redo"})
	case key.Matches(msg, k.draw) && can.Draw:
		p.confirm(m, "online.draw", request{name: "draw"})
	case key.Matches(msg, k.forfeit) && can.Claim:
		p.confirm(m, "online.claim", request{name: "claim"})
	case key.Matches(msg, k.forfeit) && can.Abort:
		p.confirm(m, "online.abort", request{name: "abort"})
	case key.Matches(msg, k.forfeit) && can.Resign:
		p.confirm(m, "online.resign", request{name: "resign"})
	case key.Matches(msg, k.newGame) && can.Rematch:
		return m.send(request{name: "rematch"}), true
	case key.Matches(msg, k.newGame):
		return p.leaveTable(m), true
	case key.Matches(msg, k.undo, k.redo, k.draw, k.forfeit):
		p.alarm = m.words.Text("online.notnow")
	case key.Matches(msg, k.save) && m.session.options.Far != nil:
		p.alarm = m.words.Text("online.nosave")
	case key.Matches(msg, k.load):
		p.alarm = m.words.Text("online.noload")
	case key.Matches(msg, k.hint) && !m.session.over(): // "?" is asked for help, and there are no hints
		m.dialog = &helpDialog{}
	case key.Matches(msg, k.values) && !m.session.over():
		p.alarm = m.words.Text("online.nohint")
	default:
		return nil, false
	}
	return nil, true
}

// confirm asks before a command is sent.
func (p *boardPage) confirm(m *Model, question string, c request) {
	m.dialog = &yesNoDialog{text: m.words.Text(question), yes: func(m *Model) tea.Cmd { return m.send(c) }}
	m.opened = true
}

// leaveTable returns to the lobby; the match goes on.
func (p *boardPage) leaveTable(m *Model) tea.Cmd {
	t := m.session.table
	if t.playing() && t.state.You != "" {
		m.dialog = &yesNoDialog{text: m.words.Text("online.leave"), yes: (*Model).toLobby}
		m.opened = true
		return nil
	}
	return m.toLobby()
}
