// SPDX-License-Identifier: Apache-2.0

package attack

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// onFairness are the attacks on clocks and claims.
var onFairness = []Attack{
	{Name: "claim-restart", Doc: "claim a match at once after the server was stopped, and after it was killed", run: claimRestart},
	{Name: "claim-commands", Doc: "claim against an opponent who sends commands only and has just moved", run: claimCommands},
	{Name: "clock-stop", Doc: "stop the server with a deaf stream: is the player to move charged?", run: clockStop},
	{Name: "clock-frozen", Doc: "freeze the process for 8 s: is the player to move charged?", run: clockFrozen},
	{Name: "clock-full-disk", Doc: "fill the disk for 8 s: is the player to move charged?", serve: serveOptions{disk: 24}, run: clockFullDisk},
	{Name: "late-move", Doc: "move just after the time is up, before the server has noticed", run: lateMove},
}

// claimRestart claims as soon as the server is back.
func claimRestart(ctx context.Context, s *scene) (finding, error) {
	white, black := s.person(whiteHome), s.person(blackHome)
	for _, how := range []string{"stopped", "killed"} {
		id, err := duel(ctx, white, black, "10m+0s")
		if err != nil {
			return finding{}, err
		}
		if err := open(ctx, id, white, black); err != nil {
			return finding{}, err
		}
		if how == "killed" {
			s.server.Kill()
		} else if err := s.server.Stop(); err != nil {
			return finding{}, err
		}
		if err := s.restart(ctx); err != nil {
			return finding{}, err
		}
		r, err := black.post(ctx, "/match/"+id+"/claim", nil)
		if err != nil {
			return finding{}, err
		}
		if r.ok() {
			return broken("the match was won right after the server was %s", how), nil
		}
	}
	return held("both claims were refused"), nil
}

// open plays the first move of each side.
func open(ctx context.Context, id string, white, black *person) error {
	for i, move := range []string{"b2", "a1"} {
		r, err := []*person{white, black}[i].move(ctx, id, move)
		if err == nil && !r.ok() {
			err = fmt.Errorf("status %d: %.200s", r.status, r.body)
		}
		if err != nil {
			return fmt.Errorf("move %s: %w", move, err)
		}
	}
	return nil
}

// claimCommands claims against White, who has moved and opened no page.
func claimCommands(ctx context.Context, s *scene) (finding, error) {
	white, black := s.person(whiteHome), s.person(blackHome)
	id, err := duel(ctx, white, black, "10m+0s")
	if err != nil {
		return finding{}, err
	}
	if err := open(ctx, id, white, black); err != nil {
		return finding{}, err
	}
	r, err := black.post(ctx, "/match/"+id+"/claim", nil)
	return verdict(!r.ok(), "the claim got status %d", r.status), err
}

// notice is how long the server has to notice that it works again.
const notice = 2 * time.Second

// charge returns the time that White lost while something went on.
func charge(ctx context.Context, s *scene, clock string, meanwhile func(id string) error) (time.Duration, time.Duration, string, error) {
	white, black := s.person(whiteHome), s.person(blackHome)
	id, err := duel(ctx, white, black, clock)
	if err != nil {
		return 0, 0, "", err
	}
	before, err := white.match(ctx, id)
	if err != nil {
		return 0, 0, "", err
	}
	began := time.Now()
	if err := meanwhile(id); err != nil {
		return 0, 0, "", err
	}
	took := time.Since(began)
	time.Sleep(notice)
	after, err := white.match(ctx, id)
	lost := time.Duration(before.Sides["white"].Clock-after.Sides["white"].Clock)*time.Millisecond - notice
	return max(lost, 0), took, after.Status, err
}

// charged judges a charge: a player pays for the time until the server could not take
// a move, here at most two seconds.
func charged(lost, took time.Duration, status string, err error) (finding, error) {
	const most = 2 * time.Second
	f := verdict(lost <= most && status == "playing", "%.1f s charged of %.1f s; the match is %s", lost.Seconds(), took.Seconds(), status)
	return f, err
}

func clockStop(ctx context.Context, s *scene) (finding, error) {
	return charged(charge(ctx, s, "1m+0s", func(id string) error {
		deaf, err := s.deafStream(id)
		if err != nil {
			return err
		}
		defer deaf.Close()
		if err := s.server.Stop(); err != nil {
			return err
		}
		return s.restart(ctx)
	}))
}

// deafStream opens a live stream of a match that answers nothing.
func (s *scene) deafStream(id string) (net.Conn, error) {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address(0))}, Timeout: answerTime}
	conn, err := dialer.Dial("tcp", s.address)
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintf(conn, "GET /match/%s/live HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", id, s.address)
	if err == nil {
		_, err = http.ReadResponse(bufio.NewReader(conn), nil)
	}
	return conn, err
}

// The signals of Linux that stop a process and let it go on.
const (
	freeze = syscall.Signal(19)
	thaw   = syscall.Signal(18)
)

// trouble is how long a server cannot work.
const trouble = 8 * time.Second

func clockFrozen(ctx context.Context, s *scene) (finding, error) {
	return charged(charge(ctx, s, "1m+0s", func(string) error {
		if err := s.server.Signal(freeze); err != nil {
			return err
		}
		time.Sleep(trouble)
		return s.server.Signal(thaw)
	}))
}

// clockFullDisk fills the disk. Two others try to move meanwhile, which shows that the
// server cannot take moves.
func clockFullDisk(ctx context.Context, s *scene) (finding, error) {
	mover, other := s.person(otherHome), s.person("127.3.0.2")
	id, err := duel(ctx, mover, other, "")
	if err != nil {
		return finding{}, err
	}
	status := 0
	f, err := charged(charge(ctx, s, "1m+0s", func(string) error {
		path := filepath.Join("/proc", fmt.Sprint(s.server.Pid()), "root", s.data(), "filler")
		if err := fill(path); err != nil {
			return err
		}
		time.Sleep(trouble / 2)
		r, err := mover.move(ctx, id, "b2")
		status = r.status
		time.Sleep(trouble / 2)
		return errors.Join(err, os.Remove(path))
	}))
	f.Seen += fmt.Sprintf("; a move got status %d", status)
	return f, err
}

// fill writes a file until the disk is full.
func fill(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, endless{})
	if !errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("fill the disk: %w", err)
	}
	return file.Close()
}

// endless is a reader without an end.
type endless struct{}

// Read implements io.Reader.
func (endless) Read(p []byte) (int, error) { return len(p), nil }

// lateMove sends moves from the moment at which the time is up. Each answer 200 must
// be a move that was made.
func lateMove(ctx context.Context, s *scene) (finding, error) {
	white, black := s.person(whiteHome), s.person(blackHome)
	refused := 0
	for range 5 {
		id, err := duel(ctx, white, black, "1s+0s")
		if err != nil {
			return finding{}, err
		}
		time.Sleep(1020 * time.Millisecond)
		r, err := white.move(ctx, id, "b2")
		if err != nil {
			return finding{}, err
		}
		var answer struct{ Seq int }
		if r.read(&answer) != nil {
			refused++
			continue
		}
		now, err := white.match(ctx, id)
		if err != nil {
			return finding{}, err
		}
		if now.Status == "over" {
			last := now.Log[len(now.Log)-1].Text
			return broken("answered with seq %d, but the move was not made: %s", answer.Seq, strings.TrimSpace(last)), nil
		}
	}
	return held("%d of 5 late moves were refused, the others made", refused), nil
}
