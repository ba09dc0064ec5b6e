// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
)

// errand is something the server is asked for, which may take as long as other players
// do.
type errand struct {
	text   string
	end    context.CancelFunc // gives it up; may be nil
	cancel func() tea.Cmd     // shows what comes instead
}

// arrived is where an errand led.
type arrived struct {
	of    *errand
	match string
	err   error
}

// visit goes to a place.
func (m *Model) visit(p Place) tea.Cmd {
	if p == (Place{}) || p.Resume {
		return m.enterLobby(p.Resume)
	}
	m.shut()
	online := m.session.options.Online
	ctx, cancel := context.WithCancel(m.ctx)
	e := &errand{text: m.words.Text("online.opening"), end: cancel, cancel: m.toLobby}
	if p.Seek != nil {
		e.text = p.text(m.words, m.session.options.gameName(m.words))
	}
	m.errand = e
	return func() tea.Msg {
		id, err := online.visit(ctx, p)
		return arrived{e, id, err}
	}
}

// stop gives up what the server is asked for.
func (e *errand) stop() {
	if e.end != nil {
		e.end()
	}
}

// arrive opens the match an errand led to, also when it was given up a moment too late.
func (m *Model) arrive(a arrived) tea.Cmd {
	switch {
	case a.err == nil:
		return m.open(a.match)
	case a.of != m.errand:
		return nil
	}
	return m.toLobbyWith(refusal(m.words, a.err))
}

func (e *errand) press(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "q", "ctrl+c":
		return m.leave()
	case "esc", "backspace":
		return e.cancel()
	}
	return nil
}

func (e *errand) draw(m *Model, c *canvas) {
	lines := wrap(e.text, max(20, min(60, m.width-8)))
	width := 0
	for _, line := range append(lines, m.words.Text("online.errand.keys")) {
		width = max(width, columns(line))
	}
	x, y := max(0, (m.width-width)/2), max(0, (m.height-len(lines)-2)/2)
	for i, line := range lines {
		c.write(x, y+i, line, m.look.accent())
	}
	c.write(x, y+len(lines)+1, m.words.Text("online.errand.keys"), m.look.soft())
}

// lobbyBeat is how often the lobby is looked at when no stream reports a change.
const lobbyBeat = 30 * time.Second

// lobbyLeast is how many lines the lobby needs.
const lobbyLeast = 12

// lobby is the lobby of a server as a page.
type lobby struct {
	rows   []lobbyRow
	seen   bool // rows have come
	resume bool // only the player's own matches
	at     int  // the row that is chosen
	alarm  string

	changed chan struct{} // there is something new
	ctx     context.Context
	leave   context.CancelFunc
	retries int  // of the client when the server answered last
	lost    bool // the connection is lost
}

// lobbyNews is what there is in the lobby.
type lobbyNews struct {
	of   *lobby
	rows []lobbyRow
	err  error
}

// lobbyTick is sent when it is time to look whether the connection is lost.
type lobbyTick struct{ of *lobby }

// enterLobby shows the lobby.
func (m *Model) enterLobby(resume bool) tea.Cmd {
	m.shut()
	m.session.table, m.play, m.dialog = nil, nil, nil
	l := &lobby{resume: resume, changed: make(chan struct{}, 1), retries: m.session.options.Online.Client.Retries()}
	l.ctx, l.leave = context.WithCancel(m.ctx)
	m.lobby = l
	go m.session.options.Online.watchLobby(l.ctx, l.changed)
	return tea.Batch(l.look(m), l.beat(m))
}

// beat asks for a look at the connection.
func (l *lobby) beat(m *Model) tea.Cmd {
	return m.after(slow, func(time.Time) tea.Msg { return lobbyTick{l} })
}

// ticked shows whether the connection is lost.
func (l *lobby) ticked(m *Model) tea.Cmd {
	if l != m.lobby || l.ctx.Err() != nil {
		return nil
	}
	l.lost = m.session.options.Online.Client.Retries() > l.retries
	return l.beat(m)
}

// toLobby leaves what is shown for the lobby.
func (m *Model) toLobby() tea.Cmd { return m.enterLobby(false) }

// toLobbyWith does so with the reason.
func (m *Model) toLobbyWith(alarm string) tea.Cmd {
	cmd := m.toLobby()
	m.lobby.alarm = alarm
	return cmd
}

// look asks what there is in the lobby.
func (l *lobby) look(m *Model) tea.Cmd {
	if l != m.lobby {
		return nil
	}
	online, words, find := m.session.options.Online, m.words, m.session.options.gameName(m.words)
	return func() tea.Msg {
		rows, err := online.look(l.ctx, words, find, l.resume)
		return lobbyNews{l, rows, err}
	}
}

// lookAgain looks when something has changed.
func (l *lobby) lookAgain(m *Model) tea.Cmd {
	look := l.look(m)
	return func() tea.Msg {
		late := time.NewTimer(lobbyBeat)
		defer late.Stop()
		select {
		case <-l.changed:
		case <-late.C:
		case <-l.ctx.Done():
			return nil
		}
		return look()
	}
}

// show shows what there is, and looks again later. A single match that was to be
// resumed is opened at once.
func (l *lobby) show(m *Model, n lobbyNews) tea.Cmd {
	if l != m.lobby || l.ctx.Err() != nil {
		return nil
	}
	l.retries, l.lost = m.session.options.Online.Client.Retries(), false
	if n.err != nil {
		l.alarm = refusal(m.words, n.err)
	} else {
		first := !l.seen
		chosen := l.chosen()
		l.rows, l.seen = n.rows, true
		for i, row := range l.rows {
			if row.place == chosen.place {
				l.at = i
			}
		}
		l.at = max(0, min(l.at, len(l.rows)-1))
		if l.resume && first && len(l.rows) == 1 {
			return m.open(l.rows[0].place.Match)
		}
	}
	return l.lookAgain(m)
}

// chosen returns the row that is chosen; the zero row if there is none.
func (l *lobby) chosen() lobbyRow {
	if l.at < len(l.rows) {
		return l.rows[l.at]
	}
	return lobbyRow{}
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
		m.dialog = newWishDialog(m, "online.seek.title", func(text string) (Place, error) {
			spec, err := ParseWish(text)
			return Place{Seek: &spec}, err
		})
	case "c":
		m.dialog = newWishDialog(m, "online.challenge.title", func(text string) (Place, error) {
			name, wish, _ := strings.Cut(strings.TrimSpace(text), " ")
			spec, err := ParseWish(wish)
			return Place{Challenge: name, Seek: &spec}, err
		})
	case "i":
		m.dialog = newWishDialog(m, "online.join.title", func(text string) (Place, error) {
			return Place{Match: strings.TrimSpace(text)}, nil
		})
	case "f1", "H", "?":
		m.dialog = &textPage{m.words.Text("help.title"), m.words.Text("lobby.help")}
	case "esc":
		if l.resume {
			return m.toLobby()
		}
	case "q", "ctrl+c":
		return m.leave()
	}
	return nil
}

// enter goes where the chosen row leads.
func (l *lobby) enter(m *Model) tea.Cmd {
	row := l.chosen()
	switch {
	case row.place == Place{}:
		return nil
	case row.refused != "":
		l.alarm = printable(row.refused)
		return nil
	}
	return m.visit(row.place)
}

// newWishDialog asks for a text that says where to go.
func newWishDialog(m *Model, title string, read func(string) (Place, error)) *textDialog {
	return newTextDialog(m.words.Text(title), "", func(m *Model, d *textDialog) tea.Cmd {
		if strings.TrimSpace(d.input.Value()) == "" {
			return nil
		}
		place, err := read(d.input.Value())
		if err != nil {
			d.alarm = refusal(m.words, err)
			return nil
		}
		m.dialog = nil
		return m.visit(place)
	})
}

// lobbyLine is a line of the lobby: a row, a heading or nothing.
type lobbyLine struct {
	text string
	row  int // -1 for a heading
}

// lines returns the rows under their headings.
func (l *lobby) lines(m *Model) []lobbyLine {
	var out []lobbyLine
	section := ""
	for i, row := range l.rows {
		if row.section != section {
			if section = row.section; i > 0 {
				out = append(out, lobbyLine{row: -1})
			}
			out = append(out, lobbyLine{m.words.Text(section), -1})
		}
		out = append(out, lobbyLine{row.text, i})
	}
	if len(l.rows) == 0 {
		key := "lobby.empty"
		switch {
		case !l.seen:
			key = "lobby.looking"
		case l.resume:
			key = "lobby.norunning"
		}
		for _, line := range wrap(m.words.Text(key), l.width(m)) {
			out = append(out, lobbyLine{line, -1})
		}
	}
	return out
}

func (l *lobby) width(m *Model) int { return min(m.width-4, 88) }

// visible returns the lines that fit, and the line of the screen they begin at.
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

func (l *lobby) draw(m *Model, c *canvas) {
	x := max(1, (m.width-l.width(m))/2)
	online := m.session.options.Online
	c.write(x, 0, clip(m.words.Text("lobby.title", "server", online.Client.Server()), l.width(m)), m.look.accent())
	who := m.words.Text("lobby.you", "name", online.Name)
	if online.Name == "" {
		who = m.words.Text("lobby.spectator")
	}
	c.write(x, 1, clip(who, l.width(m)), m.look.soft())
	lines, top := l.visible(m)
	for i, line := range lines {
		text, paint := "  "+line.text, m.look.text()
		switch {
		case line.row < 0:
			text, paint = line.text, m.look.soft()
		case line.row == l.at:
			text, paint = string(m.look.glyphs().turn)+" "+line.text, m.look.bold()
		}
		c.write(x, top+i, clip(text, l.width(m)), paint)
	}
	alarm := l.alarm
	if l.lost {
		alarm = m.words.Text("online.lost")
	}
	for i, line := range wrap(alarm, l.width(m)) {
		if i < 2 {
			c.write(x, m.height-4+i, line, m.look.alarm())
		}
	}
	c.write(x, m.height-1, clip(m.words.Text("lobby.keys"), l.width(m)), m.look.soft())
}

// click on a row chooses it, on the chosen one goes there.
func (l *lobby) click(m *Model, y int) tea.Cmd {
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
