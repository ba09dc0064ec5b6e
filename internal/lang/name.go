// SPDX-License-Identifier: Apache-2.0

package lang

import "cairn/game"

// Game returns what a rule set is called. One without a text is called as its
// rules call it, so that a new game needs no line here.
func (c *Catalogue) Game(info *game.Info) string { return c.named("game."+info.ID, info.Name) }

// Variant returns what sets a rule set apart within its family; without a text
// that is what its rules say.
func (c *Catalogue) Variant(info *game.Info) string {
	return c.named("variant."+info.Variant, info.Variant)
}

// Player returns what a kind of player is called: a human, or a level of the
// computer. One without a text is called by its name.
func (c *Catalogue) Player(name string) string { return c.named("player."+name, name) }

// Label returns the name of a way to make a step; without a text, as the rules
// name it.
func (c *Catalogue) Label(l game.Label) string { return c.named("label."+l.Name, l.Name) }

func (c *Catalogue) named(key, name string) string {
	if !c.has(key) {
		return name
	}
	return c.Text(key)
}
