// SPDX-License-Identifier: Apache-2.0

package load

import "encoding/json"

// State is what a player needs of the page state that a server sends.
type State struct {
	Seq    int    `json:"seq"`
	Status string `json:"status"`
	You    string `json:"you"`
	Moves  []struct {
		Text string `json:"text"`
	} `json:"moves"`
	Log []struct {
		Seq int `json:"seq"`
	} `json:"log"`
	Can struct {
		Start bool `json:"start"`
	} `json:"can"`
}

// Over reports whether the match has ended.
func (s *State) Over() bool { return s.Status == "over" }

// message is one text of a live stream.
type message struct {
	Type  string `json:"type"`
	State State  `json:"state"`
}

// stateOf reads a message; nil for one that carries no state, like a heartbeat.
func stateOf(text []byte) (*State, error) {
	var m message
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	if m.Type != "state" {
		return nil, nil
	}
	return &m.State, nil
}
