// SPDX-License-Identifier: Apache-2.0

package full

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"cairn/game"
	"cairn/internal/lang"
	"cairn/internal/tui"
	"cairn/internal/tui/canvas"
	"cairn/match"
)

// Model is the full screen as Bubble Tea runs it: a stack of pages and dialogs.
type Model struct {
	ctx     context.Context
	options *tui.Options
	home    *tui.Local // nil on a server
	words   *lang.Catalogue
	look    canvas.Look
	width   int
	height  int

	stack  []layer // the last layer is in front and handles the keys
	opened bool    // the last key opened the dialog in front

	after   func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // tea.Tick
	ticking bool                                                 // a tick is scheduled
}

// New returns the full screen as a Bubble Tea model; Run runs it.
func New(ctx context.Context, o tui.Options) (*Model, error) {
	o, err := o.Complete()
	if err != nil {
		return nil, err
	}
	m := &Model{
		ctx: ctx, options: &o, words: o.Words,
		look: canvas.Look{Colour: !o.NoColour, ASCII: o.ASCII}, width: 80, height: 24, after: tea.Tick,
	}
	m.look.Load(o.State)
	if o.Online != nil {
		return m, nil // Init opens the lobby
	}
	m.home = tui.NewLocal(&o)
	return m, m.start()
}

// start shows the game of the options, or offers a kept game, or shows the menu.
func (m *Model) start() error {
	opened, err := m.home.Open()
	if err != nil {
		return err
	}
	if opened {
		m.push(newBoardPage(m.home))
		m.askDecided()
		return nil
	}
	latest, ok := m.home.Latest()
	if !ok {
		return m.startNamed()
	}
	menu := newMenu(m.options)
	m.push(menu)
	m.push(&yesNoDialog{
		text: latest.Question(m.words),
		yes: func(m *Model) tea.Cmd {
			if _, err := m.home.Do(latest.Resume()); err != nil {
				menu.alarm = tui.Refusal(m.words, err)
				return nil
			}
			return m.enterGame()
		},
		no: func(m *Model) tea.Cmd {
			latest.Decline()
			if err := m.startNamed(); err != nil {
				menu.alarm = tui.Refusal(m.words, err)
			}
			return m.refresh()
		},
	})
	return nil
}

// startNamed begins the game of the options if they name the players, or shows the menu.
func (m *Model) startNamed() error {
	o := m.options
	if o.Game == "" || o.Players == [2]string{} {
		m.stack = []layer{newMenu(o)}
		return nil
	}
	if err := m.home.Begin(); err != nil {
		return err
	}
	m.stack = []layer{newBoardPage(m.home)}
	return nil
}

// askDecided asks whether to continue a game that was decided.
func (m *Model) askDecided() {
	if m.home.Decided() {
		m.push(&yesNoDialog{
			text: tui.DecidedQuestion(m.home, m.words.For(m.home.Match().Game().Info())),
			yes:  func(m *Model) tea.Cmd { return m.do(tui.Action{Kind: tui.Reopen}) },
		})
	}
}

// Init implements tea.Model.
func (m *Model) Init() tea.Cmd {
	if o := m.options.Online; o != nil {
		return tea.Batch(tea.RequestBackgroundColor, m.visit(o.Place))
	}
	return tea.Batch(tea.RequestBackgroundColor, m.refresh())
}

// reply is the message at the end of background work; Update calls it.
type reply func(m *Model) tea.Cmd

// Update implements tea.Model.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		m.look.Basic = msg.Profile == colorprofile.ANSI
		if msg.Profile == colorprofile.Ascii || msg.Profile == colorprofile.NoTTY {
			m.look.Colour = false
		}
	case tea.BackgroundColorMsg:
		if m.look.Ground = canvas.Light; msg.IsDark() {
			m.look.Ground = canvas.Dark
		}
	case tea.KeyPressMsg:
		if msg.String() == "ctrl+z" && m.options.Far == nil {
			return m, tea.Suspend
		}
		return m, m.press(msg)
	case tea.PasteMsg:
		if d, ok := m.front().(*textDialog); ok {
			d.replace()
			return m, d.update(msg)
		}
	case tea.MouseClickMsg:
		return m, m.click(msg)
	case tea.MouseWheelMsg:
		if p, ok := m.front().(*boardPage); ok {
			p.scroll = max(0, p.scroll+wheelLines[msg.Button])
		}
	case reply:
		return m, msg(m)
	}
	return m, nil
}

// wheelLines are how far the mouse wheel scrolls the log back.
var wheelLines = map[tea.MouseButton]int{tea.MouseWheelUp: 1, tea.MouseWheelDown: -1}

// press passes a key to the layer in front. If the last key opened a dialog and makes a
// coordinate with this key, the coordinate was meant: the dialog is closed.
func (m *Model) press(msg tea.KeyPressMsg) tea.Cmd {
	opened := m.opened
	m.opened = false
	if opened && m.dialog() != nil {
		p := m.board()
		if point, spelled := p.spell.Feed(msg.Text); spelled {
			m.pop()
			p.cursor = point
			return p.touch(m)
		}
	}
	switch {
	case m.front() == nil:
		return nil
	case m.dialog() == nil && m.small(): // the board is not visible
		if text := msg.String(); text == "q" || text == "ctrl+c" || text == "ctrl+d" {
			return m.quit()
		}
		return nil
	}
	return m.front().press(m, msg)
}

// click passes a click to the page in front.
func (m *Model) click(msg tea.MouseClickMsg) tea.Cmd {
	p, ok := m.front().(page)
	if !ok || msg.Button != tea.MouseLeft || m.small() {
		return nil
	}
	return p.click(m, msg.X, msg.Y)
}

// small reports whether the window is too small for the page.
func (m *Model) small() bool {
	p := m.page()
	if p == nil {
		return false
	}
	width, height := p.least(m)
	return width != m.width || height != m.height
}

// do executes actions of the game or of the display and shows the result.
func (m *Model) do(actions ...tui.Action) tea.Cmd {
	p := m.board()
	var cmds []tea.Cmd
	for _, a := range actions {
		if cmd, shown := m.display(a); shown {
			return cmd
		}
		work, err := p.game.Do(a)
		if err != nil {
			p.alarm = tui.Refusal(m.words, err)
			if a.Kind == match.Move {
				p.input = p.newInput()
			}
			return nil
		}
		cmds = append(cmds, m.refresh())
		if work != nil {
			cmds = append(cmds, background(work, p.answer))
		}
	}
	return tea.Batch(cmds...)
}

// display executes an action if it is one of the display, and reports whether it is.
func (m *Model) display(a tui.Action) (cmd tea.Cmd, shown bool) {
	p := m.board()
	switch a.Kind {
	case tui.Save:
		m.push(newSaveDialog(m))
	case tui.Load:
		m.push(newLoadDialog(m))
	case tui.Hint:
		cmd = p.hint(m)
	case tui.Values:
		cmd = p.values(m)
	case tui.Lobby:
		cmd = m.enterLobby(false)
	case tui.Menu:
		_, _ = p.game.Do(a)
		menu := newMenu(m.options)
		menu.recall(m.home.Plan())
		m.push(menu)
	default:
		return nil, false
	}
	return cmd, true
}

// refresh updates the board page after a change of the game, and waits for the next event.
func (m *Model) refresh() tea.Cmd {
	p := m.board()
	if p == nil {
		return nil
	}
	due, _ := p.game.Tick()
	p.stopSearch()
	m.words = m.words.For(p.game.Match().Game().Info())
	m.stack = slices.DeleteFunc(m.stack, func(l layer) bool {
		d, ok := l.(*yesNoDialog)
		return ok && d.outdated(m, p.game)
	})
	p.renew()
	return tea.Batch(m.await(p), m.wait(due))
}

// await waits for the next event of the game. It does not while the menu is open, so that the
// computer does not think then.
func (m *Model) await(p *boardPage) tea.Cmd {
	if m.page() != page(p) {
		return nil
	}
	work := p.game.Await(m.ctx)
	if work == nil {
		return nil
	}
	return background(work, p.happened)
}

// background returns the command that runs a Work; end is called with its finish function.
func background(work tui.Work, end func(m *Model, finish func() error) tea.Cmd) tea.Cmd {
	return func() tea.Msg {
		finish := work()
		return reply(func(m *Model) tea.Cmd { return end(m, finish) })
	}
}

// happened finishes an event of the game and shows the result.
func (p *boardPage) happened(m *Model, finish func() error) tea.Cmd {
	if p != m.board() {
		return nil // the match was left meanwhile
	}
	if err := finish(); err != nil {
		return m.toLobbyWith(tui.Refusal(m.words, err))
	}
	if id := p.game.Next(); id != "" {
		return m.visit(tui.Place{Match: id})
	}
	return m.refresh()
}

// answer shows the error of a command to the server. The effect of a command arrives by the
// stream.
func (p *boardPage) answer(m *Model, finish func() error) tea.Cmd {
	if err := finish(); err != nil {
		p.renew()
		p.alarm = tui.Refusal(m.words, err)
	}
	return nil
}

// clockRefresh is how often running clocks are redrawn.
const clockRefresh = 250 * time.Millisecond

// wait schedules a tick if Tick has to be called later.
func (m *Model) wait(due time.Duration) tea.Cmd {
	if due == 0 || m.ticking {
		return nil
	}
	m.ticking = true
	return m.after(clockRefresh, func(time.Time) tea.Msg { return reply((*Model).passTime) })
}

// passTime calls Tick and schedules the next tick.
func (m *Model) passTime() tea.Cmd {
	m.ticking = false
	p := m.board()
	if p == nil {
		return nil
	}
	version := p.game.Version()
	due, _ := p.game.Tick()
	if p.game.Version() != version {
		return m.refresh()
	}
	return m.wait(due)
}

// enterGame shows the board of a game that was begun or loaded.
func (m *Model) enterGame() tea.Cmd {
	p := m.board()
	if p == nil {
		p = newBoardPage(m.home)
	}
	p.input = nil
	m.stack = []layer{p}
	return m.refresh()
}

// quit leaves, and asks first if something would be lost.
func (m *Model) quit() tea.Cmd {
	if m.home == nil || !m.home.Loses() {
		return m.leave()
	}
	m.push(&yesNoDialog{text: m.words.Text("quit.ask"), yes: (*Model).leave})
	return nil
}

// leave ends the program.
func (m *Model) leave() tea.Cmd {
	m.end()
	return tea.Quit
}

// end ends the background work. A local game is kept.
func (m *Model) end() {
	m.close()
	if m.home != nil {
		_, _ = m.home.Do(tui.Action{Kind: tui.Quit})
	}
}

// names returns the texts with the sides named after their colours.
func (m *Model) names() *lang.Catalogue {
	sides := m.look.Names()
	if sides[game.White] == "" {
		return m.words
	}
	return m.words.Naming(sides[game.White], sides[game.Black])
}
