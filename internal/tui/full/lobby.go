// SPDX-License-Identifier: Apache-2.0

package full

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn/internal/tui"
	"cairn/internal/tui/canvas"
)

// lobbyRefresh is how often the lobby is loaded without a wake-up.
const lobbyRefresh = 30 * time.Second

// minLobbyHeight is the minimum height of the lobby, in lines.
const minLobbyHeight = 12

// lobby is the lobby of a server as a page.
type lobby struct {
	rows   []tui.LobbyRow
	seen   bool // rows have been loaded
	resume bool // only the user's matches
	at     int  // the chosen row
	alarm  string

	changed chan struct{} // receives the wake-ups of WatchLobby
	ctx     context.Context
	cancel  context.CancelFunc
	retries int  // of the client when the server last answered
	lost    bool // the connection is lost
}

// enterLobby shows the lobby.
func (m *Model) enterLobby(resume bool) tea.Cmd {
	online := m.options.Online
	l := &lobby{resume: resume, changed: make(chan struct{}, 1), retries: online.Client.Retries()}
	l.ctx, l.cancel = context.WithCancel(m.ctx)
	m.show(l)
	go online.WatchLobby(l.ctx, l.changed)
	return tea.Batch(l.load(m, false), l.beat(m))
}

// beat checks the connection every second.
func (l *lobby) beat(m *Model) tea.Cmd {
	return m.after(time.Second, func(time.Time) tea.Msg {
		return reply(func(m *Model) tea.Cmd {
			if l.ctx.Err() != nil {
				return nil
			}
			l.lost = m.options.Online.Client.Retries() > l.retries
			return l.beat(m)
		})
	})
}

// toLobbyWith shows the lobby with an error message.
func (m *Model) toLobbyWith(alarm string) tea.Cmd {
	cmd := m.enterLobby(false)
	m.page().(*lobby).alarm = alarm
	return cmd
}

// load loads the lobby: at once, or after the next wake-up.
func (l *lobby) load(m *Model, later bool) tea.Cmd {
	online, words, find := m.options.Online, m.words, m.options.GameName(m.words)
	return func() tea.Msg {
		if later {
			select {
			case <-l.changed:
			case <-time.After(lobbyRefresh):
			case <-l.ctx.Done():
				return nil
			}
		}
		rows, err := online.Rows(l.ctx, words, find, l.resume)
		return reply(func(m *Model) tea.Cmd { return l.show(m, rows, err) })
	}
}

// show shows loaded rows and waits for the next wake-up. A single match to resume is opened
// at once.
func (l *lobby) show(m *Model, rows []tui.LobbyRow, err error) tea.Cmd {
	if l.ctx.Err() != nil {
		return nil
	}
	l.retries, l.lost = m.options.Online.Client.Retries(), false
	if err != nil {
		l.alarm = tui.Refusal(m.words, err)
	} else {
		first := !l.seen
		chosen := l.chosen()
		l.rows, l.seen = rows, true
		for i, row := range l.rows {
			if row.Place == chosen.Place {
				l.at = i
			}
		}
		l.at = max(0, min(l.at, len(l.rows)-1))
		if l.resume && first && len(l.rows) == 1 {
			return m.visit(l.rows[0].Place)
		}
	}
	return l.load(m, true)
}

// chosen returns the chosen row; the zero row if there is none.
func (l *lobby) chosen() tui.LobbyRow {
	if l.at < len(l.rows) {
		return l.rows[l.at]
	}
	return tui.LobbyRow{}
}

func (l *lobby) press(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	l.alarm = ""
	switch msg.String() {
	case "up", "k":
		l.at = max(0, l.at-1)
	case "down", "j", "tab":
		l.at = max(0, min(l.at+1, len(l.rows)-1))
	case "enter", "space":
		return l.enter(m)
	case "s", "n":
		m.push(newWishDialog(m, "online.seek.title", tui.SeekPlace))
	case "c":
		m.push(newWishDialog(m, "online.challenge.title", tui.ChallengePlace))
	case "i":
		m.push(newWishDialog(m, "online.join.title", func(id string) (tui.Place, error) {
			return tui.Place{Match: id}, nil
		}))
	case "f1", "H", "?":
		m.push(notice(lobbyHelp))
	case "esc":
		if l.resume {
			return m.enterLobby(false)
		}
	case "q", "ctrl+c", "ctrl+d":
		return m.leave()
	}
	return nil
}

// enter goes to the place of the chosen row.
func (l *lobby) enter(m *Model) tea.Cmd {
	row := l.chosen()
	switch {
	case row.Place == tui.Place{}:
		return nil
	case row.Refused != "":
		l.alarm = row.Refused
		return nil
	}
	return m.visit(row.Place)
}

// lobbyLine is a line of the lobby: a row, a heading or a blank line.
type lobbyLine struct {
	text string
	row  int // index of the row; -1 for other lines
}

// lines returns the rows under their headings.
func (l *lobby) lines(m *Model) []lobbyLine {
	var out []lobbyLine
	section := ""
	for i, row := range l.rows {
		if row.Section != section {
			if section = row.Section; i > 0 {
				out = append(out, lobbyLine{row: -1})
			}
			out = append(out, lobbyLine{m.words.Text(section), -1})
		}
		out = append(out, lobbyLine{row.Text, i})
	}
	if len(l.rows) == 0 {
		key := "lobby.empty"
		switch {
		case !l.seen:
			key = "lobby.looking"
		case l.resume:
			key = "lobby.norunning"
		}
		for _, line := range canvas.Wrap(m.words.Text(key), l.width(m)) {
			out = append(out, lobbyLine{line, -1})
		}
	}
	return out
}

func (l *lobby) width(m *Model) int { return min(m.width-4, 88) }

// visible returns the lines that fit into the window, and the y of the first.
func (l *lobby) visible(m *Model) (lines []lobbyLine, top int) {
	const head, foot = 3, 4
	lines = l.lines(m)
	room := max(1, m.height-head-foot)
	first := 0
	for i, line := range lines {
		if line.row == l.at && i >= room {
			first = i - room + 1
		}
	}
	return lines[first:min(len(lines), first+room)], head
}

func (l *lobby) draw(m *Model, c *canvas.Canvas) {
	x := max(1, (m.width-l.width(m))/2)
	online := m.options.Online
	c.Write(x, 0, m.look.Clip(m.words.Text("lobby.title", "server", online.Client.Server()), l.width(m)), m.look.Accent())
	c.Write(x, 1, m.look.Clip(online.Who(m.words), l.width(m)), m.look.Soft())
	lines, top := l.visible(m)
	for i, line := range lines {
		row := m.look.Row(line.text, line.row == l.at)
		if line.row < 0 {
			row = canvas.Line{Text: line.text, Paint: m.look.Soft()}
		}
		c.Write(x, top+i, m.look.Clip(row.Text, l.width(m)), row.Paint)
	}
	alarm := l.alarm
	if l.lost {
		alarm = m.words.Text("online.lost")
	}
	c.WriteWrapped(canvas.Rect{X: x, Y: m.height - 4, Width: l.width(m), Height: 2}, alarm, m.look.Alarm())
	c.Write(x, m.height-1, m.look.Clip(m.words.Text("lobby.keys"), l.width(m)), m.look.Soft())
}

// click chooses a row, or enters it if it is chosen already.
func (l *lobby) click(m *Model, _, y int) tea.Cmd {
	lines, top := l.visible(m)
	if i := y - top; i >= 0 && i < len(lines) && lines[i].row >= 0 {
		again := l.at == lines[i].row
		l.at = lines[i].row
		if again {
			return l.enter(m)
		}
	}
	return nil
}

func (l *lobby) close() { l.cancel() }

func (l *lobby) least(m *Model) (width, height int) {
	return max(m.width, menuWidth), max(m.height, minLobbyHeight)
}

// connecting is the page shown until the match of a place is open: with a seek or a
// challenge, until an opponent accepts it.
type connecting struct {
	text   string
	cancel context.CancelFunc
}

// visit goes to a place.
func (m *Model) visit(place tui.Place) tea.Cmd {
	if place == (tui.Place{}) || place.Resume {
		return m.enterLobby(place.Resume)
	}
	ctx, cancel := context.WithCancel(m.ctx)
	p := &connecting{text: place.Text(m.words, m.options.GameName(m.words)), cancel: cancel}
	if p.text == "" {
		p.text = m.words.Text("online.opening")
	}
	m.show(p)
	life, options := m.ctx, m.options
	return func() tea.Msg {
		game, err := options.Online.Enter(ctx, life, options, place)
		return reply(func(m *Model) tea.Cmd { return m.arrive(p, game, err) })
	}
}

// arrive shows the match of a place, even if it was found while the player cancelled.
func (m *Model) arrive(from *connecting, game *tui.Remote, err error) tea.Cmd {
	switch {
	case err == nil:
		m.show(newBoardPage(game))
		if id := game.Next(); id != "" {
			return m.visit(tui.Place{Match: id})
		}
		return m.refresh()
	case m.page() != page(from):
		return nil
	}
	return m.toLobbyWith(tui.Refusal(m.words, err))
}

func (p *connecting) close() { p.cancel() }

func (p *connecting) least(m *Model) (width, height int) {
	return max(m.width, menuWidth), max(m.height, minLobbyHeight)
}

func (p *connecting) click(*Model, int, int) tea.Cmd { return nil }

func (p *connecting) press(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "q", "ctrl+c", "ctrl+d":
		return m.leave()
	case "esc", "backspace":
		return m.enterLobby(false)
	}
	return nil
}

func (p *connecting) draw(m *Model, c *canvas.Canvas) {
	lines := canvas.Lines(p.text, max(20, min(60, m.width-8)), m.look.Accent())
	keys := canvas.Line{Text: m.words.Text("online.errand.keys"), Paint: m.look.Soft()}
	c.DrawCentred(canvas.Page(0, append(lines, canvas.Line{}, keys)...))
}
