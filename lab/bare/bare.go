// SPDX-License-Identifier: Apache-2.0

// Package bare is the least server that the load generator of bench can play against: it
// saves every move with a group commit and pushes it to both players. It is the ceiling
// that the real server is measured against, with the same HTTP, WebSocket and SQLite.
//
// It speaks the part of the API that package client needs to play. It has no rules,
// accounts, clocks or pages: every move is legal, and a match ends after
// a fixed number of them. It keeps matches in memory only and never reads what it saved.
package bare

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

const (
	// turns is the length of a match: that of nine men's morris between random players,
	// who made 79 in the mean of 6,276 matches.
	turns = 79
	// behind is how many messages a stream may be behind before it is closed.
	behind = 64
	// writeTime bounds the time of one message to a stream.
	writeTime = 10 * time.Second
)

// The first events of a match; moves follow.
const (
	created = iota + 1
	joined
	started
)

// Server is the server. It must be closed.
type Server struct {
	mux     *http.ServeMux
	saver   *saver
	players atomic.Int64

	mu      sync.Mutex
	matches map[string]*match
}

// match is a match in memory. Its lock is held while an event is saved.
type match struct {
	sync.Mutex
	id      string
	seq     int // of the last event
	players [2]string
	streams map[*stream]bool
}

// stream is an open stream of a player.
type stream struct {
	side int // index in players; -1 for a spectator
	out  chan []byte
}

// Open returns a server that saves into a folder.
func Open(dir string) (*Server, error) {
	saver, err := openSaver(dir)
	if err != nil {
		return nil, err
	}
	s := &Server{mux: http.NewServeMux(), saver: saver, matches: map[string]*match{}}
	s.mux.HandleFunc("POST /api/v1/guests", s.enter)
	s.mux.HandleFunc("POST /api/v1/matches", s.create)
	s.mux.HandleFunc("POST /api/v1/matches/{id}/join", s.join)
	s.mux.HandleFunc("POST /api/v1/matches/{id}/{action}", s.act)
	s.mux.HandleFunc("GET /api/v1/matches/{id}/events", s.live)
	return s, nil
}

// Close waits for moves in progress and closes the database.
func (s *Server) Close() error { return s.saver.close() }

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// command is the body of a request.
type command struct {
	Expect int    `json:"expect"`
	Move   string `json:"move"`
}

// enter makes a new player, whose token is a number.
func (s *Server) enter(w http.ResponseWriter, _ *http.Request) {
	player := strconv.FormatInt(s.players.Add(1), 10)
	answer(w, http.StatusOK, `{"name":"`+player+`","token":"`+player+`"}`)
}

// player returns the player of a request; empty for a spectator.
func (s *Server) player(r *http.Request) string {
	return strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
}

func (s *Server) find(id string) *match {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.matches[id]
}

func (s *Server) create(w http.ResponseWriter, r *http.Request) {
	player := s.player(r)
	if player == "" {
		needToken(w)
		return
	}
	m := &match{players: [2]string{player}, streams: map[*stream]bool{}}
	s.mu.Lock()
	m.id = strconv.Itoa(len(s.matches))
	s.matches[m.id] = m
	s.mu.Unlock()
	m.Lock()
	defer m.Unlock()
	if err := s.append(m, "created"); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, http.StatusOK, `{"match":"`+m.id+`"}`)
}

func (s *Server) join(w http.ResponseWriter, r *http.Request) {
	m := s.find(r.PathValue("id"))
	if m == nil {
		http.NotFound(w, r)
		return
	}
	player := s.player(r)
	if player == "" {
		needToken(w)
		return
	}
	m.Lock()
	defer m.Unlock()
	if m.seq != created {
		stale(w)
		return
	}
	m.players[1] = player
	if err := s.append(m, "joined"); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, http.StatusOK, `{"match":"`+m.id+`"}`)
}

// act starts a match or makes a move.
func (s *Server) act(w http.ResponseWriter, r *http.Request) {
	var c command
	if err := json.NewDecoder(r.Body).Decode(&c); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	m := s.find(r.PathValue("id"))
	if m == nil {
		http.NotFound(w, r)
		return
	}
	player := s.player(r)
	m.Lock()
	defer m.Unlock()
	if m.seq != c.Expect || m.seq < joined || m.over() || player != m.players[m.turn()] {
		stale(w)
		return
	}
	if err := s.append(m, c.Move); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, http.StatusOK, `{"seq":`+strconv.Itoa(m.seq)+`}`)
}

// append saves an event and then pushes it to all streams. The match is locked.
func (s *Server) append(m *match, body string) error {
	if err := s.saver.save(m.id, m.seq+1, body); err != nil {
		return err
	}
	m.seq++
	var messages [3][]byte // by side; what spectators get comes last
	for st := range m.streams {
		i := (st.side + len(messages)) % len(messages)
		if messages[i] == nil {
			messages[i] = m.message(st.side, m.seq-1)
		}
		select {
		case st.out <- messages[i]:
		default:
			m.leave(st)
		}
	}
	return nil
}

// leave ends a stream. The match is locked.
func (m *match) leave(st *stream) {
	if m.streams[st] {
		delete(m.streams, st)
		close(st.out)
	}
}

// live pushes the events of a match.
func (s *Server) live(w http.ResponseWriter, r *http.Request) {
	m := s.find(r.PathValue("id"))
	if m == nil {
		http.NotFound(w, r)
		return
	}
	since, _ := strconv.Atoi(r.URL.Query().Get("since")) // 0 for none
	player := s.player(r)
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // it was answered
	}
	defer conn.CloseNow()
	gone := conn.CloseRead(context.Background())
	st := &stream{side: -1, out: make(chan []byte, behind)}
	m.Lock()
	for side := range m.players {
		if player != "" && m.players[side] == player {
			st.side = side
		}
	}
	m.streams[st] = true
	st.out <- m.message(st.side, since)
	m.Unlock()
	defer func() {
		m.Lock()
		defer m.Unlock()
		m.leave(st)
	}()
	for {
		select {
		case message, open := <-st.out:
			if !open || push(conn, message) != nil {
				return
			}
		case <-gone.Done():
			return
		}
	}
}

func push(conn *websocket.Conn, message []byte) error {
	ctx, cancel := context.WithTimeout(context.Background(), writeTime)
	defer cancel()
	return conn.Write(ctx, websocket.MessageText, message)
}

func (m *match) over() bool { return m.seq >= started+turns }

// turn is the index of the player to move. The creator starts the match and moves first.
func (m *match) turn() int { return max(0, m.seq-started) % 2 }

// message describes a match to a side, with the events after since.
func (m *match) message(side, since int) []byte {
	b := append(make([]byte, 0, 160), `{"type":"state","state":{"seq":`...)
	b = append(strconv.AppendInt(b, int64(m.seq), 10), `,"status":"`...)
	acts := m.seq >= joined && !m.over() && side == m.turn()
	switch {
	case m.over():
		b = append(b, `over"`...)
	case m.seq >= started && acts:
		b = append(b, `playing","moves":[{"text":"move"}]`...)
	case acts:
		b = append(b, `ready","can":{"start":true}`...)
	default:
		b = append(b, `playing"`...)
	}
	b = append(b, `,"log":[`...)
	for seq := since + 1; seq <= m.seq; seq++ {
		if seq > since+1 {
			b = append(b, ',')
		}
		b = append(strconv.AppendInt(append(b, `{"seq":`...), int64(seq), 10), '}')
	}
	return append(b, `]}}`...)
}

func stale(w http.ResponseWriter) { answer(w, http.StatusConflict, `{"code":"stale"}`) }

func needToken(w http.ResponseWriter) {
	answer(w, http.StatusUnauthorized, `{"code":"forbidden","key":"token-needed"}`)
}

func answer(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(body))
}
