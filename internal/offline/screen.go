// SPDX-License-Identifier: Apache-2.0

// Package offline plays games in a browser without a server: two people on one
// device, or one against the computer. A script sends requests as JSON, and gets the
// state of the page as the server would send it, with the whole game as a record.
//
// A Screen holds one game. It stores nothing and draws nothing: the page keeps the
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
	"cairn/internal/lang"
	"cairn/internal/pagestate"
	"cairn/match"
	"cairn/record"
)

// PageRequest is a request of a page.
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

// Screen is the state of one page.
type Screen struct {
	games *catalog.Catalog
	now   func() time.Time
	texts *lang.Catalogue

	match   match.Match
	started bool      // there is a match
	level   string    // of the computer; empty for two people
	side    game.Side // of the person against the computer
}

// NewScreen returns a screen without a game.
func NewScreen(games *catalog.Catalog, now func() time.Time) *Screen {
	return &Screen{games: games, now: now, texts: newTexts("en", "", nil)}
}

// Call answers a request, both as JSON.
func (s *Screen) Call(data []byte) []byte {
	var q PageRequest
	err := json.Unmarshal(data, &q)
	if err == nil {
		err = s.do(q)
	}
	out, failed := json.Marshal(s.answer(err))
	if failed != nil {
		out, _ = json.Marshal(Answer{Error: failed.Error()}) // a text is always written
	}
	return out
}

func (s *Screen) do(q PageRequest) error {
	switch {
	case q.Do == "setup":
		s.texts = newTexts(q.Lang, q.Men, q.Texts)
		return nil
	case q.Do == "new":
		return s.begin(q)
	case q.Do == "load":
		return s.load(q)
	case !s.started:
		return fmt.Errorf("there is no game yet")
	case q.Do == "think":
		return s.think()
	case q.Do == "why":
		return s.why(q.Path)
	}
	by := match.SeatOf(s.match.Turn())
	if s.level != "" {
		by = match.SeatOf(s.side)
	}
	return s.act(match.Action{Kind: match.ActionKind(q.Do), By: by, Move: q.Move})
}

func (s *Screen) act(a match.Action) error {
	next, _, err := s.match.Do(s.now(), a)
	if err == nil {
		s.match = next
	}
	return err
}

// begin starts a new game.
func (s *Screen) begin(q PageRequest) error {
	g, err := s.games.Find(q.Game)
	if err != nil {
		return err
	}
	m, _, err := match.New(g.Game, setupOf(q), s.now())
	if err == nil {
		m, _, err = m.Do(s.now(), match.Action{Kind: match.Start})
	}
	return s.play(m, q, err)
}

// load continues a saved game.
func (s *Screen) load(q PageRequest) error {
	r, _, err := record.Read(strings.NewReader(q.Record), nil, s.games.Game)
	if err != nil {
		return err
	}
	g, err := s.games.Game(r.Game)
	if err != nil {
		return err
	}
	r.Control = "" // there are no clocks here
	r.Clock = record.TimesLeft{}
	m, _, err := match.FromRecord(g, r, setupOf(q), s.now())
	return s.play(m, q, err)
}

// play makes a match the game of the screen, unless there is an error.
func (s *Screen) play(m match.Match, q PageRequest, err error) error {
	if err != nil {
		return err
	}
	s.match, s.started, s.level, s.side = m, true, q.Level, game.White
	if q.Side == game.Black.String() {
		s.side = game.Black
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
func (s *Screen) think() error {
	m := s.match
	if s.level == "" || m.Status() != match.Playing || m.Turn() == s.side {
		return nil
	}
	entry, err := s.games.Find(m.Game().Info().ID)
	if err != nil {
		return err
	}
	answer, err := entry.Think(context.Background(), catalog.Question{
		State: m.State(), Recent: m.Walk().Recent(), Level: engine.Level(s.level), Seed: uint64(s.now().UnixNano()),
	})
	if err != nil {
		return err
	}
	return s.act(match.Action{Kind: match.Move, By: match.SeatOf(m.Turn()), Move: answer.Move})
}

// why returns the reason why the last point of a path cannot be touched, nil if it
// can.
func (s *Screen) why(path []string) error {
	info := s.match.Game().Info()
	input := game.NewInput(info, s.match.State())
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
func (s *Screen) answer(err error) Answer {
	a := Answer{Moves: []string{}, Level: s.level, Side: s.side.String()}
	if err != nil {
		a.Error = s.reason(err)
	}
	if !s.started {
		return a
	}
	written := s.match.Record()
	written.Players = s.players()
	for _, turn := range written.Turns {
		a.Moves = append(a.Moves, turn.Move)
	}
	var out strings.Builder
	if err := record.Text.Encode(&out, written); err != nil && a.Error == "" {
		a.Error = err.Error()
	}
	a.Record, a.Name = out.String(), record.DefaultName(written.Game)+record.Text.Extensions()[0]
	state := s.state()
	a.State = &state
	return a
}

// players are the names of both sides in a record.
func (s *Screen) players() (names [2]string) {
	if s.level != "" {
		names[s.side.Other()] = s.name(s.texts, s.side.Other())
	}
	return names
}
