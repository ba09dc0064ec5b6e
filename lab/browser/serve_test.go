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
	"cairn/internal/limit"
	"cairn/internal/live"
	"cairn/internal/mail"
	"cairn/internal/notify"
	"cairn/internal/openid"
	"cairn/internal/openid/openidtest"
	"cairn/internal/store/sqlite"
	"cairn/internal/study/library"
	"cairn/internal/study/trainer"
	"cairn/internal/web"
	website "cairn/internal/web/site"
)

// With these variables in its environment the test program is a server.
const (
	serveData    = "CAIRN_BROWSER_DATA"
	serveAddress = "CAIRN_BROWSER_ADDRESS"
	serveIssuer  = "CAIRN_BROWSER_ISSUER" // of an OpenID Connect provider; empty for none
)

// serve is the server process. It ends when its standard input is closed, so that it
// never outlives the tests.
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
	games := catalog.Standard()
	games.UseTables(filepath.Join(data, "tables"))
	service := live.New(live.Options{Store: store, Bus: mem.New(), Games: games, Log: log, Accounts: accounts})
	if err := accounts.Start(context.Background()); err != nil {
		return err
	}
	away := notify.New(notify.Options{Store: store, Live: service, Accounts: accounts, URL: "http://" + address, Log: log, Mail: mailbox{data}.digest})
	if err := service.Start(context.Background()); err != nil {
		return err
	}
	secret, err := accounts.Staff.FirstAdminLink(context.Background())
	if err != nil {
		return err
	}
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	home := "http://localhost:" + port // browsers bind passkeys to a name
	passkeys, err := account.NewPasskeys(accounts, store, home)
	if err != nil {
		return err
	}
	counts := library.New(library.Options{Store: store, Games: games, Log: log})
	counts.Start()
	server := website.New(web.Options{
		Library:  counts,
		Puzzles:  trainer.New(trainer.Options{Store: store, Games: service.Rooms.Games()}),
		Passkeys: passkeys, OpenID: identities(accounts, store, home),
		Accounts: accounts, Live: service, Notify: away, Log: log, Limits: limit.None, // all persons have the same address
		URL: "http://" + address, Mail: mailbox{data}.send,
	})
	if err := away.Start(context.Background()); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0) // without closing the store, which must stay intact
	}()
	fmt.Println("ready", secret)
	return server.HTTP(address).Serve(listener)
}

// identities are those at the provider of a test, nil without one.
func identities(accounts *account.Service, store account.IdentityStore, home string) *account.Identities {
	issuer := os.Getenv(serveIssuer)
	if issuer == "" {
		return nil
	}
	all := account.NewIdentities(accounts, store, openid.New(openid.Options{
		Issuer: issuer, Client: openidtest.Client, Secret: openidtest.Secret, Redirect: home + web.OpenIDPath,
	}))
	all.Name = "Example School"
	return all
}

// mailbox is a folder with a file for each address: the last mail to it.
type mailbox struct{ dir string }

// send writes a mail to its file.
func (m mailbox) send(to, _, text string) bool {
	name := m.file(to)
	if err := os.WriteFile(name+".new", []byte(text), 0o600); err != nil {
		return false
	}
	return os.Rename(name+".new", name) == nil // so that no half-written file is read
}

// digest writes a mail digest.
func (m mailbox) digest(d mail.Message) bool { return m.send(d.To, d.Subject, d.Text) }

// file returns the file of an address.
func (m mailbox) file(to string) string { return filepath.Join(m.dir, "mail "+to) }
