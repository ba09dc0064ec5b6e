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
		return m.enterHall(p.Resume)
	}
	m.shut()
	online := m.session.options.Online
	ctx, cancel := context.WithCancel(m.ctx)
	e := &errand{text: m.errandText(p), end: cancel, cancel: m.toHall}
	m.errand = e
	return func() tea.Msg {
		id, err := online.visit(ctx, p)
		return arrived{e, id, err}
	}
}

func (m *Model) errandText(p Place) string {
	if p.Seek != nil {
		return placeText(m.words, m.session.gameName(m.words), p)
	}
	return m.words.Text("online.opening")
}

// stopErrand gives up what the server is asked for.
func (m *Model) stopErrand() {
	if m.errand != nil && m.errand.end != nil {
		m.errand.end()
	}
	m.errand = nil
}

// arrive opens the match an errand led to, also when it was given up a moment too late.
func (m *Model) arrive(a arrived) tea.Cmd {
	switch {
	case a.err == nil:
		return m.open(a.match)
	case a.of != m.errand:
		return nil
	}
	return m.toHallWith(refusal(m.words, a.err))
}

func (m *Model) pressErrand(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "q", "ctrl+c":
		return m.leave()
	case "esc", "backspace":
		return m.errand.cancel()
	}
	return nil
}

func (m *Model) drawErrand(c *canvas) {
	lines := wrap(m.errand.text, max(20, min(60, m.width-8)))
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

// hallBeat is how often the lobby is looked at when no stream reports a change.
const hallBeat = 30 * time.Second

// hallLeast is how many lines the lobby needs.
const hallLeast = 12

// hall is the lobby of a server as a page.
type hall struct {
	rows   []hallRow
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

// hallNews is what there is in the lobby.
type hallNews struct {
	of   *hall
	rows []hallRow
	err  error
}

// hallTick is sent when it is time to look whether the connection is lost.
type hallTick struct{ of *hall }

// enterHall shows the lobby.
func (m *Model) enterHall(resume bool) tea.Cmd {
	m.shut()
	m.session.table, m.play, m.dialog = nil, nil, nil
	h := &hall{resume: resume, changed: make(chan struct{}, 1), retries: m.session.options.Online.Client.Retries()}
	h.ctx, h.leave = context.WithCancel(m.ctx)
	m.hall = h
	go m.session.options.Online.watchHall(h.ctx, h.changed)
	return tea.Batch(m.lookAround(h), m.hallBeat(h))
}

// hallBeat asks for a look at the connection.
func (m *Model) hallBeat(h *hall) tea.Cmd {
	return m.after(slow, func(time.Time) tea.Msg { return hallTick{h} })
}

// hallTicked shows whether the connection is lost.
func (m *Model) hallTicked(h *hall) tea.Cmd {
	if h != m.hall || h.ctx.Err() != nil {
		return nil
	}
	h.lost = m.session.options.Online.Client.Retries() > h.retries
	return m.hallBeat(h)
}

// toHall leaves what is shown for the lobby.
func (m *Model) toHall() tea.Cmd { return m.enterHall(false) }

// toHallWith does so with the reason.
func (m *Model) toHallWith(alarm string) tea.Cmd {
	cmd := m.toHall()
	m.hall.alarm = alarm
	return cmd
}

// lookAround asks what there is in the lobby.
func (m *Model) lookAround(h *hall) tea.Cmd {
	if h != m.hall {
		return nil
	}
	online, words, find := m.session.options.Online, m.words, m.session.gameName(m.words)
	return func() tea.Msg {
		rows, err := online.look(h.ctx, words, find, h.resume)
		return hallNews{h, rows, err}
	}
}

// lookAgain looks when something has changed.
func (m *Model) lookAgain(h *hall) tea.Cmd {
	look := m.lookAround(h)
	return func() tea.Msg {
		late := time.NewTimer(hallBeat)
		defer late.Stop()
		select {
		case <-h.changed:
		case <-late.C:
		case <-h.ctx.Done():
			return nil
		}
		return look()
	}
}

// hallChanged shows what there is, and looks again later. A single match that was to
// be resumed is opened at once.
func (m *Model) hallChanged(n hallNews) tea.Cmd {
	h := n.of
	if h != m.hall || h.ctx.Err() != nil {
		return nil
	}
	h.retries, h.lost = m.session.options.Online.Client.Retries(), false
	if n.err != nil {
		h.alarm = refusal(m.words, n.err)
	} else {
		first := !h.seen
		chosen := h.chosen()
		h.rows, h.seen = n.rows, true
		for i, row := range h.rows {
			if row.place == chosen.place {
				h.at = i
			}
		}
		h.at = max(0, min(h.at, len(h.rows)-1))
		if h.resume && first && len(h.rows) == 1 {
			return m.open(h.rows[0].place.Match)
		}
	}
	return m.lookAgain(h)
}

// chosen returns the row that is chosen; the zero row if there is none.
func (h *hall) chosen() hallRow {
	if h.at < len(h.rows) {
		return h.rows[h.at]
	}
	return hallRow{}
}

func (h *hall) press(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	h.alarm = ""
	switch msg.String() {
	case "up", "k":
		h.at = max(0, h.at-1)
	case "down", "j", "tab":
		h.at = max(0, min(h.at+1, len(h.rows)-1))
	case "enter", "space":
		return h.enter(m)
	case "s", "n":
		m.dialog = m.wishDialog("online.seek.title", func(text string) (Place, error) {
			spec, err := ParseWish(text)
			return Place{Seek: &spec}, err
		})
	case "c":
		m.dialog = m.wishDialog("online.challenge.title", func(text string) (Place, error) {
			name, wish, _ := strings.Cut(strings.TrimSpace(text), " ")
			spec, err := ParseWish(wish)
			return Place{Challenge: name, Seek: &spec}, err
		})
	case "i":
		m.dialog = m.wishDialog("online.join.title", func(text string) (Place, error) {
			return Place{Match: strings.TrimSpace(text)}, nil
		})
	case "f1", "H", "?":
		m.dialog = &textPage{m.words.Text("help.title"), m.words.Text("hall.help")}
	case "esc":
		if h.resume {
			return m.toHall()
		}
	case "q", "ctrl+c":
		return m.leave()
	}
	return nil
}

// enter goes where the chosen row leads.
func (h *hall) enter(m *Model) tea.Cmd {
	row := h.chosen()
	switch {
	case row.place == Place{}:
		return nil
	case row.refused != "":
		h.alarm = printable(row.refused)
		return nil
	}
	return m.visit(row.place)
}

// wishDialog asks for a text that says where to go.
func (m *Model) wishDialog(title string, read func(string) (Place, error)) *textDialog {
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

// line is a line of the lobby: a row, a heading or nothing.
type hallLine struct {
	text string
	row  int // -1 for a heading
}

// lines returns the rows under their headings.
func (h *hall) lines(m *Model) []hallLine {
	var out []hallLine
	section := ""
	for i, row := range h.rows {
		if row.section != section {
			if section = row.section; i > 0 {
				out = append(out, hallLine{row: -1})
			}
			out = append(out, hallLine{m.words.Text(section), -1})
		}
		out = append(out, hallLine{row.text, i})
	}
	if len(h.rows) == 0 {
		key := "hall.empty"
		switch {
		case !h.seen:
			key = "hall.looking"
		case h.resume:
			key = "hall.norunning"
		}
		for _, line := range wrap(m.words.Text(key), h.width(m)) {
			out = append(out, hallLine{line, -1})
		}
	}
	return out
}

func (h *hall) width(m *Model) int { return min(m.width-4, 88) }

// visible returns the lines that fit, and the line of the screen they begin at.
func (h *hall) visible(m *Model) (lines []hallLine, top int) {
	const head, foot = 3, 4
	lines = h.lines(m)
	room := max(1, m.height-head-foot)
	first := 0
	for i, line := range lines {
		if line.row == h.at && i >= room {
			first = i - room + 1
		}
	}
	return lines[first:min(len(lines), first+room)], head
}

func (h *hall) draw(m *Model, c *canvas) {
	x := max(1, (m.width-h.width(m))/2)
	online := m.session.options.Online
	c.write(x, 0, clip(m.words.Text("hall.title", "server", online.Client.Server()), h.width(m)), m.look.accent())
	who := m.words.Text("hall.you", "name", online.Name)
	if online.Name == "" {
		who = m.words.Text("hall.spectator")
	}
	c.write(x, 1, clip(who, h.width(m)), m.look.soft())
	lines, top := h.visible(m)
	for i, line := range lines {
		text, paint := "  "+line.text, m.look.text()
		switch {
		case line.row < 0:
			text, paint = line.text, m.look.soft()
		case line.row == h.at:
			text, paint = string(m.look.glyphs().turn)+" "+line.text, m.look.bold()
		}
		c.write(x, top+i, clip(text, h.width(m)), paint)
	}
	alarm := h.alarm
	if h.lost {
		alarm = m.words.Text("online.lost")
	}
	for i, line := range wrap(alarm, h.width(m)) {
		if i < 2 {
			c.write(x, m.height-4+i, line, m.look.alarm())
		}
	}
	c.write(x, m.height-1, clip(m.words.Text("hall.keys"), h.width(m)), m.look.soft())
}

// click on a row chooses it, on the chosen one goes there.
func (h *hall) click(m *Model, y int) tea.Cmd {
	lines, top := h.visible(m)
	if i := y - top; i >= 0 && i < len(lines) && lines[i].row >= 0 {
		again := h.at == lines[i].row
		h.at = lines[i].row
		if again {
			return h.enter(m)
		}
	}
	return nil
}
