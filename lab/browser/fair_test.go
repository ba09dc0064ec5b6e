// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"io"
	"net"
	"sync"
	"testing"
)

// timed lets two persons meet in a match of nine men's morris with a time control.
func timed(t *testing.T, control string, white, black *person) *table {
	t.Helper()
	white.open("/about")
	black.open("/about")
	id := white.posts("/match", `{game: "nine", opponent: "private", side: "white", clock: `+js(control)+`, shown: "yes"}`)
	black.posts("/join", `{id: `+js(id)+`}`)
	white.posts("/match/"+id+"/start", `{}`)
	white.open("/match/" + id)
	black.open("/match/" + id)
	tb := newTable(t, id, "nine", white, black)
	tb.shown()
	return tb
}

// posts sends fields from the page and returns the match of the answer.
func (p *person) posts(path, fields string) string {
	p.t.Helper()
	return settle[string](p, `fetch(`+js(path)+`, {
		method: "POST", headers: {"Content-Type": "application/json", Accept: "application/json"}, body: JSON.stringify(`+fields+`),
	}).then(answer => answer.json()).then(answer => answer.match ?? "")`)
}

// The page shows the limit of the first move, here days, and until both have moved
// neither side can lose.
func TestFirstMoves(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	white, black := s.person("white"), s.person("black")
	tb := timed(t, "3d", white, black)
	for _, p := range tb.seen {
		p.sees("First move within ", "else the game is aborted.")
	}
	tb.play("a1")
	black.sees("First move within ")
	white.lacks("Resign")
	white.press("Abort")
	for _, p := range tb.seen {
		p.sees("Game aborted")
		p.unseen("First move within")
	}
}

// Offers are withdrawn, an undo is redone by consent, and there is no rematch against
// a player who has left.
func TestOffersOnline(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "six")
	tb.play("a1")
	before := tb.state
	tb.play("b4")
	white.press("Offer draw")
	black.sees("Do you accept?")
	white.press("Withdraw")
	black.unseen("Do you accept?")

	after := tb.state
	black.press("Undo")
	white.press("Yes")
	tb.state = before
	tb.shown()
	white.press("Redo")
	black.sees("asks to redo a move. Do you accept?")
	black.press("Yes")
	tb.state = after
	tb.shown()

	white.press("Resign")
	white.press("Yes, resign")
	white.has("Rematch")
	black.open("/about")
	white.lacks("Rematch")
}

// The line of one player is cut without a word: both pages show it, a move made
// meanwhile is kept and arrives when the line is back.
func TestLineCut(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	l := newLine(t, s.address)
	far := *s
	far.address = l.address
	white, black := s.person("white"), far.person("black")
	black.expect("ERR_", "WebSocket", "Failed to fetch")
	tb := timed(t, "none", white, black)
	tb.play("a1")
	away := `[...document.querySelectorAll('[data-side="black"] [data-presence]')].every(dot => !dot.classList.contains("here"))`
	white.await("black to be there", `!(`+away+`)`)
	l.cut(true)
	black.await("the lost connection to be shown", `!!document.querySelector("[data-link].shown.bad") && !!document.querySelector(".match.cut")`)
	black.await("oneself to be away", away)
	white.await("black to be away", away)
	tb.enter("a4")
	black.await("the move to look unconfirmed", `!!document.querySelector(".man.unconfirmed")`)
	l.cut(false)
	tb.advance("a4")
	tb.shown()
	black.await("the connection to be back", `!document.querySelector("[data-link].shown") && !document.querySelector(".match.cut")`)
	white.await("black to be there", `!(`+away+`)`)
}

// line is a connection to a server that can be cut: then nothing comes through, and
// no one is notified.
type line struct {
	address string
	server  string

	mu    sync.Mutex
	free  *sync.Cond
	dead  bool
	conns []net.Conn
}

func newLine(t *testing.T, server string) *line {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &line{address: listener.Addr().String(), server: server}
	l.free = sync.NewCond(&l.mu)
	t.Cleanup(func() {
		listener.Close()
		l.cut(false)
	})
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go l.connect(conn)
		}
	}()
	return l
}

// cut cuts the line, or ends all its connections and lets new ones through.
func (l *line) cut(dead bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dead = dead
	if dead {
		return
	}
	for _, conn := range l.conns {
		conn.Close()
	}
	l.conns = nil
	l.free.Broadcast()
}

// pass waits while the line is cut.
func (l *line) pass() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.dead {
		l.free.Wait()
	}
}

// connect joins a connection with the server.
func (l *line) connect(from net.Conn) {
	defer from.Close()
	l.pass()
	to, err := net.Dial("tcp", l.server)
	if err != nil {
		return
	}
	defer to.Close()
	l.mu.Lock()
	l.conns = append(l.conns, from, to)
	l.mu.Unlock()
	go func() {
		_, _ = io.Copy(gate{l, to}, from)
		to.Close()
	}()
	_, _ = io.Copy(gate{l, from}, to)
}

// gate writes to a connection while the line is not cut.
type gate struct {
	line *line
	to   net.Conn
}

func (g gate) Write(data []byte) (int, error) {
	g.line.pass()
	return g.to.Write(data)
}
