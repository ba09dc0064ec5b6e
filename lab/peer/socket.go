// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"

	"github.com/coder/websocket"
)

// state is what a player of server.js sees of a match.
type state struct {
	ID int `json:"_stateID"`
	G  struct {
		Points []*string      `json:"points"`
		Hand   map[string]int `json:"hand"`
	} `json:"G"`
	Ctx struct {
		Current  string `json:"currentPlayer"`
		GameOver any    `json:"gameover"`
	} `json:"ctx"`
}

// move chooses a random legal move: its name and arguments.
func (s *state) move(player string, random *rand.Rand) (string, []any) {
	var free, own []any
	for i, man := range s.G.Points {
		switch {
		case man == nil:
			free = append(free, i)
		case *man == player:
			own = append(own, i)
		}
	}
	to := free[random.IntN(len(free))]
	if s.G.Hand[player] > 0 {
		return "place", []any{to}
	}
	return "shift", []any{own[random.IntN(len(own))], to}
}

// space is the name space of the game on its socket.
const space = "/stones,"

// socket is a connection of a player, by the text protocol of Socket.IO 4.
type socket struct{ *websocket.Conn }

// dial connects to the name space.
func dial(ctx context.Context, home string) (*socket, error) {
	conn, _, err := websocket.Dial(ctx, strings.Replace(home, "http", "ws", 1)+"/socket.io/?EIO=4&transport=websocket", nil)
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(1 << 20)
	s := &socket{conn}
	if _, _, err := s.Read(ctx); err != nil { // the settings of the connection
		return nil, err
	}
	if err := s.write(ctx, "40"+space); err != nil {
		return nil, err
	}
	_, _, err = s.Read(ctx)
	return s, err
}

func (s *socket) write(ctx context.Context, text string) error {
	return s.Write(ctx, websocket.MessageText, []byte(text))
}

// emit sends an event.
func (s *socket) emit(ctx context.Context, event ...any) error {
	text, err := json.Marshal(event)
	if err != nil {
		return err
	}
	return s.write(ctx, "42"+space+string(text))
}

// next returns the next state of a match.
func (s *socket) next(ctx context.Context) (*state, error) {
	for {
		_, text, err := s.Read(ctx)
		if err != nil {
			return nil, err
		}
		if string(text) == "2" { // a ping
			if err := s.write(ctx, "3"); err != nil {
				return nil, err
			}
			continue
		}
		body, found := bytes.CutPrefix(text, []byte("42"+space))
		if !found {
			continue
		}
		var event []json.RawMessage
		if err := json.Unmarshal(body, &event); err != nil {
			return nil, err
		}
		if found, err := read(event); found != nil || err != nil {
			return found, err
		}
	}
}

// read returns the state of an event, nil if it has none.
func read(event []json.RawMessage) (*state, error) {
	if len(event) < 3 {
		return nil, nil
	}
	switch string(event[0]) {
	case `"update"`:
		found := &state{}
		return found, json.Unmarshal(event[2], found)
	case `"sync"`:
		var info struct{ State *state }
		err := json.Unmarshal(event[2], &info)
		return info.State, err
	}
	return nil, nil
}

// post sends JSON to the lobby.
func post(ctx context.Context, url string, body, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(text))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, response.Status)
	}
	return json.NewDecoder(response.Body).Decode(answer)
}
