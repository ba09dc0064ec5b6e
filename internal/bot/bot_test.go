// SPDX-License-Identifier: Apache-2.0

package bot_test

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn/client"
	"cairn/internal/bot"
	"cairn/internal/uci/driver"
)

// A bot reports a wrong token, account or engine.
func TestFaults(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	wrong, err := client.New(s.address, client.Token("cairn_wrong"))
	if err != nil {
		t.Fatal(err)
	}
	for want, o := range map[string]bot.Options{
		"the server refuses the token": {Client: wrong, Engine: engine(t)},
		"no-such-program":              {Client: s.bot("ann"), Engine: "./no-such-program"},
		bot.ErrPerson.Error():          {Client: s.person("bob"), Engine: engine(t)},
	} {
		o.Find = find
		if err := bot.New(o).Run(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// A bot accepts the challenges that its rules allow, and declines others with a reason.
func TestRules(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, eve := s.person("ann"), s.bot("eve")
	casual, rated := options(s.bot("casual"), engine(t)), options(s.bot("rated"), engine(t))
	casual.Rules = bot.Rules{Games: []string{"six-mens-morris"}, Clocks: []string{"5m+3s", "none"}, Rated: "no", Most: 1}
	rated.Rules = bot.Rules{Rated: "yes"}
	run(t, casual)
	run(t, rated)
	tests := map[string]struct {
		by   *client.Client
		to   string
		spec client.Spec
		want string
	}{
		"a game":          {ann, "casual", client.Spec{Game: "nine"}, "game"},
		"a fast clock":    {ann, "casual", client.Spec{Game: "six", Clock: "1m"}, "clock-slower"},
		"a slow clock":    {ann, "casual", client.Spec{Game: "six", Clock: "3d"}, "clock-faster"},
		"a rated game":    {eve, "casual", client.Spec{Game: "six", Rated: true}, "casual"},
		"one for nothing": {ann, "rated", client.Spec{Game: "six"}, "rated"},
	}
	for name, test := range tests {
		id, err := test.by.Challenge(t.Context(), test.to, test.spec)
		if err != nil {
			t.Fatal(err)
		}
		if c := answered(t, test.by, id); c.Status != "declined" || c.Reason != test.want {
			t.Errorf("%s: got %s, %s, want it declined for %s", name, c.Status, c.Reason, test.want)
		}
	}
	challenge(t, eve, "rated", client.Spec{Game: "six", Rated: true})

	// One game at a time: a second challenge waits.
	first := challenge(t, ann, "casual", client.Spec{Game: "six", Side: "white"})
	second, err := eve.Challenge(t.Context(), "casual", client.Spec{Game: "six"})
	if err != nil {
		t.Fatal(err)
	}
	moves(t, ann, first, 3)
	if c, err := eve.FindChallenge(t.Context(), second); err != nil || c.Status != "open" {
		t.Errorf("the second challenge is %s, %v, want it to wait", c.Status, err)
	}
	if _, err := ann.Command(t.Context(), first, "resign"); err != nil {
		t.Fatal(err)
	}
	if c := answered(t, eve, second); c.Status != "accepted" {
		t.Errorf("the second challenge is %s", c.Status)
	}
}

// log is a log that can be read concurrently.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(data []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(data)
}

// has checks that the log has texts.
func (l *log) has(t *testing.T, texts ...string) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, text := range texts {
		if !strings.Contains(l.text.String(), text) {
			t.Errorf("the log lacks %q:\n%s", text, l.text.String())
		}
	}
}

// An engine that crashes or hangs during a game is restarted.
func TestEngineAgain(t *testing.T) {
	for manner, want := range map[string]string{"dies": "out of stones", "hangs": "does not answer: no bestmove within"} {
		t.Run(manner, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && manner == "hangs" {
				t.Skip("it waits ten seconds")
			}
			s, logged := newSite(t), &log{}
			ann := s.person("ann")
			o := options(s.bot("bob"), other(t, manner, filepath.Join(t.TempDir(), "failed")))
			o.Log = slog.New(slog.NewTextHandler(logged, nil))
			o.Driver = driver.Options{Patience: 10 * time.Second} // enough for a working engine
			run(t, o)
			moves(t, ann, challenge(t, ann, "bob", client.Spec{Game: "six", Side: "white"}), 4)
			logged.has(t, "the engine failed", "times=1", want)
		})
	}
}

// A bot whose engine fails repeatedly resigns the game, and continues its other games.
func TestEngineBroken(t *testing.T) {
	t.Parallel()
	s, logged := newSite(t), &log{}
	ann := s.person("ann")
	o := options(s.bot("bob"), other(t, "broken", "none"))
	o.Log = slog.New(slog.NewTextHandler(logged, nil))
	run(t, o)
	six := challenge(t, ann, "bob", client.Spec{Game: "six", Side: "white"})
	moves(t, ann, six, 2)
	three := challenge(t, ann, "bob", client.Spec{Game: "three", Side: "white"})
	moves(t, ann, three, 1)
	move(t, ann, three)
	if end := over(t, ann, three).End; end == nil || end.Outcome != "won" {
		t.Errorf("the game ended with %+v", end)
	}
	moves(t, ann, six, 2)
	logged.has(t, "times=4", "match="+three, "resigned: engine", "out of stones")
}

// The engine gets the clocks and their increments.
func TestIncrement(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann := s.person("ann")
	for manner, want := range map[string]string{
		"ugi": `^go p1time \d+ p1inc 3000 p2time \d+ p2inc 3000\n`,
		"uci": `^go wtime \d+ winc 3000 btime \d+ binc 3000\n`,
	} {
		asked := filepath.Join(t.TempDir(), "asked")
		run(t, options(s.bot(manner), other(t, manner, asked)))
		moves(t, ann, challenge(t, ann, manner, client.Spec{Game: "six", Side: "white", Clock: "5m+3s"}), 2)
		text, err := os.ReadFile(asked)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		if !regexp.MustCompile(want).Match(text) {
			t.Errorf("%s: got %q, want %s", manner, text, want)
		}
	}
}
