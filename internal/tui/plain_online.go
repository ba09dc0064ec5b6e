// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"strconv"
	"strings"
)

// onlineTurn shows the match and asks for what can be done.
func (p *plain) onlineTurn() {
	s := p.session
	if s.table == nil {
		p.lobby(false)
		return
	}
	p.showChange()
	_, asked := s.table.asked()
	switch {
	case !s.options.Typed && s.table.awaited():
		p.link.hearNext(nil)
	case s.over():
		if text, ok := p.ask(p.words.Text("online.over")); ok && text != "" {
			p.say(p.words.Text("plain.ended"))
		}
	case s.table.mine():
		p.enter()
	case s.options.Typed || asked || s.table.state.Can.Start:
		if text, ok := p.ask(s.table.waitText(p.words) + " >"); ok && text != "" {
			p.say(p.words.Text("refused.not-turn"))
		}
	default:
		p.link.hearNext(nil)
	}
}

// lobby lists what there is on the server and goes where the player wants.
func (p *plain) lobby(resume bool) {
	s := p.session
	rows, err := s.options.Online.look(p.ctx, p.words, s.options.gameName(p.words), resume)
	switch {
	case err != nil:
		p.say(refusal(p.words, err))
		s.left, p.link.failed = true, true
		return
	case resume && len(rows) == 1:
		p.link.open(rows[0].place.Match)
		return
	case resume && len(rows) == 0:
		p.say(p.words.Text("lobby.norunning"))
		s.left = true
		return
	}
	p.writeRows(rows)
	line, ok := p.read(p.words.Text("lobby.prompt"))
	if !ok {
		return
	}
	place, err := readPlace(line, rows)
	switch word := strings.ToLower(line); {
	case word == "quit" || word == "exit":
		p.quit("")
	case line == "":
	case err != nil:
		p.say(refusal(p.words, err))
	default:
		p.link.visit(place)
	}
}

func (p *plain) writeRows(rows []lobbyRow) {
	section := ""
	for i, row := range rows {
		if row.section != section {
			section = row.section
			p.say(p.words.Text(section))
		}
		text := strconv.Itoa(i+1) + "  " + row.text
		if row.refused != "" {
			text += " (" + printable(row.refused) + ")"
		}
		p.say("  " + text)
	}
	if len(rows) == 0 {
		p.say(p.words.Text("lobby.empty.plain"))
	}
}

// readPlace reads where to go from the lobby.
func readPlace(line string, rows []lobbyRow) (Place, error) {
	if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= len(rows) {
		return rows[n-1].place, nil
	}
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch strings.ToLower(word) {
	case "seek":
		spec, err := ParseWish(rest)
		return Place{Seek: &spec}, err
	case "challenge":
		name, wish, _ := strings.Cut(rest, " ")
		spec, err := ParseWish(wish)
		return Place{Challenge: name, Seek: &spec}, err
	case "join", "watch":
		if rest == "" {
			break
		}
		return Place{Match: rest, Watch: strings.EqualFold(word, "watch")}, nil
	}
	return Place{}, placeError{"lobby.want", line}
}

// leaveTable returns to the lobby; a match goes on.
func (p *plain) leaveTable(string) bool {
	if p.session.options.Online == nil {
		p.say(p.words.Text("online.not"))
		return true
	}
	p.link.shut()
	p.session.table, p.shown = nil, ""
	return false
}

// onlineCommand returns the command to the server that a line begins with.
func onlineCommand(word string) request {
	switch word {
	case "accept":
		return request{name: "answer", yes: true}
	case "decline":
		return request{name: "answer"}
	case "withdraw", "rematch", "start", "abort", "claim":
		return request{name: word}
	}
	return request{}
}

// doOnline does a command to the server; it reports whether the prompt still stands.
func (p *plain) doOnline(c request) bool {
	t := p.session.table
	if t == nil {
		p.say(p.words.Text("online.not"))
		return true
	}
	if c.name == "answer" {
		offer, asked := t.asked()
		if !asked {
			p.say(p.words.Text("refused.no-offer"))
			return true
		}
		c.offer = offer.ID
	}
	return !p.link.send(c)
}
