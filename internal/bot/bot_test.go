// SPDX-License-Identifier: Apache-2.0

package bot_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"cairn/catalog"
	"cairn/client"
	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/bot"
	"cairn/internal/config"
	"cairn/internal/server"
	"cairn/internal/server/servertest"
	"cairn/internal/uci"
)

var long = flag.Bool("long", false, "play 100 games with ten kills of the server")

// The tests start their own binary as the server and as the engine.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && (os.Args[1] == "serve" || os.Args[1] == "engine") {
		if err := child(os.Args[1], os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func child(what string, args []string) error {
	games := catalog.Standard()
	if what == "engine" {
		return uci.Run(context.Background(), uci.Options{Game: games.All()[0], Games: games, In: os.Stdin, Out: os.Stdout})
	}
	go func() { // ends with the test, whatever happens to that
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(1)
	}()
	c, err := load(args)
	if err != nil {
		return err
	}
	return server.Run(context.Background(), server.Options{Config: c, Games: games, Log: io.Discard, Ready: func(home, _ string) { fmt.Println(home) }})
}

func load(args []string) (*config.Config, error) {
	flags, set := &config.Flags{}, pflag.NewFlagSet("serve", pflag.ContinueOnError)
	flags.Add(set, ".")
	if err := set.Parse(args); err != nil {
		return nil, err
	}
	return config.Load(config.Environ(nil), flags)
}

// site is a server in a process of its own.
type site struct {
	t       *testing.T
	args    []string
	address string
	process *exec.Cmd
}

func newSite(t *testing.T) *site {
	t.Helper()
	address := servertest.FreeAddress(t)
	s := &site{t: t, address: "http://" + address, args: []string{"--data", t.TempDir(), "--addr", address, "--unlimited"}}
	s.start()
	t.Cleanup(s.kill)
	return s
}

func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// start starts the server and waits until it answers.
func (s *site) start() {
	s.t.Helper()
	s.process = exec.Command(self(s.t), append([]string{"serve"}, s.args...)...)
	s.process.Stderr = os.Stderr
	if _, err := s.process.StdinPipe(); err != nil { // open as long as the test runs
		s.t.Fatal(err)
	}
	out, err := s.process.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	if !bufio.NewScanner(out).Scan() {
		s.t.Fatal("the server did not start")
	}
}

// kill kills the server.
func (s *site) kill() {
	_ = s.process.Process.Kill()
	_ = s.process.Wait() // it was killed
}

// client makes an account and returns a client for it.
func (s *site) client(name string) *client.Client {
	s.t.Helper()
	c, err := load(s.args)
	if err != nil {
		s.t.Fatal(err)
	}
	token := ""
	err = server.WithAccounts(s.t.Context(), c, catalog.Standard(), slog.New(slog.DiscardHandler), func(accounts *account.Service) error {
		const password = "pebbles-in-a-row"
		user, _, err := accounts.SignUp(s.t.Context(), account.User{}, account.SignUpForm{Name: name, Email: name + "@example.org", Password: password, Again: password}, "")
		if err != nil {
			return err
		}
		token, _, err = accounts.CreateToken(s.t.Context(), user, account.TokenSpec{Name: "bot", Scopes: account.ScopeRead | account.ScopePlay | account.ScopeChallenge})
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	user, err := client.New(s.address, client.Token(token))
	if err != nil {
		s.t.Fatal(err)
	}
	return user
}

func find(name string) (game.Game, error) {
	e, err := catalog.Standard().Find(name)
	if err != nil {
		return nil, err
	}
	return e.Game, nil
}

// Two bots play while the server is killed several times: every game is played to its
// end.
func TestServerKilled(t *testing.T) {
	games, kills := 6, 2
	if *long {
		games, kills = 100, 10
	}
	s := newSite(t)
	ann, bob := s.client("ann"), s.client("bob")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 2)
	for _, user := range []*client.Client{ann, bob} {
		b := bot.New(bot.Options{
			Client: user, Engine: "'" + self(t) + "' engine", Find: find, Think: 5 * time.Millisecond, Rules: bot.Rules{Most: 3},
		})
		go func() { ended <- b.Run(ctx) }()
	}
	began := time.Now()
	killed := 0
	var matches []string
	for i := range games {
		matches = append(matches, challenge(t, ann, "bob"))
		if (i+1)*kills/games > killed {
			killed++
			s.kill()
			s.start()
		}
	}
	for _, match := range matches {
		for m, err := range ann.Follow(t.Context(), match, 0) {
			if err != nil {
				t.Fatal(err)
			}
			if m.State != nil && m.State.Status == "over" {
				if m.State.End == nil || len(m.State.Line) < 5 {
					t.Errorf("match %s ended after %d moves", match, len(m.State.Line))
				}
				break
			}
		}
	}
	t.Logf("%d games with %d kills in %v", games, killed, time.Since(began).Round(time.Second))
	cancel()
	for range 2 {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("a bot ended with %v", err)
		}
	}
}

// challenge challenges a bot and returns the match.
func challenge(t *testing.T, user *client.Client, name string) string {
	t.Helper()
	id, err := user.Challenge(t.Context(), name, client.Spec{Game: "three-mens-morris"})
	if err != nil {
		t.Fatal(err)
	}
	for {
		c, err := user.FindChallenge(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		switch c.Status {
		case "open":
			time.Sleep(20 * time.Millisecond)
		case "accepted":
			return c.Match
		default:
			t.Fatalf("the challenge is %s: %s", c.Status, c.Reason)
		}
	}
}

// A bot says what is wrong with its token and its engine.
func TestFaults(t *testing.T) {
	s := newSite(t)
	wrong, err := client.New(s.address, client.Token("cairn_wrong"))
	if err != nil {
		t.Fatal(err)
	}
	for want, o := range map[string]bot.Options{
		"the server refuses the token": {Client: wrong, Engine: "cairn engine"},
		"no-such-program":              {Client: s.client("ann"), Engine: "./no-such-program"},
	} {
		o.Find = find
		if err := bot.New(o).Run(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
