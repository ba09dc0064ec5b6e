// SPDX-License-Identifier: Apache-2.0

package lobby

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live/lobby"
	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// lobbyView is the lobby on a page and in its stream, as text in the reader's language.
type lobbyView struct {
	Type         string    `json:"type"`
	Online       string    `json:"online"`
	Playing      string    `json:"playing"`
	OnlineCount  int       `json:"online_count"`
	PlayingCount int       `json:"playing_count"`
	Seeks        []seekRow `json:"seeks"`
	Games        []gameRow `json:"games"`

	BlankSeek seekRow  `json:"-"` // template of rows for scripts
	Game      string   `json:"-"` // of the computer, for a reader who finds no opponent
	Levels    []string `json:"-"` // of the computer in Game: every second
	Puzzles   bool     `json:"-"`
}

// seekRow is one open seek.
type seekRow struct {
	ID      string `json:"id"`
	Who     string `json:"who"`
	Profile string `json:"profile,omitempty"` // address; empty for guests
	Rating  string `json:"rating,omitempty"`  // empty for guests
	Game    string `json:"game"`
	Also    string `json:"also,omitempty"` // other games and clocks
	Clock   string `json:"clock"`
	Stakes  string `json:"stakes"`
	Own     bool   `json:"own,omitempty"`
	Why     string `json:"why,omitempty"`     // why the reader cannot accept it
	Account bool   `json:"account,omitempty"` // an account is needed to accept it
}

// gameRow is one game to watch.
type gameRow struct {
	ID      string `json:"id"`
	Path    string `json:"path"`
	Game    string `json:"game"`
	Players string `json:"players"` // both in words
	White   string `json:"white"`
	Black   string `json:"black"`
	listing.BotSides
}

// lobbyOf is the lobby for the visitor of a request.
func (s *handlers) lobbyOf(r *http.Request) (*lobbyView, error) {
	shot, shotErr := s.core.Live.Lobby.Look(r.Context())
	reader, readerErr := s.core.Live.Lobby.Reader(r.Context(), web.VisitorOf(r).User)
	if err := cmp.Or(shotErr, readerErr); err != nil {
		return nil, err
	}
	v, err := s.newLobbyView(r.Context(), s.core.Texts(r), reader, shot)
	if all := s.core.Live.Rooms.Games().All(); err == nil && len(all) > 0 {
		v.Game = all[0].Info().ID
		if s.core.Puzzles != nil {
			daily, _, _ := s.core.Puzzles.Daily(s.core.Now()) // without it the lobby offers no puzzle
			v.Puzzles = daily != nil
		}
		for i, level := range all[0].Levels() {
			if i%2 == 1 {
				v.Levels = append(v.Levels, level)
			}
		}
	}
	return v, err
}

// newLobbyView returns a snapshot of the lobby for a reader.
func (s *handlers) newLobbyView(ctx context.Context, t *web.Texts, reader *lobby.Reader, shot lobby.Snapshot) (*lobbyView, error) {
	seeks, err := reader.Open(ctx, shot.Seeks)
	if err != nil {
		return nil, err
	}
	var users []string
	for i := range seeks {
		users = append(users, seeks[i].User)
	}
	for i := range shot.Games {
		users = append(users, shot.Games[i].Seats[:]...)
	}
	names, bots, err := s.lists.Named(ctx, users)
	if err != nil {
		return nil, err
	}
	v := &lobbyView{
		Type: "lobby", Online: t.Count("web.lobby.online", shot.Online), Playing: t.Count("web.lobby.playing", shot.Playing), OnlineCount: shot.Online, PlayingCount: shot.Playing,
		Seeks: []seekRow{}, Games: []gameRow{},
	}
	for _, seek := range seeks {
		v.Seeks = append(v.Seeks, s.seekRow(t, reader, seek, names[seek.User]))
	}
	for i := range shot.Games {
		if info := &shot.Games[i]; info.VisibleTo(reader.User.ID) {
			v.Games = append(v.Games, s.gameRow(t, info, names, bots))
		}
	}
	return v, nil
}

func (s *handlers) gameRow(t *web.Texts, info *room.Info, names map[string]string, bots map[string]bool) gameRow {
	players := listing.SeatNames(t, info, names)
	row := gameRow{
		ID: info.ID, Path: listing.MatchPath(info.ID), Game: t.Game(s.lists.GameInfo(info.Game)),
		White: players[game.White], Black: players[game.Black], BotSides: listing.NewBotSides(info, bots),
	}
	row.Players = t.Text("web.front.between", "white", listing.BotText(t, row.White, row.WhiteBot), "black", listing.BotText(t, row.Black, row.BlackBot))
	return row
}

func (s *handlers) seekRow(t *web.Texts, reader *lobby.Reader, seek lobby.Seek, name string) seekRow {
	row := seekRow{
		ID: seek.ID, Who: t.Person(name), Profile: listing.ProfilePath(name), Game: t.Game(s.lists.GameInfo(seek.Game)), Also: s.alsoText(t, seek),
		Clock: listing.ControlText(t, seek.Control), Stakes: t.Text("web." + stakes(seek)), Own: seek.User == reader.User.ID,
	}
	if row.Profile != "" {
		row.Rating = listing.PointsText(seek.Rating, true)
	}
	if err := reader.Refusal(seek); err != nil && !row.Own {
		p := t.Problem(err)
		row.Why, row.Account = p.Text, p.Key == "rated-guest"
	}
	return row
}

// alsoText lists the games and clocks of a seek after the first.
func (s *handlers) alsoText(t *web.Texts, seek lobby.Seek) string {
	var names []string
	for _, game := range seek.AlsoGames {
		names = append(names, t.Game(s.lists.GameInfo(game)))
	}
	for _, control := range seek.AlsoControls {
		names = append(names, listing.ControlText(t, control))
	}
	if len(names) == 0 {
		return ""
	}
	return t.Text("web.lobby.also", "list", strings.Join(names, ", "))
}

// lobbyRecheck is how often a stream checks whether a seek now suits the reader: its
// rating range grows with time.
const lobbyRecheck = 5 * time.Second

// liveLobby streams the lobby.
func (s *handlers) liveLobby(w http.ResponseWriter, r *http.Request) error {
	visitor, t := web.VisitorOf(r), s.core.Texts(r)
	return s.core.Streams.Accept(w, r, func(c *web.Socket) error {
		defer s.core.Live.Presence.Users.Enter(visitor.User.ID)()
		f := &lobbyFollower{server: s, socket: c, visitor: visitor, texts: t, beat: s.core.Now()}
		var shot lobby.Snapshot
		end := func() {}
		err := s.core.Workers.Do(func() (err error) {
			if f.reader, err = s.core.Live.Lobby.Reader(c.Ctx, visitor.User); err == nil {
				shot, end, err = s.core.Live.Lobby.Watch(c.Ctx)
			}
			return err
		})
		if err != nil {
			return err
		}
		defer end()
		return f.run(shot)
	})
}

// lobbyFollower serves one stream of the lobby.
type lobbyFollower struct {
	server  *handlers
	socket  *web.Socket
	visitor web.Visitor
	texts   *web.Texts
	reader  *lobby.Reader
	last    []byte    // the last message
	beat    time.Time // of the last message or heartbeat
}

// run sends the lobby when it changes for the reader, and heartbeats.
func (f *lobbyFollower) run(shot lobby.Snapshot) error {
	for {
		if err := f.send(shot); err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(f.socket.Ctx, min(lobbyRecheck, f.socket.Beat(f.server.core.Heartbeat)))
		next, err := f.server.core.Live.Lobby.Await(ctx, shot)
		quiet := ctx.Err() != nil && f.socket.Ctx.Err() == nil
		cancel()
		if err != nil && !quiet {
			return err
		}
		shot = next
	}
}

// send sends the lobby if it has changed, else a heartbeat if one is due.
func (f *lobbyFollower) send(shot lobby.Snapshot) error {
	var data []byte
	err := f.server.core.Workers.Do(func() error {
		v, err := f.server.newLobbyView(f.socket.Ctx, f.texts, f.reader, shot)
		if err == nil {
			data, err = json.Marshal(v)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case !bytes.Equal(data, f.last):
		f.last, f.beat = data, f.server.core.Now()
		return f.socket.Send(func() (any, error) { return json.RawMessage(data), nil })
	case f.server.core.Now().Sub(f.beat) < f.socket.Beat(f.server.core.Heartbeat):
		return nil
	}
	f.beat = f.server.core.Now()
	if err := f.server.core.Streams.CheckSession(f.socket.Ctx, f.visitor); err != nil {
		return err
	}
	return f.socket.Ping()
}

// acceptSeek accepts the seek of another player. A visitor becomes a guest only if the
// seek can be accepted.
func (s *handlers) acceptSeek(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	if err := s.core.Live.Lobby.CheckAccept(r.Context(), web.VisitorOf(r).User, id); err != nil {
		return s.acceptProblem(w, r, err)
	}
	user, err := s.core.Player(w, r)
	if err != nil {
		return err
	}
	info, err := s.core.Live.Lobby.Accept(r.Context(), user, id, in.Text("game"), in.Text("clock"))
	if err != nil {
		return s.acceptProblem(w, r, err)
	}
	return s.seeMatch(w, r, info.ID)
}

// acceptProblem shows the form to start a game, and why the seek cannot be accepted.
func (s *handlers) acceptProblem(w http.ResponseWriter, r *http.Request, err error) error {
	code := failure.CodeOf(err)
	if web.WantsJSON(r) || code != failure.NotFound && code != failure.Forbidden && code != failure.Invalid {
		return err
	}
	p := s.core.Problem(r, err)
	return s.renderStart(w, r, p.Status, startView{Problem: p}, web.Form{})
}

// showLobby answers a program with the lobby.
func (s *handlers) showLobby(w http.ResponseWriter, r *http.Request) error {
	view, err := s.lobbyOf(r)
	if err != nil {
		return err
	}
	return s.core.WriteJSON(w, http.StatusOK, view)
}

// createGuest makes a guest for a program, whose token is the only way to play as
// that guest.
func (s *handlers) createGuest(w http.ResponseWriter, r *http.Request) error {
	if err := s.core.Limits.Guest.Count(r.Context(), web.OriginOf(r).Keys("")); err != nil {
		return err
	}
	user, token, err := s.core.Accounts.Programs.GuestToken(r.Context(), web.BrowserName(r))
	if err != nil {
		return err
	}
	return s.core.WriteJSON(w, http.StatusOK, map[string]string{"name": user.Name, "token": token})
}
