// SPDX-License-Identifier: Apache-2.0

package sshd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"golang.org/x/crypto/ssh"

	"cairn/client"
	"cairn/internal/account"
	"cairn/internal/lang"
	"cairn/internal/tui"
	"cairn/internal/tui/full"
)

// tokenLife is the lifetime of the token of a session, and so bounds the session.
const tokenLife = 7 * 24 * time.Hour

// maxSide bounds the sides of a window, in cells.
const maxSide = 500

// sized returns the size of a window such that it can be drawn.
func sized(width, height uint32) [2]int {
	side := func(n, usual uint32) int { return int(min(max(cmp.Or(n, usual), 1), maxSide)) }
	return [2]int{side(width, 80), side(height, 24)}
}

// visit is the session of a connection.
type visit struct {
	channel ssh.Channel
	term    string
	size    [2]int // columns and lines; zero without a terminal
	env     map[string]string
	sizes   chan [2]int // the latest size after a change
	begin   chan bool   // receives the request to run the terminal program; false without a terminal
}

// session serves the session of a connection and returns when it has ended.
func (s *Server) session(ctx context.Context, conn *ssh.ServerConn, offered ssh.NewChannel) {
	leave, ok := s.enter(conn.RemoteAddr())
	if !ok {
		_ = offered.Reject(ssh.ResourceShortage, "too many players; try again later")
		return
	}
	defer leave()
	channel, requests, err := offered.Accept()
	if err != nil {
		return
	}
	defer channel.Close()
	defer s.recover()
	v := &visit{channel: channel, env: map[string]string{}, sizes: make(chan [2]int, 1), begin: make(chan bool, 1)}
	go func() {
		defer s.recover()
		v.answer(requests)
	}()
	status := uint32(0)
	select {
	case terminal := <-v.begin:
		if !terminal {
			fmt.Fprint(channel.Stderr(), "Cairn needs a terminal: use ssh -t, without a command.\r\n")
			status = 1
		} else if err := s.play(ctx, conn, v); err != nil {
			fmt.Fprintf(channel, "%s\r\n", err)
			status = 1
		}
	case <-ctx.Done():
		return
	case <-time.After(handshakeTimeout):
		return
	}
	_, _ = channel.SendRequest("exit-status", false, ssh.Marshal(struct{ Status uint32 }{status}))
}

// answer answers the requests of a session. It accepts a terminal, its size and its language.
// A command is accepted too, but not run: the session ends with a message. All other requests
// are refused.
func (v *visit) answer(requests <-chan *ssh.Request) {
	begun := false
	for r := range requests {
		ok := false
		switch {
		case r.Type == "pty-req" && !begun:
			var p struct {
				Term                         string
				Columns, Rows, Width, Height uint32
				Modes                        string
			}
			if ok = ssh.Unmarshal(r.Payload, &p) == nil; ok {
				v.term, v.size = p.Term, sized(p.Columns, p.Rows)
			}
		case r.Type == "window-change":
			var p struct{ Columns, Rows, Width, Height uint32 }
			if ok = ssh.Unmarshal(r.Payload, &p) == nil; ok {
				select {
				case <-v.sizes: // not yet read
				default:
				}
				v.sizes <- sized(p.Columns, p.Rows)
			}
		case r.Type == "env" && !begun:
			var p struct{ Name, Value string }
			if ssh.Unmarshal(r.Payload, &p) == nil && slices.Contains(variables, p.Name) {
				v.env[p.Name], ok = p.Value, true
			}
		case (r.Type == "shell" || r.Type == "exec") && !begun:
			ok = true
		}
		if r.WantReply {
			_ = r.Reply(ok, nil)
		}
		if ok && (r.Type == "shell" || r.Type == "exec") {
			begun = true
			v.begin <- r.Type == "shell" && v.size != [2]int{} // after the reply: the session may end at once
		}
	}
}

// variables are the environment variables that a session accepts: language and colors.
var variables = []string{"LC_ALL", "LC_MESSAGES", "LC_CTYPE", "LANG", "NO_COLOR"}

// locale returns the value of the first variable that is set.
func (v *visit) locale(names ...string) (locale string) {
	for _, name := range names {
		locale = cmp.Or(locale, v.env[name])
	}
	return locale
}

// play runs the terminal program in a session.
func (s *Server) play(ctx context.Context, conn *ssh.ServerConn, v *visit) error {
	words, ok := lang.Load(lang.FromLocale(v.locale("LC_ALL", "LC_MESSAGES", "LANG")))
	if !ok {
		words = lang.English()
	}
	if v.term == "" || v.term == "dumb" {
		return errors.New(words.Text("ssh.dumb", "term", v.term))
	}
	options := []client.Option{client.HTTP(&http.Client{Transport: s.inner.transport(conn.RemoteAddr())}), client.Language(words.Code())}
	token, end, err := s.token(ctx, conn)
	if err != nil {
		return err
	}
	defer end()
	if token != "" {
		options = append(options, client.Token(token))
	}
	c, err := client.New(s.Home, options...)
	if err != nil {
		return err
	}
	online := &tui.Online{Client: c, Guest: token == "", Unknown: token == "" && conn.User() != "guest"}
	if token == "" {
		online.Name, err = c.Guest(ctx)
	} else {
		var user client.Account
		user, err = c.Account(ctx)
		online.Name = user.Name
	}
	if err != nil {
		if refused, ok := errors.AsType[*client.Error](err); ok {
			return errors.New(refused.Text)
		}
		return err
	}
	in, ctx := awaitKeys(ctx, v.channel, idleTime)
	defer in.stop()
	err = full.Run(ctx, tui.Options{
		Online: online, Games: s.Games, Words: words, In: in, Now: time.Now,
		Out:   &terminal{v.channel, slowTime, func() { _ = conn.Close() }},
		ASCII: !lang.UTF8(v.locale("LC_ALL", "LC_CTYPE", "LANG")), NoColour: v.env["NO_COLOR"] != "",
		Far: &tui.Far{Env: []string{"TERM=" + v.term}, Width: v.size[0], Height: v.size[1], Sizes: v.sizes},
	})
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errIdle):
		return errors.New(words.Text("ssh.idle"))
	case errors.Is(cause, errStopping):
		return errors.New(words.Text("ssh.stopping"))
	case ctx.Err() != nil:
		return nil // the player is gone
	}
	if broken, ok := errors.AsType[*full.Broken](err); ok {
		s.Log.Error("SSH session", "panic", broken.Fault, "stack", broken.Stack)
		return errors.New(words.Text("ssh.broken"))
	}
	return err
}

// token creates a token for the user of a connection, and returns it with a function that
// revokes it. The token of a guest is empty.
func (s *Server) token(ctx context.Context, conn *ssh.ServerConn) (string, func(), error) {
	if conn.Permissions == nil || conn.Permissions.Extensions[userKey] == "" {
		return "", func() {}, nil
	}
	user, err := s.Accounts.Programs.UserBySSHKey(ctx, conn.Permissions.Extensions[userKey])
	if err != nil {
		return "", nil, errors.New("the key was removed")
	}
	text, own, err := s.Accounts.Programs.CreateToken(ctx, user, account.TokenSpec{
		Name: "SSH", Scopes: account.ScopeRead | account.ScopePlay | account.ScopeChallenge, Life: tokenLife,
	})
	if err != nil {
		s.Log.Error("SSH session", "err", err)
		return "", nil, errors.New("no session could be made; try again later")
	}
	return text, func() {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), handshakeTimeout)
		defer cancel()
		if err := s.Accounts.EndSession(late, user, own.ID()); err != nil {
			s.Log.Warn("end SSH session", "err", err) // the token expires
		}
	}, nil
}
