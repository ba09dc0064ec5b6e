// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"

	"cairn/catalog"
	"cairn/internal/account"
	"cairn/internal/bus/mem"
	"cairn/internal/live"
	"cairn/internal/store/sqlite"
	"cairn/internal/web"
	website "cairn/internal/web/site"
)

// With these in its environment the test program is a server.
const (
	serveData    = "CAIRN_BROWSER_DATA"
	serveAddress = "CAIRN_BROWSER_ADDRESS"
)

// serve is the server process. It lives as long as its standard input is open, so
// that it never outlives the tests, however they end.
func serve(address, data string) int {
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if err := serveUntilEOF(address, data, log); err != nil {
		log.Error("serve", "err", err)
		return 1
	}
	return 0
}

func serveUntilEOF(address, data string, log *slog.Logger) error {
	store, err := sqlite.Open(data, sqlite.Options{})
	if err != nil {
		return err
	}
	accounts := account.New(account.Options{Store: store, Log: log})
	service := live.New(live.Options{Store: store, Bus: mem.New(), Games: catalog.Standard(), Log: log, Accounts: accounts})
	if err := accounts.Start(context.Background()); err != nil {
		return err
	}
	if err := service.Start(context.Background()); err != nil {
		return err
	}
	secret, err := accounts.FirstAdminLink(context.Background())
	if err != nil {
		return err
	}
	server := website.New(web.Options{
		Accounts: accounts, Live: service, Log: log, Limits: web.NoLimits, // everybody comes from one address
		URL: "http://" + address, Mail: postbox{data}.drop,
	})
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0) // no tidying up: the store must bear it
	}()
	fmt.Println("ready", secret)
	return server.HTTP(address).Serve(listener)
}

// postbox is a folder in which the server puts its letters, a file for each
// address: the last letter to it.
type postbox struct{ dir string }

// drop delivers a letter.
func (p postbox) drop(to, _, text string) bool {
	name := p.file(to)
	if err := os.WriteFile(name+".new", []byte(text), 0o600); err != nil {
		return false
	}
	return os.Rename(name+".new", name) == nil // never read half written
}

// file is where letters to an address are.
func (p postbox) file(to string) string { return filepath.Join(p.dir, "letter "+to) }
