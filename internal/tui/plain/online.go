// SPDX-License-Identifier: Apache-2.0

package plain

import (
	"context"
	"strconv"
	"strings"

	"cairn/internal/tui"
)

// visit goes to a place of the server. A line that is typed meanwhile cancels this.
func (p *display) visit(place tui.Place) {
	if text := place.Text(p.words, p.options.GameName(p.words)); text != "" {
		p.say(text)
	}
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	type arrival struct {
		game *tui.Remote
		err  error
	}
	done := make(chan arrival, 1)
	go func() {
		game, err := p.options.Online.Enter(ctx, p.ctx, p.options, place)
		done <- arrival{game, err}
	}()
	next := p.lines.next
	if !p.options.Typed {
		next = nil // the lines of a script are for the match
	}
	for {
		select {
		case a := <-done:
			if a.err == nil {
				p.leave(tui.Lobby)
				p.game = a.game
				p.present()
			} else if ctx.Err() == nil {
				p.refuse(a.err)
				p.left = place == p.options.Online.Place // the purpose of the program is lost
				p.failed = p.left
			}
			return
		case _, more := <-next:
			cancel()
			next = nil
			p.left = !more
		}
	}
}

// lobby lists the rows of the lobby and goes to the place that the player chooses.
func (p *display) lobby(resume bool) {
	rows, err := p.options.Online.Rows(p.ctx, p.words, p.options.GameName(p.words), resume)
	switch {
	case err != nil:
		p.refuse(err)
		p.left, p.failed = true, true
		return
	case resume && len(rows) == 1:
		p.visit(rows[0].Place)
		return
	case resume && len(rows) == 0:
		p.say(p.words.Text("lobby.norunning"))
		p.left = true
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
		p.left = true
	case line == "":
	case err != nil:
		p.refuse(err)
	default:
		p.visit(place)
	}
}

func (p *display) writeRows(rows []tui.LobbyRow) {
	section := ""
	for i, row := range rows {
		if row.Section != section {
			section = row.Section
			p.say(p.words.Text(section))
		}
		text := strconv.Itoa(i+1) + "  " + row.Text
		if row.Refused != "" {
			text += " (" + row.Refused + ")"
		}
		p.say("  " + text)
	}
	if len(rows) == 0 {
		p.say(p.words.Text("lobby.empty.plain"))
	}
}

// readPlace reads a place: the number of a row, or a command of the lobby.
func readPlace(line string, rows []tui.LobbyRow) (tui.Place, error) {
	if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= len(rows) {
		return rows[n-1].Place, nil
	}
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch word = strings.ToLower(word); word {
	case "seek":
		return tui.SeekPlace(rest)
	case "challenge":
		return tui.ChallengePlace(rest)
	case "join", "watch":
		if rest != "" {
			return tui.Place{Match: rest, Watch: word == "watch"}, nil
		}
	}
	return tui.NoPlace()
}

// toLobby returns to the lobby without resigning a match.
func (p *display) toLobby(string) bool {
	if p.home != nil {
		return p.tell(p.words.Text("online.not"))
	}
	p.leave(tui.Lobby)
	return false
}
