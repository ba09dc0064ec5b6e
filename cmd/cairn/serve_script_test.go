// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sync/errgroup"

	"cairn/client"
	"cairn/internal/store/sqlite"
)

// TestServeScripts runs servers in processes of their own.
func TestServeScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("some hundred processes: only without -short")
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/serve",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status, "server": startServer, "halt": haltServer, "get": get, "post": post, "keep": keep, "play": playMatches, "sql": runSQL, "await": awaitText,
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			env.Values[servers{}] = map[string]*exec.Cmd{}
			jar, err := cookiejar.New(nil)
			env.Values[browser{}] = &http.Client{Jar: jar}
			return err
		},
	})
}

// servers is the key of the running servers of a script, browser that of the client
// with its cookies.
type (
	servers struct{}
	browser struct{}
)

// passed are the variables of a script that its servers get.
var passed = []string{"PATH", "HOME", "XDG_DATA_HOME", "TMPDIR", "GORACE", "CAIRN_CONFIG"}

// startServer runs "cairn serve" on any port and waits until it is ready: server
// NAME ARGUMENT... sets $NAME to its address, $NAME_admin to the one for
// operators, and logs to NAME.log.
func startServer(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 1 {
		ts.Fatalf("usage: server NAME ARGUMENT...")
	}
	name := args[0]
	program, err := exec.LookPath("cairn")
	ts.Check(err)
	log, err := os.Create(ts.MkAbs(name + ".log"))
	ts.Check(err)
	defer log.Close()
	command := exec.Command(program, append([]string{"serve", "--addr", "127.0.0.1:0"}, args[1:]...)...)
	command.Dir, command.Stderr = ts.MkAbs("."), log
	for _, key := range passed {
		if value := ts.Getenv(key); value != "" {
			command.Env = append(command.Env, key+"="+value)
		}
	}
	out, err := command.StdoutPipe()
	ts.Check(err)
	ts.Check(command.Start())
	ts.Defer(func() { // it may have ended
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	ts.Value(servers{}).(map[string]*exec.Cmd)[name] = command
	line, _ := bufio.NewReader(out).ReadString('\n')
	address, found := strings.CutPrefix(strings.TrimSpace(line), "Cairn is at ")
	if !found {
		ts.Fatalf("the server printed %q: %s", line, ts.ReadFile(name+".log"))
	}
	ts.Setenv(name, address)
	_, admin, _ := strings.Cut(ts.ReadFile(name+".log"), "msg=admin addr=")
	admin, _, _ = strings.Cut(admin, "\n")
	ts.Setenv(name+"_admin", "http://"+admin)
}

// awaitText waits until a file contains a text: await FILE TEXT.
func awaitText(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) != 2 {
		ts.Fatalf("usage: await FILE TEXT")
	}
	limit := time.Now().Add(5 * time.Minute) // only a hang takes longer
	for {
		text, err := os.ReadFile(ts.MkAbs(args[0]))
		if err == nil && strings.Contains(string(text), args[1]) {
			return
		}
		if time.Now().After(limit) {
			ts.Fatalf("%s has no %q: %v: %s", args[0], args[1], err, text)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// haltServer sends a signal and compares the exit status, -1 for one that the
// signal ended: halt NAME TERM 0.
func haltServer(ts *testscript.TestScript, negated bool, args []string) {
	signals := map[string]syscall.Signal{"TERM": syscall.SIGTERM, "INT": syscall.SIGINT, "KILL": syscall.SIGKILL}
	if negated || len(args) != 3 {
		ts.Fatalf("usage: halt NAME TERM|INT|KILL STATUS")
	}
	command := ts.Value(servers{}).(map[string]*exec.Cmd)[args[0]]
	ts.Check(command.Process.Signal(signals[args[1]]))
	var exit *exec.ExitError
	if err := command.Wait(); err != nil && !errors.As(err, &exit) {
		ts.Check(err)
	}
	if got := strconv.Itoa(command.ProcessState.ExitCode()); got != args[2] {
		ts.Fatalf("the server ended with status %s, want %s: %s", got, args[2], ts.ReadFile(args[0]+".log"))
	}
}

// get fetches an address and compares the status; the body becomes the output:
// get 200 $NAME/healthz.
func get(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) != 2 {
		ts.Fatalf("usage: get STATUS URL")
	}
	response, err := ts.Value(browser{}).(*http.Client).Get(args[1])
	ts.Check(err)
	showAnswer(ts, response, args[0])
}

// post sends a form and compares the status, after redirects; the body becomes
// the output: post 200 $NAME/login login=Ada.
func post(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 2 {
		ts.Fatalf("usage: post STATUS URL FIELD=VALUE...")
	}
	form := url.Values{}
	for _, field := range args[2:] {
		name, value, _ := strings.Cut(field, "=")
		form.Set(name, value)
	}
	response, err := ts.Value(browser{}).(*http.Client).PostForm(args[1], form)
	ts.Check(err)
	showAnswer(ts, response, args[0])
}

// keep sets a variable to the first line of a file: keep NAME FILE.
func keep(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) != 2 {
		ts.Fatalf("usage: keep NAME FILE")
	}
	line, _, _ := strings.Cut(ts.ReadFile(args[1]), "\n")
	ts.Setenv(args[0], line)
}

func showAnswer(ts *testscript.TestScript, response *http.Response, status string) {
	defer response.Body.Close()
	if got := strconv.Itoa(response.StatusCode); got != status {
		ts.Fatalf("got status %s, want %s", got, status)
	}
	_, err := io.Copy(ts.Stdout(), response.Body)
	ts.Check(err)
}

// playMatches plays whole matches of two guests: play URL GAME N.
func playMatches(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) != 3 {
		ts.Fatalf("usage: play URL GAME N")
	}
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	host, err := client.New(args[0], client.NoWait())
	ts.Check(err)
	guest, err := client.New(args[0], client.NoWait())
	ts.Check(err)
	for i := range n {
		match, err := host.Create(context.Background(), client.Spec{Game: args[1], Shown: true})
		ts.Check(err)
		ts.Check(guest.Join(context.Background(), match))
		players, ctx := errgroup.WithContext(context.Background())
		for j, player := range []*client.Client{host, guest} {
			random := rand.New(rand.NewPCG(uint64(i), uint64(j)))
			players.Go(func() error { return playRandom(ctx, player, match, random, math.MaxInt) })
		}
		ts.Check(players.Wait())
	}
}

// playRandom plays one side of a match with random moves, until it is over or some moves
// are made.
func playRandom(ctx context.Context, player *client.Client, match string, random *rand.Rand, moves int) error {
	acted := 0 // the seq that the last command led to
	for message, err := range player.Follow(ctx, match, 0) {
		state := message.State
		switch {
		case err != nil:
			return err
		case state == nil || state.Seq < acted:
		case state.Status == "over":
			return nil
		case state.Can.Start:
			acted, err = player.Command(ctx, match, "start")
		case len(state.Moves) > 0:
			if acted, err = player.Move(ctx, match, state.Seq, state.Moves[random.IntN(len(state.Moves))].Text); err == nil {
				moves--
			}
		}
		var refused *client.Error
		if err != nil && !(errors.As(err, &refused) && refused.Late()) {
			return err
		}
		if moves == 0 {
			return nil
		}
	}
	return ctx.Err()
}

// runSQL damages the data of a folder: sql DIR STATEMENT. It must change
// something.
func runSQL(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) != 2 {
		ts.Fatalf("usage: sql DIR STATEMENT")
	}
	db, err := sql.Open("sqlite", "file:"+sqlite.Path(ts.MkAbs(args[0])))
	ts.Check(err)
	defer db.Close()
	result, err := db.Exec(args[1])
	ts.Check(err)
	if changed, err := result.RowsAffected(); err != nil || changed == 0 {
		ts.Fatalf("%s changed nothing: %v", args[1], err)
	}
}
