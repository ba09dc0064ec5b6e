// SPDX-License-Identifier: Apache-2.0

// Package preview serves what other sites show: bitmaps of positions for previews of
// links, games as animations, and small pages with a board for frames. All of it is
// the same for everyone.
package preview

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"image/png"
	"net/http"
	"strconv"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/live/room"
	"cairn/internal/pagestate"
	"cairn/internal/picture"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
	"cairn/match"
)

// How long caches may keep a picture, in seconds.
const (
	keepRules   = 7 * 24 * 60 * 60
	keepEnded   = 24 * 60 * 60
	keepRunning = 60
)

// maxPosition bounds the text of a position in an address, in bytes.
const maxPosition = 1000

// Files are the templates, texts and static files of this feature.
//
//go:embed templates texts static/*.css
var Files embed.FS

type handlers struct {
	core  *web.Server
	lists *listing.Lists
}

// Register adds the routes of pictures.
func Register(server *web.Server) {
	h := &handlers{server, listing.New(server)}
	server.Handle("GET /match/{id}/picture.png", h.core.Pictures.Handle(h.public(h.showMatch)))
	server.Handle("GET /match/{id}/game.gif", h.core.Pictures.Handle(h.public(h.showFilm)))
	server.Handle("GET /rules/{game}/picture.png", h.core.Pictures.Handle(h.showGame))
	server.Handle("GET /analysis/{game}/picture.png", h.core.Pictures.Handle(h.showPosition))
	server.Handle("GET /embed/{game}", h.embedPosition, web.Open())
	server.Handle("GET /embed/match/{id}", h.public(h.embedMatch), web.Open())
}

// public serves a handler with a match that everyone may see and the names of its players.
func (s *handlers) public(h func(w http.ResponseWriter, r *http.Request, played room.Room, names [2]string) error) web.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		played, err := s.core.Live.Rooms.Read(r.Context(), account.User{}, room.CleanMatchID(r.PathValue("id")))
		if err != nil {
			return err
		}
		names, err := s.lists.SeatNames(r.Context(), s.core.Texts(r), &played.Info)
		if err != nil {
			return err
		}
		return h(w, r, played, names)
	}
}

// scene is what a picture shows.
type scene struct {
	board   *game.Board
	game    string
	view    game.View
	last    []game.Point // points of the last move
	caption picture.Caption
}

// key identifies a scene, see web.Picture.
func (c *scene) key() string {
	return fmt.Sprintf("%s\n%d\n%d\n%q", c.game, c.view.Men, c.last, c.caption)
}

// showMatch draws a position of a public match, by default the last.
func (s *handlers) showMatch(w http.ResponseWriter, r *http.Request, played room.Room, names [2]string) error {
	t, m := s.core.Texts(r), played.Match
	info := m.Game().Info()
	caption := picture.Caption{Title: t.Game(info), Players: names, Text: s.lists.Standing(t, &played.Info)}
	ply, err := askedPly(r, m.Ply())
	if err != nil {
		return err
	}
	if ply < m.Ply() {
		caption.Text = t.Text("web.js.at", "ply", ply, "plies", m.Ply())
	}
	walk := m.Walk()
	turn := pagestate.TurnAt(t.For(info), walk, walk.Turns(), ply)
	keep := keepRunning
	if m.Status() == match.Over {
		keep = keepEnded
	}
	return s.answer(w, r, keep, &scene{info.Board, info.ID, walk.StateAt(ply).View(), pagestate.PointsOf(info.Board, turn.Last), caption})
}

// askedPly is the ply in an address, by default the last.
func askedPly(r *http.Request, all int) (int, error) {
	text := r.URL.Query().Get("ply")
	if text == "" {
		return all, nil
	}
	ply, err := strconv.Atoi(text)
	if err != nil || ply < 0 || ply > all {
		return 0, web.ErrNoPage
	}
	return ply, nil
}

// showGame draws a lively position of a game.
func (s *handlers) showGame(w http.ResponseWriter, r *http.Request) error {
	g, err := s.core.Live.Rooms.Games().Game(r.PathValue("game"))
	if err != nil {
		return web.ErrNoPage
	}
	return s.showView(w, r, keepRules, g.Info(), boardview.Lively(g), s.core.Texts(r).Text("web.preview.play"))
}

// find returns the position of a request, by default the start.
func (s *handlers) find(r *http.Request) (game.Game, game.State, error) {
	g, err := s.core.Live.Rooms.Games().Game(r.PathValue("game"))
	text := r.URL.Query().Get("position")
	switch {
	case err != nil || len(text) > maxPosition:
		return nil, nil, web.ErrNoPage
	case text == "":
		return g, g.Start(), nil
	}
	state, err := g.Parse(text)
	if err != nil {
		return nil, nil, web.ErrNoPage
	}
	return g, state, nil
}

// standing says whose turn it is, or how the game ended.
func standing(t *web.Texts, g game.Game, state game.State) string {
	return cmp.Or(boardview.Standing(t.For(g.Info()), state), t.Text("turn.now", "side", t.Players(state.Turn())))
}

// showPosition draws a position. Its value, which fair play may hide, is not shown.
func (s *handlers) showPosition(w http.ResponseWriter, r *http.Request) error {
	g, state, err := s.find(r)
	if err != nil {
		return err
	}
	return s.showView(w, r, keepEnded, g.Info(), state.View(), standing(s.core.Texts(r), g, state))
}

// showView sends the picture of a position that belongs to no match.
func (s *handlers) showView(w http.ResponseWriter, r *http.Request, keep int, info *game.Info, view game.View, text string) error {
	caption := picture.Caption{Title: s.core.Texts(r).Game(info), Text: text}
	return s.answer(w, r, keep, &scene{board: info.Board, game: info.ID, view: view, caption: caption})
}

// answer sends a picture that caches may keep for some seconds.
func (s *handlers) answer(w http.ResponseWriter, r *http.Request, keep int, c *scene) error {
	return s.core.Pictures.Answer(w, r, web.Picture{Key: c.key(), Kind: "image/png", Keep: keep, Draw: func(out *bytes.Buffer) error {
		return png.Encode(out, picture.Position(c.board, c.view, c.last, c.caption))
	}})
}
