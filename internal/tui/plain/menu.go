// SPDX-License-Identifier: Apache-2.0

package plain

import (
	"fmt"
	"strconv"
	"strings"

	"cairn/internal/tui"
	"cairn/match"
)

// menu asks for the game, the opponent and who begins, and begins the game.
func (p *display) menu() error {
	o := p.options
	var names []string
	for _, e := range o.Games {
		info := e.Game.Info()
		names = append(names, fmt.Sprintf("%s (%s)", p.words.Game(info), info.ID))
	}
	var saves []tui.SavedGame
	if o.Typed { // scripts depend on the numbers of the games
		saves = p.home.Saves(p.words)
	}
	if len(saves) > 0 {
		names = append(names, p.words.Text("row.load"))
	}
	game, ok := p.choose("menu.game", names, func(text string) int {
		for i := range o.Games {
			if e, err := o.Find(text); err == nil && e == &o.Games[i] {
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
	if err := e.Check(o.Players); err != nil {
		return err
	}
	if plan, ok := p.opponents(e); ok {
		p.submit(tui.Action{Kind: tui.New, Plan: plan})
	}
	return nil
}

// loadMenu asks which saved game to continue.
func (p *display) loadMenu(saves []tui.SavedGame) error {
	var names []string
	for _, s := range saves {
		names = append(names, s.Name+"  "+s.About)
	}
	i, ok := p.choose("load.title", names, nil)
	if ok && p.load(saves[i].Name) {
		return p.menu() // it could not be loaded
	}
	return nil
}

// clock asks for the time control; not if the options name one, nor in a script.
func (p *display) clock(c *tui.Setup) bool {
	if !p.options.Typed || p.options.Control != "" {
		return true
	}
	var names []string
	for _, clock := range tui.UsualClocks {
		names = append(names, tui.ClockWords(p.words, clock))
	}
	i, ok := p.choose("menu.clock", names, func(text string) int {
		clock, ok := tui.ParseClock(text)
		if !ok {
			return -1
		}
		c.Control, _ = match.ParseControl(clock)
		return len(names)
	})
	if ok && i < len(names) {
		c.Control, _ = match.ParseControl(tui.UsualClocks[i])
	}
	return ok
}

// opponents asks who plays, unless the options name the players.
func (p *display) opponents(e *tui.Entry) (plan tui.Plan, ok bool) {
	if p.options.Players != [2]string{} {
		return p.home.Named(e), true
	}
	c := tui.Setup{Entry: e}
	c.Control, _ = match.ParseControl(p.options.Control) // Complete has checked it
	opponent, ok := p.choose("menu.opponent", e.Opponents(p.words), nil)
	if !ok {
		return plan, false
	}
	if opponent > 0 {
		c.Opponent = e.Levels[opponent-1]
	}
	who, ok := p.choose("menu.begins", tui.BeginNames(p.words, c.Opponent != ""), nil)
	c.Begins = tui.Begins(who)
	if !ok || !p.clock(&c) {
		return plan, false
	}
	return p.home.Draw(c), true
}

// choose asks the player to choose one of several names by its number, or by a text for which
// find returns an index; a blank line chooses the first. It returns false if the player loaded
// a saved game instead, or left.
func (p *display) choose(key string, names []string, find func(string) int) (int, bool) {
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
		case word == "quit" || word == "exit":
			p.left = true
			return 0, false
		case word == "load":
			if !p.load(line[len(word):]) {
				return 0, false
			}
			continue
		}
		if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= len(names) {
			return n - 1, true
		}
		if find != nil {
			if i := find(line); i >= 0 {
				return i, true
			}
		}
		p.say(p.words.Text("plain.number.wrong", "input", tui.Quote(line), "count", len(names)))
	}
}
