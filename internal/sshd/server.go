// SPDX-License-Identifier: Apache-2.0

// Package sshd serves the terminal by SSH: every session is the lobby of the server
// and its matches, on the screen of package tui. Players come as guests, or as the
// user of an account by its public key.
//
// A session is a client of the server like any other, by the same API and with the
// same limits. There is no shell, no command, no file transfer and no forwarding.
package sshd

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/tui"
)

const (
	// handshakeTimeout bounds the handshake and the log-in of a connection.
	handshakeTimeout = 30 * time.Second
	// keepAliveTime is the period of keep-keepAlive requests, and the timeout of their answers.
	keepAliveTime = 30 * time.Second
	// closeTimeout is how long a client may take to close a connection after the end of its
	// session.
	closeTimeout = 3 * time.Second
	// maxSessions bounds the concurrent sessions, maxOfAddress the sessions of an address.
	maxSessions, maxOfAddress = 500, 50
	// maxAuthTries bounds the keys that a connection may offer; agents have many.
	maxAuthTries = 20
)

// Options are what a server needs.
type Options struct {
	HostKey  ssh.Signer
	Accounts *account.Service
	Pages    http.Handler // the server that sessions are clients of
	Home     string       // its address
	Games    []tui.Entry
	Log      *slog.Logger
	// Begun is called when a connection has begun its session; it is idle before.
	Begun func(net.Conn)
	// Trusts reports whether an address belongs to a trusted proxy, whose players share it.
	Trusts func(net.Addr) bool
}

// Server serves sessions.
type Server struct {
	Options
	inner   *inner
	ctx     context.Context // of the sessions
	cancel  context.CancelCauseFunc
	open    context.Context // of the connections
	cut     context.CancelFunc
	running sync.WaitGroup

	mu       sync.Mutex
	closed   bool
	sessions int
	from     map[netip.Prefix]int // sessions by address
}

// New returns a server.
func New(o Options) *Server {
	ctx, cancel := context.WithCancelCause(context.Background())
	open, cut := context.WithCancel(context.Background())
	return &Server{
		Options: o, inner: newInner(o.Pages, o.Log), ctx: ctx, cancel: cancel, open: open, cut: cut, from: map[netip.Prefix]int{},
	}
}

// enter counts a session of an address and reports whether it may begin. If so, the caller
// must call leave at its end.
func (s *Server) enter(addr net.Addr) (leave func(), ok bool) {
	key := addressOf(addr)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sessions >= maxSessions || s.from[key] >= maxOfAddress && !s.Trusts(addr) {
		return nil, false
	}
	s.sessions++
	s.from[key]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.sessions--
		if s.from[key]--; s.from[key] == 0 {
			delete(s.from, key)
		}
	}, true
}

// addressOf returns the address of a player; for IPv6 the network of 64 bits, which usually
// belongs to one player.
func addressOf(addr net.Addr) netip.Prefix {
	at, _ := netip.ParseAddrPort(addr.String()) // the zero address for others
	ip := at.Addr().Unmap()
	bits := ip.BitLen()
	if ip.Is6() {
		bits = 64
	}
	key, _ := ip.Prefix(bits)
	return key
}

// Serve accepts connections until the listener is closed.
func (s *Server) Serve(l net.Listener) error {
	for {
		conn, err := l.Accept()
		var passing interface{ Temporary() bool }
		switch {
		case err == nil:
		case errors.Is(err, net.ErrClosed):
			return nil
		case errors.As(err, &passing) && passing.Temporary(): // out of file descriptors
			time.Sleep(50 * time.Millisecond)
			continue
		default:
			return err
		}
		s.mu.Lock()
		if s.closed {
			_ = conn.Close()
		} else {
			s.running.Go(func() { s.serve(conn) })
		}
		s.mu.Unlock()
	}
}

// Close ends all sessions and restores their screens. When the context ends, it closes the
// connections that are still open.
func (s *Server) Close(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.cancel(errStopping)
	left := make(chan struct{})
	go func() {
		s.running.Wait()
		close(left)
	}()
	var err error
	select {
	case <-left:
	case <-ctx.Done():
		err = ctx.Err()
		s.cut()
		<-left
	}
	return errors.Join(err, s.inner.http.Close())
}

// userKey is the extension of ssh.Permissions with the fingerprint of a user's key.
const userKey = "fingerprint"

// settings returns the server configuration. Users log in with a key of their account, all
// others become guests: by a keyboard-interactive log-in without questions, or, under the
// name "guest", without authentication.
func (s *Server) settings() *ssh.ServerConfig {
	c := &ssh.ServerConfig{
		MaxAuthTries: maxAuthTries, ServerVersion: "SSH-2.0-Cairn",
		NoClientAuth: true,
		NoClientAuthCallback: func(conn ssh.ConnMetadata) (*ssh.Permissions, error) {
			if conn.User() != "guest" {
				return nil, errors.New("keys are asked for first")
			}
			return nil, nil
		},
		PublicKeyCallback: func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
			fingerprint := ssh.FingerprintSHA256(key)
			_, err := s.Accounts.Programs.UserBySSHKey(s.ctx, fingerprint)
			if err != nil && failure.CodeOf(err) != failure.NotFound {
				s.Log.Error("find SSH key", "err", err)
			}
			return &ssh.Permissions{Extensions: map[string]string{userKey: fingerprint}}, err
		},
		KeyboardInteractiveCallback: func(_ ssh.ConnMetadata, ask ssh.KeyboardInteractiveChallenge) (*ssh.Permissions, error) {
			_, err := ask("", "", nil, nil)
			return nil, err
		},
	}
	c.AddHostKey(s.HostKey)
	return c
}

// serve serves a connection.
func (s *Server) serve(conn net.Conn) {
	defer conn.Close()
	defer context.AfterFunc(s.open, func() { _ = conn.Close() })()
	defer s.recover()
	_ = conn.SetDeadline(time.Now().Add(handshakeTimeout)) // errors show below
	greeted, channels, requests, err := ssh.NewServerConn(conn, s.settings())
	if err != nil {
		s.Log.Debug("SSH connection", "err", err)
		return
	}
	defer greeted.Close()
	_ = conn.SetDeadline(time.Time{})
	go ssh.DiscardRequests(requests) // such as forwarding
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	go keepAlive(ctx, greeted)
	go func() {
		_ = greeted.Wait()
		cancel()
	}()
	idle := time.AfterFunc(handshakeTimeout, func() { _ = conn.Close() }) // closes a connection without a session
	defer idle.Stop()
	var session sync.WaitGroup
	defer session.Wait()
	begun := false
	for channel := range channels { // also during the session
		switch {
		case channel.ChannelType() != "session":
			_ = channel.Reject(ssh.Prohibited, "only sessions are served")
		case begun:
			_ = channel.Reject(ssh.Prohibited, "one session is served; connect once more for another")
		default:
			begun = true
			idle.Stop()
			s.Begun(conn)
			session.Go(func() {
				s.session(ctx, greeted, channel)
				time.AfterFunc(closeTimeout, func() { _ = conn.Close() }) // if the client does not close it
			})
		}
	}
}

// recover logs a panic in a session instead of ending the server.
func (s *Server) recover() {
	if fault := recover(); fault != nil {
		s.Log.Error("SSH session", "panic", fault, "stack", string(debug.Stack()))
	}
}

// keepAlive closes a connection that no longer answers.
func keepAlive(ctx context.Context, conn ssh.Conn) {
	beat := time.NewTicker(keepAliveTime)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
		}
		late := time.AfterFunc(keepAliveTime, func() { _ = conn.Close() })
		_, _, err := conn.SendRequest("keepalive@openssh.com", true, nil)
		late.Stop()
		if err != nil {
			return
		}
	}
}
