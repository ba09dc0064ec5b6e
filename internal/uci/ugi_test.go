// SPDX-License-Identifier: Apache-2.0

package uci_test

import (
	"slices"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
)

// Every rule set can be played by UGI alone, as by a tournament manager that does not know the
// rules and asks the engines whose turn it is and whether the game is over. The commands are
// sent in the order of cutegames. The answers of both engines must agree with the rules.
func TestUGI(t *testing.T) {
	for _, entry := range catalog.Standard().All() {
		t.Run(entry.Info().ID, func(t *testing.T) {
			t.Parallel()
			playByUGI(t, entry)
		})
	}
}

// longestGame bounds a game of the test, in turns.
const longestGame = 40

func playByUGI(t *testing.T, entry *catalog.Entry) {
	t.Helper()
	if entry.Start().Turn() != game.White {
		t.Fatal("player 1 of UGI begins, but it is black's turn")
	}
	players := [2]*partner{meet(t, "nine"), meet(t, "nine")}
	for _, p := range players {
		p.send("ugi")
		p.hear("ugiok", "error")
		p.send("setoption name Tables value", "setoption name Hash value 1", "setoption name Game value "+entry.Info().ID, "isready")
		p.hear("readyok", "error")
		p.send("uginewgame")
	}
	state := entry.Start()
	var history game.History
	history.Push(state.Hash(), true)
	var moves []string
	for range longestGame {
		line := strings.TrimSuffix("position startpos moves "+strings.Join(moves, " "), " moves ")
		result := history.Result(entry.Info().Draws, state)
		for _, p := range players {
			p.send("isready")
			p.hear("readyok", "error")
			p.send(line)
			p.query("p1turn", map[game.Side]string{game.White: "true", game.Black: "false"}[state.Turn()])
			p.query("gameover", map[bool]string{true: "true", false: "false"}[result.Over()])
			p.query("result", map[game.Verdict]string{
				game.Playing: "none", game.Draw: "draw", game.WhiteWins: "p1win", game.BlackWins: "p2win",
			}[result.Verdict])
		}
		if result.Over() {
			break
		}
		p := players[state.Turn()]
		p.send("position fen " + state.String())
		p.query("p1turn", map[game.Side]string{game.White: "true", game.Black: "false"}[state.Turn()])
		p.send(line, "go p1time 60000 p2time 60000 p1inc 0 p2inc 0 nodes 50")
		move := p.best(state)
		legal, err := state.Find(move)
		if err != nil {
			t.Fatal(err)
		}
		if state, err = state.Play(move); err != nil {
			t.Fatal(err)
		}
		history.Push(state.Hash(), legal.Resets)
		moves = append(moves, move)
	}
	for _, p := range players {
		p.send("quit")
		p.end()
	}
}

// best reads the answer to "go": a legal move, and the expected reply if there is one.
func (p *partner) best(state game.State) string {
	p.t.Helper()
	words := strings.Fields(p.hear("bestmove .*", "error"))
	if len(words) != 2 && (len(words) != 4 || words[2] != "ponder") {
		p.t.Fatalf("got %q, want a move", words)
	}
	if _, err := state.Find(words[1]); err != nil {
		p.t.Fatal(err)
	}
	return words[1]
}

// Every rule set supports all kinds of search and all options of UGI.
func TestUGIWords(t *testing.T) {
	for _, entry := range catalog.Standard().All() {
		t.Run(entry.Info().ID, func(t *testing.T) {
			t.Parallel()
			p, state := meet(t, "nine"), entry.Start()
			p.send("setoption name Game value "+entry.Info().ID, "ugi")
			for _, option := range []string{"Threads", "Hash", "Level", "Tables", "MultiPV", "Ponder"} {
				p.hear("option name "+option+" type .*", "ugiok")
			}
			p.hear("ugiok", "error")
			p.send("setoption name Threads value 2", "setoption name Hash value 1", "setoption name Tables value <empty>", "uginewgame", "isready")
			p.hear("readyok", "error")
			p.send("position startpos")
			for _, limit := range []string{"p1time 1000 p2time 1000 p1inc 10 p2inc 10", "movetime 5", "depth 2", "depth 0", "nodes 50", "infinite\nstop"} {
				p.send("go " + limit)
				p.hear("info .* nodes .* nps .* time .*", "bestmove") // one at least
				p.best(state)
			}
			p.send("setoption name MultiPV value 2", "go depth 2")
			p.hear("info .* multipv 2 .* nodes [1-9][0-9]* nps [1-9][0-9]* time .*", "bestmove")
			p.best(state)

			p.send("setoption name Ponder value true", "go ponder p1time 1000 p2time 1000 p1inc 10 p2inc 10")
			p.hear("info .*", "bestmove")
			p.send("isready", "ponderhit")
			p.hear("readyok", "bestmove")
			p.best(state)
			p.send("go ponder movetime 1", "stop")
			p.best(state)

			for _, level := range entry.Levels() {
				if level != string(engine.Perfect) {
					p.send("setoption name Level value "+level, "go nodes 50")
					p.best(state)
				}
			}
			p.send("quit")
			p.end()
		})
	}
}

// query asks and compares the answer.
func (p *partner) query(question, want string) {
	p.t.Helper()
	p.send("query " + question)
	if got := p.hear("response .*", "error"); got != "response "+want {
		p.t.Errorf("query %s: got %q, want %q", question, got, want)
	}
}

// An engine that ponders answers after "ponderhit" only, or after "stop".
func TestPonder(t *testing.T) {
	p := meet(t, "nine")
	p.send("setoption name Ponder value true", "position start", "go depth 4")
	words := strings.Fields(p.hear("bestmove .*", "error"))
	if len(words) != 4 || words[2] != "ponder" {
		t.Fatalf("got %q, want a reply", words)
	}
	p.send("position start moves "+words[1]+" "+words[3], "go ponder p1time 60000 p2time 60000 depth 1")
	p.hear("info depth 3 .*", "bestmove") // without the limits, while it ponders
	p.send("isready")
	p.hear("readyok", "bestmove")
	p.send("ponderhit")
	p.hear("bestmove .*", "error")

	p.send("go ponder depth 1")
	p.hear("info depth 2 .*", "bestmove")
	p.send("stop", "moves") // "moves" waits for the end of the search
	p.hear("bestmove .*", "error")
	p.hear("moves .*", "error")
	p.send("ponderhit")
	p.hear("error ponderhit: no search ponders: .*", "bestmove")

	// A level does not search while it ponders, and plays as without pondering.
	p.send("setoption name Level value novice", "setoption name Seed value 3", "go")
	want := p.hear("bestmove .*", "error")
	p.send("go ponder", "isready")
	p.hear("readyok", "info")
	p.send("ponderhit")
	if got := p.hear("bestmove .*", "error"); got != want {
		t.Errorf("got %q, want %q as without pondering", got, want)
	}

	// In a script both wait for the end of the commands before them.
	p.send("setoption name Level value full", "isready", "go ponder depth 2", "ponderhit", "isready", "go infinite", "quit")
	p.hear("bestmove .*", "error")
	p.hear("bestmove .*", "error")
	p.end()
}

// The option Game changes rules, position and tables; an unknown game changes
// nothing.
func TestGameOption(t *testing.T) {
	got := answers(t, "six", "setoption name Game value chess\nshow\nsetoption name uci_variant value three\nisready\nprobe\nquery result\nuci\n")
	for _, want := range []string{
		`error setoption: Game "chess": no game is called "chess"`, "position 3/3/4/3/3 w 6,6 0", "value win 9", "response none",
		"id game three-mens-morris 1", "option name Game type combo default three-mens-morris var nine-mens-morris var ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant %q", got, want)
		}
	}
	offered := strings.Split(got, " var ")
	for _, entry := range catalog.Standard().All() {
		if !slices.Contains(strings.Fields(strings.Join(offered, " ")), entry.Info().ID) {
			t.Errorf("%s is not offered", entry.Info().ID)
		}
	}
}
