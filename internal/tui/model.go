// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"context"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"cairn/game"
	"cairn/internal/lang"
)

// Model is the full screen as Bubble Tea runs it: a menu, then the board, and
// at times a dialog over them.
type Model struct {
	ctx     context.Context
	session *session
	words   *lang.Catalogue
	keys    keyMap
	look    look
	width   int
	height  int

	menu   *menu      // shown instead of the board; nil while a game is played
	dialog dialog     // over either; nil when there is none
	play   *boardPage // the board; nil before the first game
	lobby  *lobby     // the lobby of a server; nil while it is not shown
	errand *errand    // what the server is asked for, instead of a page; nil for nothing
	stream *following // of the match on a server; nil for none

	opened   bool       // the dialog was opened by the last key, a letter
	thinking background // of the computer

	after   func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // tea.Tick
	ticking bool                                                 // a tick is on its way
}

// New returns the full screen for a program that runs Bubble Tea itself; see Run.
func New(ctx context.Context, o Options) (*Model, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	m := &Model{
		ctx: ctx, session: newSession(o), words: o.Words, keys: newKeys(o.Words),
		look: look{colour: !o.NoColour, ascii: o.ASCII}, width: 80, height: 24, after: tea.Tick,
	}
	m.look.recall(o.State)
	return m, m.start()
}

// start shows the game that was named, or the menu. A game that was kept is
// offered first.
func (m *Model) start() error {
	s, o := m.session, &m.session.options
	switch {
	case o.Online != nil:
		return nil // Init goes there
	case len(o.Puzzles) > 0:
		if err := s.startPuzzles(); err != nil {
			return err
		}
	case o.Resume:
		if err := s.resumeLatest(); err != nil {
			return err
		}
	case o.File != "":
		if err := s.open(); err != nil {
			return err
		}
	default:
		latest, ok := s.keeper.latest(o, false)
		if !ok {
			return m.startNamed()
		}
		m.menu = newMenu(o)
		m.dialog = m.resumeDialog(latest)
		return nil
	}
	m.play = newBoardPage(s)
	m.askDecided()
	return nil
}

// askDecided asks whether to go on from a game that was decided.
func (m *Model) askDecided() {
	if s := m.session; s.decided() {
		m.dialog = &yesNoDialog{
			text: report{s, m.words.For(s.match.Game().Info())}.decided(),
			yes:  func(m *Model) tea.Cmd { return m.do(action{kind: actReopen}) },
		}
	}
}

// startNamed begins the game that was named with its players, or shows the menu.
func (m *Model) startNamed() error {
	s, o := m.session, &m.session.options
	if o.Game == "" || o.Players == [2]string{} {
		m.menu = newMenu(o)
		return nil
	}
	plan, err := s.named()
	if err != nil {
		return err
	}
	if err := s.submit(action{kind: actNew, plan: plan}); err != nil {
		return err
	}
	m.menu, m.play = nil, newBoardPage(s)
	return nil
}

// resumeDialog asks whether to go on with a game that was kept.
func (m *Model) resumeDialog(latest kept) dialog {
	return &yesNoDialog{
		text: latest.question(m.words),
		yes: func(m *Model) tea.Cmd {
			if err := m.session.submit(action{kind: actResume, text: latest.path}); err != nil {
				m.menu.alarm = refusal(m.words, err)
				return nil
			}
			return m.enterGame()
		},
		no: func(m *Model) tea.Cmd {
			m.session.keeper.decline(latest.path)
			if err := m.startNamed(); err != nil {
				m.menu.alarm = refusal(m.words, err)
			}
			return m.refresh()
		},
	}
}

// Init implements tea.Model.
func (m *Model) Init() tea.Cmd {
	if o := m.session.options.Online; o != nil {
		return tea.Batch(tea.RequestBackgroundColor, m.visit(o.Place))
	}
	return tea.Batch(tea.RequestBackgroundColor, m.refresh())
}

// tick is sent while a clock runs.
type tick struct{}

// Update implements tea.Model.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		if name := msg.Profile.String(); name == "Ascii" || name == "NoTTY" {
			m.look.colour = false
		}
	case tea.BackgroundColorMsg:
		m.look.light = !msg.IsDark()
	case tea.KeyPressMsg:
		if msg.String() == "ctrl+z" && m.session.options.Far == nil {
			return m, tea.Suspend
		}
		return m, m.press(msg)
	case tea.PasteMsg:
		return m, m.paste(msg)
	case tea.MouseClickMsg:
		return m, m.click(msg)
	case tea.MouseWheelMsg:
		if m.play != nil && m.menu == nil && m.dialog == nil {
			m.play.wheel(msg)
		}
	case thought:
		return m, m.computerMoved(msg)
	case studied:
		msg.of.found(m, msg)
	case tick:
		return m, m.passTime()
	case heard:
		return m, m.hear(msg)
	case answered:
		m.answer(msg)
	case arrived:
		return m, m.arrive(msg)
	case lobbyNews:
		return m, msg.of.show(m, msg)
	case lobbyTick:
		return m, msg.of.ticked(m)
	}
	return m, nil
}

// press hands a key to whatever is in front. A letter that opened a dialog may
// turn out to be the beginning of a coordinate: then the dialog was not meant.
func (m *Model) press(msg tea.KeyPressMsg) tea.Cmd {
	opened := m.opened
	m.opened = false
	if opened && m.dialog != nil {
		if point, spelled := m.play.spell.feed(msg.Text); spelled {
			m.dialog = nil
			m.play.cursor = point
			return m.play.touch(m)
		}
	}
	switch {
	case m.dialog != nil:
		return m.dialog.press(m, msg)
	case m.errand != nil:
		return m.errand.press(m, msg)
	case m.lobby != nil:
		return m.lobby.press(m, msg)
	case m.small(): // nothing is touched unseen
		if key.Matches(msg, m.keys.quit) {
			return m.quit()
		}
		return nil
	case m.menu != nil:
		return m.menu.press(m, msg)
	default:
		return m.play.press(m, msg)
	}
}

// paste hands pasted text to a dialog that asks for text.
func (m *Model) paste(msg tea.PasteMsg) tea.Cmd {
	if d, ok := m.dialog.(*textDialog); ok {
		return d.paste(msg)
	}
	return nil
}

// click hands a click to the page.
func (m *Model) click(msg tea.MouseClickMsg) tea.Cmd {
	switch {
	case m.dialog != nil || m.errand != nil || msg.Button != tea.MouseLeft || m.small():
		return nil
	case m.lobby != nil:
		return m.lobby.click(m, msg.Y)
	case m.menu != nil:
		return m.menu.click(m, msg.X, msg.Y)
	}
	return m.play.click(m, msg.X, msg.Y)
}

// do submits an action and shows what came of it.
func (m *Model) do(a action) tea.Cmd {
	if m.session.table != nil && a.kind.played() {
		return m.send(m.session.table.commandFor(a))
	}
	if err := m.session.submit(a); err != nil {
		if m.play != nil {
			m.play.alarm = refusal(m.words, err)
			if a.kind == actMove {
				m.play.input = m.session.input()
			}
		}
		return nil
	}
	return m.refresh()
}

// refresh makes the screen follow the session: it begins the input of the present
// turn and lets the computer think when it is to move.
func (m *Model) refresh() tea.Cmd {
	if m.play == nil {
		return nil
	}
	m.thinking.stop()
	m.play.stopStudy()
	m.words = m.words.For(m.session.match.Game().Info())
	m.play.renew()
	if m.session.left {
		return tea.Quit
	}
	return tea.Batch(m.ask(), m.wait())
}

// clockBeat is how often running clocks are drawn again.
const clockBeat = 250 * time.Millisecond

// wait asks for a tick while a clock runs.
func (m *Model) wait() tea.Cmd {
	_, limited := m.session.match.Clock().Deadline()
	if m.session.table != nil { // the connection is looked at as well
		limited = !m.session.over()
	}
	if !limited || m.ticking {
		return nil
	}
	m.ticking = true
	return m.after(clockBeat, func(time.Time) tea.Msg { return tick{} })
}

// passTime ends the game when the time of the side to move is over.
func (m *Model) passTime() tea.Cmd {
	m.ticking = false
	if m.session.table != nil {
		m.session.table.connected(false)
		return m.wait()
	}
	deadline, limited := m.session.match.Clock().Deadline()
	switch {
	case !limited:
		return nil
	case m.session.options.Now().Before(deadline):
		return m.wait()
	}
	return m.do(action{kind: actFlag})
}

// enterGame shows the board of a game that was begun or loaded.
func (m *Model) enterGame() tea.Cmd {
	m.menu = nil
	if m.play == nil {
		m.play = newBoardPage(m.session)
	}
	m.play.input = nil
	return m.refresh()
}

// leave ends the program.
func (m *Model) leave() tea.Cmd {
	m.thinking.stop()
	m.shut()
	if err := m.session.submit(action{kind: actQuit}); err != nil {
		return nil
	}
	return tea.Quit
}

// names returns the texts with the sides called as their colours ask for.
func (m *Model) names() *lang.Catalogue {
	if !m.look.colour {
		return m.words
	}
	sides := m.look.menColours().sides
	return m.words.Naming(sides[game.White], sides[game.Black])
}
