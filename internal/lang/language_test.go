// SPDX-License-Identifier: Apache-2.0

package lang_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/lang"
)

func codes() (all []string) {
	for _, l := range lang.Languages() {
		all = append(all, l.Code)
	}
	return all
}

// load returns a language that exists.
func load(t *testing.T, code string) *lang.Catalogue {
	t.Helper()
	c, ok := lang.Load(code)
	if !ok {
		t.Fatalf("there is no language %q", code)
	}
	return c
}

func TestLanguages(t *testing.T) {
	if got, want := strings.Join(codes(), " "), "en fr de"; got != want {
		t.Errorf("got the languages %s, want %s", got, want)
	}
	for _, l := range lang.Languages() {
		if got := load(t, l.Code).Code(); got != l.Code || l.Name == "" {
			t.Errorf("%s: got the code %q and the name %q", l.Code, got, l.Name)
		}
	}
	if _, ok := lang.Load("xx"); ok {
		t.Error("a language without texts was loaded")
	}
}

// An incomplete language takes missing texts from its base.
func TestBorrowedTexts(t *testing.T) {
	c := load(t, "mg")
	if got, want := c.Side(game.White), "Fotsy"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := c.Text("row.start"), load(t, "fr").Text("row.start"); got != want {
		t.Errorf("got %q, want the French %q", got, want)
	}
	keys := c.Keys()
	for _, key := range lang.English().Keys() {
		if !slices.Contains(keys, key) {
			t.Errorf("%s is missing", key)
		}
	}
}

func TestOver(t *testing.T) {
	read := func(code, text string) *lang.Catalogue {
		c, err := lang.ParseLanguage(code, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	english := read("en", `{a: a, b: b, c: c, men.one: "{count} man", men.other: "{count} men"}`)
	french := read("fr", `{b: bé, c: cé}`)
	c := read("mg", `{c: tsé}`).Over(french).Over(english)
	for key, want := range map[string]string{"a": "a", "b": "bé", "c": "tsé", "d": "[d]"} {
		if got := c.Text(key); got != want {
			t.Errorf("%s: got %q, want %q", key, got, want)
		}
	}
	if got, want := c.Count("men", 0), "0 men"; got != want {
		t.Errorf("a borrowed plural: got %q, want that of its own language, %q", got, want)
	}
	if got, want := len(c.Keys()), 5; got != want {
		t.Errorf("got %d keys, want %d: %v", got, want, c.Keys())
	}
	if got, want := c.Code(), "mg"; got != want {
		t.Errorf("got the code %q, want %q", got, want)
	}
}

func TestParseLanguage(t *testing.T) {
	c, err := lang.ParseLanguage("de", []byte("a: eins"), []byte("b: zwei"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := c.Text("a")+" "+c.Text("b"), "eins zwei"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	_, err = lang.ParseLanguage("de", []byte("a: eins"), []byte("a: noch eins"))
	if err == nil || !strings.Contains(err.Error(), "a stands in two files") {
		t.Errorf("a key in two files: got %v, want an error that names it", err)
	}
}

func TestPlural(t *testing.T) {
	for _, test := range []struct {
		code string
		one  []int
	}{
		{"en", []int{1}},
		{"de", []int{1}},
		{"fr", []int{0, 1}},
		{"mg", []int{0, 1}},
	} {
		for n := range 30 {
			want := "other"
			if slices.Contains(test.one, n) {
				want = "one"
			}
			if got := lang.Plural(test.code, n); got != want {
				t.Errorf("%s, %d: got %s, want %s", test.code, n, got, want)
			}
		}
	}
}

// A game without a text in a language has the name of its rules.
func TestNames(t *testing.T) {
	toy := &tictactoe.Standard.Info
	nine := &game.Info{ID: "nine", Name: "Nine", Variant: "no flying", Content: fstest.MapFS{
		"content/de.yaml": {Data: []byte("game.nine: Mühle\nvariant.no flying: ohne Springen")},
	}}
	broken := &game.Info{ID: "nine", Name: "Nine", Content: fstest.MapFS{"content/de.yaml": {Data: []byte("- no map")}}}
	de := load(t, "de")
	for _, test := range []struct{ name, got, want string }{
		{"a game", de.Game(nine), "Mühle"},
		{"a game without a text", de.Game(toy), toy.Name},
		{"a game with a broken file", de.Game(broken), "Nine"},
		{"a game in English", lang.English().Game(nine), "Nine"},
		{"a variant", de.Variant(nine), "ohne Springen"},
		{"the standard variant", de.Variant(&game.Info{Variant: "standard"}), "übliche Regeln"},
		{"a variant without a text", de.Variant(&game.Info{Variant: "8×8"}), "8×8"},
		{"a player", de.Player("human"), "Mensch"},
		{"a player without a text", de.Player("simple"), "simple"},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, test.got, test.want)
		}
	}
}

// The texts of a game come before shared texts in each language, and missing texts come
// from the next language.
func TestFor(t *testing.T) {
	cows := &game.Info{ID: "cows", Family: "cows", Pieces: game.Men, Content: fstest.MapFS{
		"content/en.yaml":            {Data: []byte("piece.men.one: cow\nnote.line: lines up\nlesson.a.title: Herd")},
		"content/fr.yaml":            {Data: []byte("lesson.b.title: Troupeau")},
		"content/rules/en/cows.html": {Data: []byte("<p>Cows</p>")},
	}}
	en, fr, mg := lang.English().For(cows), load(t, "fr").For(cows), load(t, "mg").For(cows)
	line := []game.Note{{Kind: game.LineMade}}
	board := tictactoe.Standard.Board
	for _, test := range []struct{ name, got, want string }{
		{"no game", lang.English().Text("why.no-man"), "no piece on this point"},
		{"a game that says nothing", lang.English().For(tictactoeInfo()).Text("why.no-man"), "no piece on this point"},
		{"men", lang.English().For(&game.Info{Pieces: game.Men}).Text("why.no-man"), "no man on this point"},
		{"stones", lang.English().For(&game.Info{Pieces: game.Stones}).Text("note.enters.placing", "side", "White"), "White now places stones."},
		{"a word of the game", en.Text("why.no-man"), "no cow on this point"},
		{"its other form is shared", en.Text("note.enters.placing", "side", "White"), "White now places men."},
		{"a text of the game", strings.Join(en.Turn(board, game.White, line), ""), "White lines up."},
		{"a shared text of the same language goes first", fr.Text("note.line"), load(t, "fr").Text("note.line")},
		{"in its own language", fr.Text("lesson.b.title"), "Troupeau"},
		{"from the base", mg.Text("lesson.b.title"), "Troupeau"},
		{"in English at last", mg.Text("lesson.a.title"), "Herd"},
		{"a missing key", mg.Text("lesson.c.title"), "[lesson.c.title]"},
		{"another game", en.For(tictactoeInfo()).Text("why.no-man"), "no piece on this point"},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, test.got, test.want)
		}
	}
	if text := mg.Rules(cows); text.HTML != "<p>Cows</p>" || text.Language != "en" {
		t.Errorf("rules: got %+v, want the English ones", text)
	}
	if text := mg.Rules(&game.Info{ID: "x", Family: "cows", Content: cows.Content}); text.HTML != "<p>Cows</p>" || !text.OfFamily {
		t.Errorf("rules of a variant: got %+v, want those of the family", text)
	}
	if text := mg.Rules(tictactoeInfo()); text.HTML != "" {
		t.Errorf("rules of a game without any: got %+v", text)
	}
}

func tictactoeInfo() *game.Info { return &tictactoe.Standard.Info }
