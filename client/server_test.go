// SPDX-License-Identifier: Apache-2.0

package client_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"testing"

	"github.com/spf13/pflag"

	"cairn/catalog"
	"cairn/internal/config"
	"cairn/internal/server"
)

// home is the address of the server that the examples play on.
var home string

func TestMain(m *testing.M) {
	status, err := withServer(m.Run)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(status)
}

// withServer runs the tests beside a whole server.
func withServer(tests func() int) (status int, err error) {
	dir, err := os.MkdirTemp("", "client")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	var stop func() error
	if home, stop, err = run(dir, "127.0.0.1:0"); err != nil {
		return 0, err
	}
	status = tests()
	return status, stop()
}

// run runs a server with its data in a folder, and returns its address.
func run(dir, address string) (home string, stop func() error, err error) {
	flags, set := &config.Flags{}, pflag.NewFlagSet("serve", pflag.ContinueOnError)
	flags.Add(set, dir)
	if err := set.Parse([]string{"--addr", address, "--data", dir, "--unlimited"}); err != nil {
		return "", nil, err
	}
	c, err := config.Load(config.Environ(nil), flags)
	if err != nil {
		return "", nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- server.Run(ctx, server.Options{
			Config: c, Games: catalog.Standard(), Log: io.Discard, Ready: func(home, _ string) { ready <- home },
		})
	}()
	select {
	case home = <-ready:
		return home, func() error {
			cancel()
			return <-ended
		}, nil
	case err := <-ended:
		cancel()
		return "", nil, err
	}
}

// tokenOf signs up an account and returns a token of it, as its owner would create on
// the account page.
func tokenOf(name string) string {
	const password = "nineteen grey pebbles"
	jar, _ := cookiejar.New(nil) // has no error
	browser := &http.Client{Jar: jar}
	post := func(path string, form map[string]string, answer any) {
		text, err := json.Marshal(form)
		if err != nil {
			panic(err)
		}
		response, err := browser.Post(home+path, "application/json", bytes.NewReader(text))
		if err != nil {
			panic(err)
		}
		defer response.Body.Close()
		if err := json.NewDecoder(response.Body).Decode(answer); err != nil || response.StatusCode != http.StatusOK {
			panic(fmt.Sprintf("POST %s: status %d, %v", path, response.StatusCode, err))
		}
	}
	post("/signup", map[string]string{"email": name + "@example.org", "name": name, "password": password, "again": password}, &struct{}{})
	var made struct{ Token string }
	post("/account/tokens", map[string]string{"name": "test", "scopes": "read,play,challenge", "current": password}, &made)
	return made.Token
}
