// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cairn/client"
	"cairn/internal/config"
	"cairn/internal/tui"
)

// connect returns the client of the user of a server: by a token, else as logged in,
// else as a guest, who is remembered. A spectator needs neither. A server that does
// not answer now is an error; later the client waits for it.
func (p *program) connect(ctx context.Context, flags *onlineFlags, watch bool, options ...client.Option) (*tui.Online, error) {
	known, err := loadCredentials(p.env)
	if err != nil {
		return nil, err
	}
	server := cmp.Or(flags.server, known.Server)
	if server == "" {
		return nil, usagef("no server: use --server URL, or log in once with cairn login --server URL")
	}
	user := known.Users[server]
	if flags.token != "" {
		token, err := readToken(p.in, flags.token)
		if err != nil {
			return nil, err
		}
		user = serverUser{Token: token}
	}
	if user, err = identify(ctx, server, user, watch, options); err != nil {
		return nil, err
	}
	if user.Guest && user.Token != known.Users[server].Token && flags.token == "" {
		known.Users[server] = user
		known.Server = cmp.Or(known.Server, server)
		if err := known.save(); err != nil {
			fmt.Fprintf(p.err, "the guest is not saved: %v\n", err)
		}
	}
	online := &tui.Online{Name: user.Name, Guest: user.Guest}
	online.Client, err = client.New(server, append(options, client.Token(user.Token))...)
	return online, err
}

// identify asks a server once who the user is. A user without a token becomes a guest, and so
// does a guest whose token has expired.
func identify(ctx context.Context, server string, user serverUser, watch bool, options []client.Option) (serverUser, error) {
	c, err := client.New(server, append(options, client.Token(user.Token), client.Once())...)
	if err != nil {
		return serverUser{}, err
	}
	if user.Token != "" {
		account, err := c.Account(ctx)
		if err == nil || !user.Guest || !client.IsStatus(err, http.StatusUnauthorized) {
			return serverUser{account.Name, user.Token, account.Guest}, explain(server, err)
		}
		return identify(ctx, server, serverUser{}, watch, options)
	}
	if watch {
		_, err := c.Games(ctx)
		return serverUser{}, explain(server, err)
	}
	name, err := c.Guest(ctx)
	return serverUser{name, c.Token(), true}, explain(server, err)
}

// explain turns the error of a first request into advice.
func explain(server string, err error) error {
	var refused *client.Error
	var noAnswer *url.Error
	var noJSON *json.SyntaxError
	switch {
	case errors.As(err, &refused) && refused.Status/100 == 3:
		return fmt.Errorf("%s redirects to another address: use that one, perhaps %s", server, strings.Replace(server, "http:", "https:", 1))
	case errors.As(err, &refused) && refused.Code == "":
		return fmt.Errorf("%s is not a Cairn server: it answers with the status %d", server, refused.Status)
	case errors.As(err, &refused) && refused.Status == http.StatusUnauthorized:
		return fmt.Errorf("%s: %s Log in with cairn login --server %s", server, refused.Text, server)
	case errors.As(err, &refused):
		return fmt.Errorf("%s: %s", server, refused.Text)
	case errors.As(err, &noJSON):
		return fmt.Errorf("%s is not a Cairn server: its answer is not JSON", server)
	case errors.As(err, &noAnswer) && !errors.Is(err, context.Canceled):
		return fmt.Errorf("%s does not answer: %w", server, noAnswer.Err)
	}
	return err
}

// maxToken bounds the bytes of a file with a token.
const maxToken = 1024

// readToken reads a token from a file, or from in.
func readToken(in io.Reader, file string) (string, error) {
	if file != "-" {
		opened, err := os.Open(file)
		if err != nil {
			return "", fmt.Errorf("token: %w", err)
		}
		defer opened.Close()
		in = opened
	}
	text, err := io.ReadAll(io.LimitReader(in, maxToken+1))
	token := strings.TrimSpace(string(text))
	switch {
	case err != nil:
	case token == "":
		err = errors.New("the file is empty")
	case len(text) > maxToken, strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }):
		err = errors.New("want one line that begins with cairn_")
	}
	if err != nil {
		return "", fmt.Errorf("token: %w", err)
	}
	return token, nil
}

// credentials are the users that the terminal plays as, by the addresses of their
// servers. The file is readable by its owner only.
type credentials struct {
	Server string                `json:"server"` // of the last log-in
	Users  map[string]serverUser `json:"users"`

	path string // of the file; empty if there is no folder for it
}

// serverUser is a user of a server.
type serverUser struct {
	Name  string `json:"name"`
	Token string `json:"token"`
	Guest bool   `json:"guest,omitempty"`
}

// loadCredentials reads the file; without one there are none.
func loadCredentials(env config.Environment) (credentials, error) {
	c := credentials{Users: map[string]serverUser{}}
	folder := env.UserFolder("XDG_CONFIG_HOME", "APPDATA", ".config")
	if folder == "" {
		return c, nil
	}
	c.path = filepath.Join(folder, "credentials.json")
	text, err := os.ReadFile(c.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, nil
	case err != nil:
		return c, err
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return c, fmt.Errorf("%s: %w", c.path, err)
	}
	if c.Users == nil {
		c.Users = map[string]serverUser{}
	}
	return c, nil
}

// save replaces the file.
func (c *credentials) save() error {
	if c.path == "" {
		return errors.New("there is no folder for credentials: set HOME or XDG_CONFIG_HOME")
	}
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(c.path), 0o700); err != nil {
		return err
	}
	return writeWhole(c.path, 0o600, func(w io.Writer) error { // only the owner can read it
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// notLoggedIn says so, and where the user is logged in.
func (c *credentials) notLoggedIn(server string) error {
	switch others := strings.Join(slices.Sorted(maps.Keys(c.Users)), ", "); {
	case others != "" && server != "":
		return fmt.Errorf("you are not logged in to %s, only to %s", server, others)
	case others != "":
		return fmt.Errorf("you are logged in to %s: choose with --server URL", others)
	case server != "":
		return fmt.Errorf("you are not logged in to %s", server)
	}
	return errors.New("you are not logged in")
}
