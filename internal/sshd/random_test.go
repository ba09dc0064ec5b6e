// SPDX-License-Identifier: Apache-2.0

package sshd_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"cairn/client"
	"cairn/internal/server/servertest"
	"cairn/internal/tui/tuitest"
)

// TestRandomKeysBySSH types random keys in sessions: in the lobby and its boxes, and on the
// board of a match. Every session ends without a panic. CAIRN_SESSIONS is their number.
func TestRandomKeysBySSH(t *testing.T) {
	home, log := servertest.Run(t, "--ssh", "127.0.0.1:0", "--unlimited")
	address := log.After("msg=ssh addr=")
	other := guest(t, home)
	for i := range tuitest.Sessions(4) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			begin := ""
			if i%2 == 1 {
				id, err := other.Create(t.Context(), client.Spec{Game: "three", Side: "black"})
				if err != nil {
					t.Fatal(err)
				}
				begin = "i" + id + "\r"
			}
			randomSession(t, address, begin, rand.New(rand.NewPCG(uint64(i), 17)))
		})
	}
	if strings.Contains(log.String(), "panic") {
		t.Errorf("a session panicked:\n%s", log)
	}
}

// randomSession types the keys to begin with, then random ones, and leaves.
func randomSession(t *testing.T, address, begin string, random *rand.Rand) {
	t.Helper()
	conn, session, err := dial(t, address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	in, err := session.StdinPipe()
	if err == nil {
		session.Stdout = io.Discard
		err = session.RequestPty([]string{"xterm", "xterm-256color", "vt100"}[random.IntN(3)], 24, 80, ssh.TerminalModes{})
	}
	if err == nil {
		err = session.Shell()
	}
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- session.Wait() }()
	keys := []string{begin}
	for range 150 {
		keys = append(keys, randomKey(random))
	}
	for i := 0; ; i++ {
		key, pause := "\x03", 60*time.Millisecond // leaves, or closes a box; the pause ends unfinished escape sequences
		if i < len(keys) {
			key = keys[i]
			if i%10 != 0 {
				pause = 2 * time.Millisecond
			}
		}
		_, _ = io.WriteString(in, key) // an error means that the session has ended
		if random.IntN(20) == 0 {
			_ = session.WindowChange(random.IntN(60), random.IntN(160))
		}
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
			return
		case <-time.After(pause):
		}
		if i > len(keys)+500 {
			t.Fatal("the session does not end")
		}
	}
}

// randomKey returns a key of the lobby, of a box or of the board, or anything. The keys that
// leave the screen are rare.
func randomKey(random *rand.Rand) string {
	special := []string{
		"\r", "\x1b", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x7f", "\t", "\x1bd", "\x1b[3~", "\x1b[3;3~", "\x15", "\x0b",
		"s", "c", "i", "?", "\x1bOP", "three 5+3\r", "ann three\r", "\x1b[200~pasted\x1b[201~", "\x1b[M !!", "\x00", "\xff", "é", "日",
	}
	switch random.IntN(3) {
	case 0:
		return special[random.IntN(len(special))]
	case 1:
		return string(rune('a' + random.IntN(16))) // without q
	default:
		return string(rune('a'+random.IntN(3))) + string(rune('1'+random.IntN(3)))
	}
}
