// SPDX-License-Identifier: Apache-2.0

// Package offline plays games in a browser without a server: two people on one
// device, or one against the computer. A script sends requests as JSON, and gets the
// state of the page as the server would send it, with the whole game as a record.
//
// A Table holds one game. It stores nothing and draws nothing: the page keeps the
// record and shows the state. It serves one request at a time.
package offline

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/internal/pagestate"
	"cairn/match"
	"cairn/record"
)

// PageRequest is what a page asks for.
type PageRequest struct {
	Do     string            `json:"do"` // setup, new, load, move, undo, redo, think, why
	Lang   string            `json:"lang"`
	Men    string            `json:"men"`   // setup: colours of the men, as "red-blue"
	Texts  map[string]string `json:"texts"` // setup: texts of the page that states need
	Game   string            `json:"game"`
	Level  string            `json:"level"` // of the computer; empty for two people
	Side   string            `json:"side"`  // of the person against the computer
	Move   string            `json:"move"`
	Path   []string          `json:"path"`   // why: points, the last of which cannot be touched
	Record string            `json:"record"` // load
}

// Answer is the game after a request. With an error nothing has changed.
type Answer struct {
	State  *pagestate.State `json:"state,omitempty"`
	Moves  []string         `json:"moves"`           // played so far, in notation
	Record string           `json:"record"`          // the whole game as text
	Name   string           `json:"name"`            // of a file to save it in
	Level  string           `json:"level"`           // of the computer; empty for two people
	Side   string           `json:"side"`            // of the person against the computer
	Error  string           `json:"error,omitempty"` // for people
}

// Screen is one screen with one game.
type Screen struct {
	games *catalog.Catalog
	now   func() time.Time
	texts *texts

	match match.Match
	dealt bool      // there is a game
	level string    // of the computer; empty for two people
	side  game.Side // of the person against the computer
}

// NewScreen returns a table without a game.
func NewScreen(games *catalog.Catalog, now func() time.Time) *Screen {
	return &Screen{games: games, now: now, texts: newTexts("en", "", nil)}
}

// Call answers a request, both as JSON.
func (t *Screen) Call(data []byte) []byte {
	var q PageRequest
	err := json.Unmarshal(data, &q)
	if err == nil {
		err = t.do(q)
	}
	out, failed := json.Marshal(t.answer(err))
	if failed != nil {
		out, _ = json.Marshal(Answer{Error: failed.Error()}) // a text is always written
	}
	return out
}

func (t *Screen) do(q PageRequest) error {
	switch {
	case q.Do == "setup":
		t.texts = newTexts(q.Lang, q.Men, q.Texts)
		return nil
	case q.Do == "new":
		return t.deal(q)
	case q.Do == "load":
		return t.load(q)
	case !t.dealt:
		return fmt.Errorf("there is no game yet")
	case q.Do == "think":
		return t.think()
	case q.Do == "why":
		return t.why(q.Path)
	}
	by := match.SeatOf(t.match.Turn())
	if t.level != "" {
		by = match.SeatOf(t.side)
	}
	return t.act(match.Action{Kind: match.ActionKind(q.Do), By: by, Move: q.Move})
}

func (t *Screen) act(a match.Action) error {
	next, _, err := t.match.Do(t.now(), a)
	if err == nil {
		t.match = next
	}
	return err
}

// deal begins a new game.
func (t *Screen) deal(q PageRequest) error {
	g, err := t.games.Find(q.Game)
	if err != nil {
		return err
	}
	m, _, err := match.New(g.Game, setupOf(q), t.now())
	if err == nil {
		m, _, err = m.Do(t.now(), match.Action{Kind: match.Start})
	}
	return t.sit(m, q, err)
}

// load goes on from a record.
func (t *Screen) load(q PageRequest) error {
	r, _, err := record.Read(strings.NewReader(q.Record), nil, t.games.Game)
	if err != nil {
		return err
	}
	g, err := t.games.Game(r.Game)
	if err != nil {
		return err
	}
	r.Control = "" // there are no clocks here
	r.Clock = record.TimesLeft{}
	m, _, err := match.FromRecord(g, r, setupOf(q), t.now())
	return t.sit(m, q, err)
}

// sit makes a match the game of the table.
func (t *Screen) sit(m match.Match, q PageRequest, err error) error {
	if err != nil {
		return err
	}
	t.match, t.dealt, t.level, t.side = m, true, q.Level, game.White
	if q.Side == game.Black.String() {
		t.side = game.Black
	}
	return nil
}

func setupOf(q PageRequest) match.Setup {
	if q.Level == "" {
		return match.Setup{Takeback: match.Free}
	}
	return match.Setup{Takeback: match.Own}
}

// think lets the computer move, if it is to move.
func (t *Screen) think() error {
	m := t.match
	if t.level == "" || m.Status() != match.Playing || m.Turn() == t.side {
		return nil
	}
	entry, err := t.games.Find(m.Game().Info().ID)
	if err != nil {
		return err
	}
	answer, err := entry.Think(context.Background(), catalog.Question{
		State: m.State(), Recent: m.Walk().Recent(), Level: engine.Level(t.level), Seed: uint64(t.now().UnixNano()),
	})
	if err != nil {
		return err
	}
	return t.act(match.Action{Kind: match.Move, By: match.SeatOf(m.Turn()), Move: answer.Move})
}

// why returns the reason why the last point of a path cannot be touched, nil if it
// can.
func (t *Screen) why(path []string) error {
	info := t.match.Game().Info()
	input := game.NewInput(info, t.match.State())
	for _, name := range path {
		point, ok := info.Board.Find(name)
		if !ok {
			return &game.Illegal{Move: name, Why: game.WhyNoPoint, At: name}
		}
		if illegal := input.Touch(point); illegal != nil {
			return illegal
		}
	}
	return nil
}

// answer describes the game.
func (t *Screen) answer(err error) Answer {
	a := Answer{Moves: []string{}, Level: t.level, Side: t.side.String()}
	if err != nil {
		a.Error = t.reason(err)
	}
	if !t.dealt {
		return a
	}
	written := t.match.Record()
	written.Players = t.players()
	for _, turn := range written.Turns {
		a.Moves = append(a.Moves, turn.Move)
	}
	var out strings.Builder
	if err := record.Text.Encode(&out, written); err != nil && a.Error == "" {
		a.Error = err.Error()
	}
	a.Record, a.Name = out.String(), record.DefaultName(written.Game)+record.Text.Extensions()[0]
	state := t.state()
	a.State = &state
	return a
}

// players are the names of both sides in a record.
func (t *Screen) players() (names [2]string) {
	if t.level != "" {
		names[t.side.Other()] = t.name(t.texts, t.side.Other())
	}
	return names
}
