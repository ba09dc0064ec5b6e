// SPDX-License-Identifier: Apache-2.0

package lang

import (
	"io/fs"
	"reflect"
	"sync"

	"cairn/game"
)

// For returns the catalogue of a game: texts of the game override texts of this catalogue
// in each language, and {piece} and {pieces} are the word of the game for its pieces.
// Missing texts come from the base languages and at last from English.
func (c *Catalogue) For(info *game.Info) *Catalogue {
	return c.with(info, chain(c.code))
}

// with returns c with the texts of a game in the first of some languages, and the other
// languages as its base.
func (c *Catalogue) with(info *game.Info, codes []string) *Catalogue {
	of := *c
	of.pieces = info.Pieces
	of.own = ownTexts(info, codes[0])
	if len(codes) > 1 {
		base := c.base
		if base == nil {
			base = &Catalogue{code: codes[1]}
		}
		of.base = base.with(info, codes[1:])
	}
	return &of
}

// Game returns the name of a rule set: its text game.ID, or the name its rules
// give.
func (c *Catalogue) Game(info *game.Info) string {
	return c.For(info).named("game."+info.ID, info.Name)
}

// Variant returns the name of a rule set within its family: the text variant.NAME, or the
// name that its rules give.
func (c *Catalogue) Variant(info *game.Info) string {
	return c.For(info).named("variant."+info.Variant, info.Variant)
}

// Player returns the name of a kind of player, a human or a level of the
// computer. One without a text is called by its name.
func (c *Catalogue) Player(name string) string { return c.named("player."+name, name) }

// Label returns the name of a way to make a step. One without a text is called
// as the rules name it.
func (c *Catalogue) Label(l game.Label) string { return c.named("label."+l.Name, l.Name) }

func (c *Catalogue) named(key, name string) string {
	if !c.Has(key) {
		return name
	}
	return c.Text(key)
}

// Rules are the rules of a game in words.
type Rules struct {
	HTML     string
	Language string // code of the language they are written in
	OfFamily bool   // they are the rules of the family
}

// Rules returns the rules of a game in words: the file content/rules/LANGUAGE/ID.html of
// the rule set or else of its family, empty if there is none.
func (c *Catalogue) Rules(info *game.Info) Rules {
	if info.Content == nil {
		return Rules{}
	}
	for _, id := range []string{info.ID, info.Family} {
		for _, code := range chain(c.code) {
			if data, err := fs.ReadFile(info.Content, "content/rules/"+code+"/"+id+".html"); err == nil {
				return Rules{HTML: string(data), Language: code, OfFamily: id != info.ID}
			}
		}
	}
	return Rules{}
}

// ReadGame reads the texts of a game in one language: content/LANGUAGE.yaml. A
// game may have none, which is the error fs.ErrNotExist.
func ReadGame(info *game.Info, code string) (*Catalogue, error) {
	if info.Content == nil {
		return nil, fs.ErrNotExist
	}
	data, err := fs.ReadFile(info.Content, "content/"+code+".yaml")
	if err != nil {
		return nil, err
	}
	return ParseLanguage(code, data)
}

// own are the texts of games by [textsKey].
var own sync.Map

type textsKey struct {
	content fs.FS
	code    string
}

// ownTexts is [ReadGame] with a cache. An unreadable file counts as missing, so that a
// fault in it never stops a game; `cairn games --check` reports it.
func ownTexts(info *game.Info, code string) map[string]string {
	key := textsKey{info.Content, code}
	known := info.Content != nil && reflect.ValueOf(info.Content).Comparable()
	if known {
		if texts, ok := own.Load(key); ok {
			return texts.(map[string]string)
		}
	}
	var texts map[string]string
	if c, err := ReadGame(info, code); err == nil {
		texts = c.texts
	}
	if known {
		own.Store(key, texts)
	}
	return texts
}
