// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"cairn/client"
)

func loginCommand(p *program) *cobra.Command {
	flags := &onlineFlags{}
	command := &cobra.Command{
		Use:   "login",
		Short: "Log in to a server",
		Long: `Log in to a server with your name, password and, if you use one, code. This makes a
token of your account, which the page "Account" of the server lists and can revoke.
With --token it is one that you have made there.

The token is kept in $XDG_CONFIG_HOME/cairn/credentials.json (by default below
~/.config), readable by you only; the password is not.`,
		Example: example("cairn login --server https://play.example.org", "cairn login --server https://play.example.org --token token.txt"),
	}
	flags.addServer(command)
	command.RunE = func(command *cobra.Command, _ []string) error {
		known, err := loadCredentials(p.env)
		if err != nil {
			return err
		}
		server := cmp.Or(flags.server, known.Server)
		if server == "" {
			return usagef("no server: use --server URL")
		}
		token, err := p.newToken(command.Context(), server, flags.token)
		if err != nil {
			return err
		}
		user, err := identify(command.Context(), server, serverUser{Token: token}, false, nil)
		if err != nil {
			return err
		}
		known.Server = server
		known.Users[server] = user
		if err := known.save(); err != nil {
			return err
		}
		fmt.Fprintf(p.out, "You are %s at %s.\n", user.Name, server)
		return nil
	}
	return command
}

// newToken reads a token from a file, or makes one with a log-in.
func (p *program) newToken(ctx context.Context, server, file string) (string, error) {
	if file != "" {
		return readToken(p.in, file)
	}
	if _, err := identify(ctx, server, serverUser{}, true, nil); err != nil {
		return "", err // nothing is asked for a server that cannot be one
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		return "", err
	}
	pages := &pageClient{home: server, http: &http.Client{Jar: jar, Timeout: time.Minute}}
	token, err := pages.makeToken(ctx, &asker{in: p.in, lines: bufio.NewReader(p.in), out: p.err})
	return token, explain(server, err)
}

// asker prompts for the name, password and code of a log-in.
type asker struct {
	in    io.Reader
	lines *bufio.Reader
	out   io.Writer
}

// ask reads a line; a secret is not shown as it is typed.
func (a *asker) ask(prompt string, secret bool) (string, error) {
	fmt.Fprint(a.out, prompt+" ")
	if file, ok := a.in.(*os.File); ok && secret && isTerminal(file) {
		text, err := term.ReadPassword(file.Fd())
		fmt.Fprintln(a.out)
		return string(text), err
	}
	line, err := a.lines.ReadString('\n')
	switch {
	case errors.Is(err, io.EOF) && line != "":
		err = nil
	case errors.Is(err, io.EOF):
		fmt.Fprintln(a.out)
		err = errors.New("the input has ended")
	}
	return strings.TrimRight(line, "\r\n"), err
}

// pageClient logs in as a browser does: only a browser's session can make tokens.
type pageClient struct {
	home string
	http *http.Client
}

// makeToken logs in, makes a token and logs out.
func (c *pageClient) makeToken(ctx context.Context, a *asker) (string, error) {
	name, err := a.ask("Name or email:", false)
	if err != nil {
		return "", fmt.Errorf("name: %w", err)
	}
	password, err := a.ask("Password:", true)
	if err != nil {
		return "", fmt.Errorf("password: %w", err)
	}
	var begun struct {
		TwoFactor string `json:"two_factor"`
	}
	if err := c.post(ctx, "/login", map[string]any{"login": name, "password": password}, &begun); err != nil {
		return "", err
	}
	if begun.TwoFactor != "" {
		code, err := a.ask("Two-factor code:", false)
		if err != nil {
			return "", fmt.Errorf("code: %w", err)
		}
		if err := c.post(ctx, "/login/code", map[string]any{"two_factor": begun.TwoFactor, "code": strings.TrimSpace(code)}, nil); err != nil {
			return "", err
		}
	}
	host, _ := os.Hostname()
	var made struct{ Token string }
	err = c.post(ctx, "/account/tokens", map[string]any{
		"name": strings.TrimSpace("cairn " + host), "scopes": "read,play,challenge", "days": "365", "current": password,
	}, &made)
	if err == nil && made.Token == "" {
		err = errors.New("the server made no token")
	}
	return made.Token, errors.Join(err, c.post(ctx, "/logout", map[string]any{}, nil))
}

// post sends a form as JSON.
func (c *pageClient) post(ctx context.Context, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.home+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		var refused struct{ Error struct{ Code, Text string } }
		_ = json.Unmarshal(answer, &refused) // the status says enough
		return &client.Error{Status: response.StatusCode, Code: refused.Error.Code, Text: refused.Error.Text}
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(answer, out)
}

func logoutCommand(p *program) *cobra.Command {
	server := ""
	command := &cobra.Command{
		Use:   "logout",
		Short: "Log out of a server",
		Long: `End the token for a server, also for other programs that use it, and forget it here.
A guest is gone with the token.`,
		Example: example("cairn logout", "cairn logout --server https://play.example.org"),
	}
	addServer(command, &server)
	command.RunE = func(command *cobra.Command, _ []string) error {
		known, err := loadCredentials(p.env)
		if err != nil {
			return err
		}
		server := cmp.Or(server, known.Server)
		user, found := known.Users[server]
		if !found {
			return known.notLoggedIn(server)
		}
		delete(known.Users, server)
		if known.Server == server {
			known.Server = ""
		}
		if err := known.save(); err != nil {
			return err
		}
		if err := endToken(command.Context(), server, user.Token); err != nil {
			return fmt.Errorf("%s is logged out here only: %w; revoke the token on the page \"Account\" of the server", user.Name, err)
		}
		fmt.Fprintf(p.out, "%s is logged out of %s.\n", user.Name, server)
		return nil
	}
	return command
}

// endToken revokes a token on its server; a token that is revoked already is no error.
func endToken(ctx context.Context, server, token string) error {
	c, err := client.New(server, client.Token(token), client.Once())
	if err != nil {
		return err
	}
	if err = c.LogOut(ctx); client.IsStatus(err, http.StatusUnauthorized) {
		return nil
	}
	return explain(server, err)
}
