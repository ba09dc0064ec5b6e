// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"net"
	"net/http"

	"cairn/internal/sshd"
	"cairn/internal/tui"
)

// serveSSH serves play by SSH. The returned function ends its sessions; when its
// context ends, it cuts them off.
func (s *server) serveSSH(pages http.Handler, failed chan<- error) (end func(context.Context) error, err error) {
	if s.ssh == nil {
		return func(context.Context) error { return nil }, nil
	}
	key, err := sshd.HostKey(s.config.Data)
	if err != nil {
		return nil, err
	}
	var games []tui.Entry
	for _, entry := range s.games.All() {
		games = append(games, tui.Entry{Game: entry.Game})
	}
	inside := sshd.New(sshd.Options{
		HostKey: key, Accounts: s.accounts, Pages: pages, Home: s.home(), Games: games, Log: s.log,
		Begun:  func(conn net.Conn) { s.connections.changed(conn, http.StateHijacked) },
		Trusts: func(addr net.Addr) bool { return s.connections.trusts(addr.String()) },
	})
	listener := s.ssh
	go func() {
		if err := inside.Serve(listener); err != nil {
			failed <- err
		}
	}()
	s.log.Info("ssh", "addr", listener.Addr().String())
	return func(ctx context.Context) error {
		_ = listener.Close() // closed again with the other listeners
		return inside.Close(ctx)
	}, nil
}
