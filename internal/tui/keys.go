// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"charm.land/bubbles/v2/key"

	"cairn/internal/lang"
)

// keyMap is every key of the board page.
type keyMap struct {
	up, down, left, right key.Binding
	touch, back, end      key.Binding
	undo, redo            key.Binding
	save, load            key.Binding
	draw, forfeit, fresh  key.Binding
	colours, help, quit   key.Binding
	older, newer          key.Binding
}

// newKeys returns the keys with their descriptions.
func newKeys(words *lang.Catalogue) keyMap {
	bind := func(name, shown string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(shown, words.Text("key."+name)))
	}
	return keyMap{
		up:      bind("up", "k", "up", "k"),
		down:    bind("down", "j", "down", "j"),
		left:    bind("left", "h", "left", "h"),
		right:   bind("right", "l", "right", "l"),
		touch:   bind("touch", "enter", "enter", "space"),
		back:    bind("back", "esc", "esc", "backspace"),
		end:     bind("end", "e", "e"),
		undo:    bind("undo", "u", "u"),
		redo:    bind("redo", "r", "r"),
		save:    bind("save", "s", "s"),
		load:    bind("load", "o", "o"),
		draw:    bind("draw", "d", "d"),
		forfeit: bind("forfeit", "f", "f"),
		fresh:   bind("new", "n", "n"),
		colours: bind("colours", "c", "c"),
		help:    bind("help", "?", "?", "f1"),
		quit:    bind("quit", "q", "q", "ctrl+c"),
		older:   bind("older", "pgup", "pgup"),
		newer:   bind("newer", "pgdown", "pgdown"),
	}
}

// short lists the keys that stand at the foot of the screen, the most wanted
// first.
func (k keyMap) short() []key.Binding {
	return []key.Binding{
		k.touch, k.back, k.undo, k.redo, k.save, k.load, k.draw, k.forfeit, k.fresh, k.colours, k.help, k.quit,
	}
}

// all lists every key, for the help: those that enter a turn, and the others.
func (k keyMap) all() [2][]key.Binding {
	return [2][]key.Binding{
		{k.left, k.down, k.up, k.right, k.touch, k.back, k.end, k.older, k.newer},
		{k.undo, k.redo, k.save, k.load, k.draw, k.forfeit, k.fresh, k.colours, k.quit},
	}
}
