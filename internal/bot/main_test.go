// SPDX-License-Identifier: Apache-2.0

package bot_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
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

// The tests start their own binary as the server, the bot, our engine and another engine.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		if run, ok := children[os.Args[1]]; ok {
			if err := run(os.Args[2:]); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			return
		}
	}
	os.Exit(m.Run())
}

var children = map[string]func(args []string) error{"serve": runServer, "bot": runBot, "engine": runEngine, "other": runOther}

// endWithInput ends a process when its input ends, even if the test was killed.
func endWithInput() {
	_, _ = io.Copy(io.Discard, os.Stdin)
	os.Exit(1)
}

func runServer(args []string) error {
	go endWithInput()
	c, err := load(args)
	if err != nil {
		return err
	}
	return server.Run(context.Background(), server.Options{Config: c, Games: catalog.Standard(), Log: io.Discard, Ready: func(home, _ string) { fmt.Println(home) }})
}

// runBot is a bot with three places: SERVER TOKEN.
func runBot(args []string) error {
	go endWithInput()
	c, err := client.New(args[0], client.Token(args[1]))
	if err != nil {
		return err
	}
	o := options(c, "'"+os.Args[0]+"' engine")
	o.Rules.Most = 3
	return bot.New(o).Run(context.Background())
}

func runEngine([]string) error {
	games := catalog.Standard()
	return uci.Run(context.Background(), uci.Options{Game: games.All()[0], Games: games, In: os.Stdin, Out: os.Stdout})
}

// options returns the options of a bot that plays fast.
func options(c *client.Client, engine string) bot.Options {
	return bot.Options{Client: c, Engine: engine, Find: find, Think: 5 * time.Millisecond}
}

func find(name string) (game.Game, error) { return catalog.Standard().Game(name) }

func load(args []string) (*config.Config, error) {
	flags, set := &config.Flags{}, pflag.NewFlagSet("serve", pflag.ContinueOnError)
	flags.Add(set, ".")
	if err := set.Parse(args); err != nil {
		return nil, err
	}
	return config.Load(config.Environ(nil), flags)
}

// process is a process of this binary that ends with the test.
type process struct{ *exec.Cmd }

// start starts a child. The caller may read its first line of output from lines.
func start(t *testing.T, args ...string) (p process, lines *bufio.Scanner) {
	t.Helper()
	p = process{exec.Command(self(t), args...)}
	p.Stderr = os.Stderr
	if _, err := p.StdinPipe(); err != nil { // stays open while the test runs
		t.Fatal(err)
	}
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	return p, bufio.NewScanner(out)
}

// kill kills the process, if it runs.
func (p process) kill() {
	_ = p.Process.Kill()
	_ = p.Wait() // it was killed
}

func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// engine is the command of our engine.
func engine(t *testing.T) string { return "'" + self(t) + "' engine" }

// site is a server in its own process.
type site struct {
	t       *testing.T
	args    []string
	address string
	process process
}

func newSite(t *testing.T) *site {
	t.Helper()
	address := servertest.FreeAddress(t)
	s := &site{t: t, address: "http://" + address, args: []string{"--data", t.TempDir(), "--addr", address, "--unlimited"}}
	s.start()
	return s
}

// start starts the server and waits until it answers.
func (s *site) start() {
	s.t.Helper()
	var lines *bufio.Scanner
	if s.process, lines = start(s.t, append([]string{"serve"}, s.args...)...); !lines.Scan() {
		s.t.Fatal("the server did not start")
	}
}

// person makes an account and returns a client for it.
func (s *site) person(name string, options ...client.Option) *client.Client {
	s.t.Helper()
	c, err := load(s.args)
	if err != nil {
		s.t.Fatal(err)
	}
	token := ""
	err = server.WithAccounts(s.t.Context(), c, catalog.Standard(), slog.New(slog.DiscardHandler), func(accounts *account.Service) error {
		const password = "pebbles-in-a-row"
		user, _, err := accounts.SignUp(s.t.Context(), account.User{}, account.SignUpForm{Name: name, Email: name + "@example.org", Password: password}, "")
		if err != nil {
			return err
		}
		scopes := account.ScopeRead | account.ScopePlay | account.ScopeChallenge | account.ScopeBot
		token, _, err = accounts.Programs.CreateToken(s.t.Context(), user, account.TokenSpec{Name: "bot", Scopes: scopes})
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	user, err := client.New(s.address, append(options, client.Token(token))...)
	if err != nil {
		s.t.Fatal(err)
	}
	return user
}

// bot makes an account that is a bot.
func (s *site) bot(name string, options ...client.Option) *client.Client {
	s.t.Helper()
	user := s.person(name, options...)
	if err := user.Call(s.t.Context(), http.MethodPost, "/account/bot", struct{}{}, nil); err != nil {
		s.t.Fatal(err)
	}
	return user
}

// run runs a bot until the test ends.
func run(t *testing.T, o bot.Options) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- bot.New(o).Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("a bot ended with %v", err)
		}
	})
}
