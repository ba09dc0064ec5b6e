// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"fmt"
	"strconv"
	"strings"

	"cairn/match"
)

// menu asks for the game, the opponent and who begins, and starts.
func (p *plain) menu() error {
	o := &p.session.options
	var names []string
	for _, e := range o.Games {
		info := e.Game.Info()
		names = append(names, fmt.Sprintf("%s (%s)", p.words.Game(info), info.ID))
	}
	var saves []offer
	if o.Typed { // a script counts on the answers it knows
		saves = p.session.saves(p.words)
	}
	if len(saves) > 0 {
		names = append(names, p.words.Text("row.load"))
	}
	game, ok := p.choose("menu.game", names, func(text string) int {
		for i := range o.Games {
			if e, err := o.find(text); err == nil && e == &o.Games[i] {
				return i
			}
		}
		return -1
	})
	if !ok {
		return nil
	}
	if game == len(o.Games) {
		return p.loadMenu(saves)
	}
	e := &o.Games[game]
	if err := e.check(o.Players); err != nil {
		return err
	}
	plan, ok, err := p.opponents(e)
	if err != nil || !ok {
		return err
	}
	p.submit(action{kind: actNew, plan: plan})
	return nil
}

// loadMenu asks which saved game to go on with.
func (p *plain) loadMenu(saves []offer) error {
	var names []string
	for _, s := range saves {
		names = append(names, s.text+"  "+s.about)
	}
	i, ok := p.choose("load.title", names, nil)
	if ok && p.load(saves[i].text) {
		return p.menu() // it could not be loaded
	}
	return nil
}

// clock asks for the time control, unless it was named at the start.
func (p *plain) clock(c *choice) bool {
	if !p.session.options.Typed || p.session.options.Control != "" {
		return true
	}
	names := append([]string{p.words.Text("clock.none")}, usualClocks[1:]...)
	i, ok := p.choose("menu.clock", names, func(text string) int {
		control, err := match.ParseControl(text)
		if err != nil {
			return -1
		}
		c.control = control
		return len(usualClocks)
	})
	if ok && i < len(usualClocks) {
		c.control, _ = match.ParseControl(usualClocks[i])
	}
	return ok
}

// opponents asks who plays, unless the players were named at the start.
func (p *plain) opponents(e *Entry) (plan, bool, error) {
	s, o := p.session, &p.session.options
	if o.Players != [2]string{} {
		named := *o
		named.Game = e.Game.Info().ID
		s.options = named
		plan, err := s.named()
		return plan, err == nil, err
	}
	control, err := match.ParseControl(o.Control)
	if err != nil {
		return plan{}, false, err
	}
	c := &choice{entry: e, control: control}
	names := append([]string{p.words.Text("opponent.people")}, opponentNames(p.words, e)...)
	opponent, ok := p.choose("menu.opponent", names, nil)
	if !ok {
		return plan{}, false, nil
	}
	if opponent > 0 {
		c.opponent = e.Levels[opponent-1]
	}
	who, ok := p.choose("menu.begins", beginNames(p.words, c.opponent != ""), nil)
	if !ok {
		return plan{}, false, nil
	}
	c.begins = begins(who)
	if !p.clock(c) {
		return plan{}, false, nil
	}
	s.choice = c
	return c.draw(s.random), true, nil
}

// choose asks for one of several things by number, or by a name that find
// knows. The first is taken when the line is blank. It reports false when a
// saved game was loaded instead, or the player left.
func (p *plain) choose(key string, names []string, find func(string) int) (int, bool) {
	p.say(p.words.Text(key))
	for i, name := range names {
		p.say(fmt.Sprintf("%3d  %s", i+1, name))
	}
	for {
		line, ok := p.read(p.words.Text("plain.number", "count", len(names)))
		switch word, _, _ := strings.Cut(strings.ToLower(line), " "); {
		case !ok:
			return 0, false
		case line == "":
			return 0, true
		case word == "quit" || word == "exit" || word == "load" && !p.load(line[len(word):]):
			p.session.left = word != "load"
			return 0, false
		}
		if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= len(names) {
			return n - 1, true
		}
		if find != nil {
			if i := find(line); i >= 0 {
				return i, true
			}
		}
		p.say(p.words.Text("plain.number.wrong", "input", quote(line), "count", len(names)))
	}
}
