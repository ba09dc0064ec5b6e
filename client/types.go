// SPDX-License-Identifier: Apache-2.0

package client

// Account is the user of the client.
type Account struct {
	Name   string   `json:"name"`
	Guest  bool     `json:"guest"`
	Bot    bool     `json:"bot"`
	Scopes []string `json:"scopes"` // of the token
}

// RuleSet is a game that the server plays.
type RuleSet struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Spec describes a match to create, to look for, or to challenge to.
type Spec struct {
	Game     string // id or alias
	Clock    string // "none", "5m+3s", "3d"; empty for none, for a seek 10m+5s: a seek for none gets 3d
	Opponent string // Create: "private" (the default), "computer" or "screen"
	Level    string // of the computer
	Side     string // "white" (default of Create), "black" or "random" (default of Challenge)
	Rated    bool
	Shown    bool     // everyone may watch
	Together bool     // Create: a private match starts when both players are there, not by its creator
	Games    []string // Seek: alternatives
	Clocks   []string // Seek: alternatives
}

// Seat is where a request led: to a match, or to a seek or challenge that waits.
type Seat struct {
	Match     string `json:"match"`
	Seek      string `json:"seek"`
	Challenge string `json:"challenge"`
	URL       string `json:"url"`
}

// Running is a match of the user that is not over.
type Running struct {
	Match    string `json:"match"`
	Game     string `json:"game"` // id
	Opponent string `json:"opponent"`
	Bot      bool   `json:"bot"` // the opponent is a bot
	Clock    string `json:"clock"`
	Status   string `json:"status"` // waiting, ready, playing
	Turn     bool   `json:"turn"`   // it is the user's turn
}

// Lobby is the open seeks and the running matches.
type Lobby struct {
	Online       string      `json:"online"` // in words
	Playing      string      `json:"playing"`
	OnlineCount  int         `json:"online_count"`
	PlayingCount int         `json:"playing_count"`
	Seeks        []LobbySeek `json:"seeks"`
	Games        []LobbyGame `json:"games"`
}

// LobbySeek is a player who waits for an opponent.
type LobbySeek struct {
	ID     string `json:"id"`
	Who    string `json:"who"`
	Rating string `json:"rating"`
	Game   string `json:"game"` // in words, as are Also, Clock and Stakes
	Also   string `json:"also"`
	Clock  string `json:"clock"`
	Stakes string `json:"stakes"`
	Own    bool   `json:"own"`
	Why    string `json:"why"` // why the client's user cannot accept it; empty if it can
}

// LobbyGame is a match that everyone may watch.
type LobbyGame struct {
	ID      string `json:"id"`
	Game    string `json:"game"`
	Players string `json:"players"`
}

// Command is a command to a match. With its id it can be sent again safely.
type Command struct {
	ID     string `json:"id"`
	Expect int    `json:"expect,omitempty"` // the seq of the state it answers; 0 for any
	Move   string `json:"move,omitempty"`
	Offer  int    `json:"offer,omitempty"` // of answer and withdraw
	Yes    bool   `json:"yes,omitempty"`   // of answer
}

// Message is a change of a match.
type Message struct {
	Type   string  `json:"type"` // "state" or "aside"
	Seq    int     `json:"seq"`
	State  *State  `json:"state"`  // the whole match; nil with an aside
	Events []Event `json:"events"` // since the last message

	// What is beside the match, with an aside.
	Watchers     string `json:"watchers"`
	WatcherCount int    `json:"watcher_count"`
	Score        string `json:"score"`
	Said         []Said `json:"said"`
}

// Said is a phrase of a player.
type Said struct {
	Number int    `json:"number"`
	Name   string `json:"name"`
	Mine   bool   `json:"mine"`
	Text   string `json:"text"`
}
