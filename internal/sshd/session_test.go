// SPDX-License-Identifier: Apache-2.0

package sshd_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"encoding/pem"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"cairn/client"
	"cairn/internal/server/servertest"
	"cairn/internal/tui/tmuxtest"
)

// newKey writes a new private key and returns its file and public text.
func newKey(t *testing.T) (file, public string) {
	t.Helper()
	key, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(private, "test")
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	shown, err := ssh.NewPublicKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return file, string(ssh.MarshalAuthorizedKey(shown))
}

// member signs up at a server, adds a public key, and returns a function that posts
// further forms.
func member(t *testing.T, home, name, public string) func(path string, form map[string]string) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	post := func(path string, form map[string]string) {
		t.Helper()
		body, err := json.Marshal(form)
		if err != nil {
			t.Fatal(err)
		}
		response, err := browser.Post(home+path, "application/json", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Fatalf("%s: got %s", path, response.Status)
		}
	}
	const password = "pebbles-in-a-row"
	post("/signup", map[string]string{"name": name, "email": name + "@example.org", "password": password})
	post("/account/ssh-keys", map[string]string{"key": public, "current": password})
	return post
}

// A key of an account logs in to it; players with other keys, or none, are guests, and are told
// so. After a lost connection a game can be continued with a new log-in.
func TestKeyBySSH(t *testing.T) {
	home, address := serve(t)
	known, public := newKey(t)
	unknown, _ := newKey(t)
	member(t, home, "ann", public)
	tmuxtest.Run(t, 80, 24, nil, openSSH(t, address, "-i", unknown, "-o", "IdentitiesOnly=yes")...).Await("You are Guest-", ", a guest: no account has your SSH key.")
	tmuxtest.Run(t, 80, 24, nil, openSSH(t, address, "-l", "guest")...).Await("You are Guest-", ", a guest.")

	login := openSSH(t, address, "-i", unknown, "-i", known, "-o", "IdentitiesOnly=yes")
	term := tmuxtest.Run(t, 80, 24, nil, login...)
	term.Await("You are ann.")
	other := guest(t, home)
	id, err := other.Create(t.Context(), client.Spec{Game: "three", Side: "black"})
	if err != nil {
		t.Fatal(err)
	}
	term.Press("i")
	term.Await("ID of a match")
	term.Type(id)
	term.Press("Enter")
	term.Await("Three Men's Morris")
	if _, err := other.Command(t.Context(), id, "start"); err != nil {
		t.Fatal(err)
	}
	term.Await("White: choose a point.")
	term.Type("a1")
	term.Await("White places on a1.")
	term.Kill()

	term = tmuxtest.Run(t, 80, 24, nil, login...)
	term.Await("You are ann.", "Your games")
	term.Press("Enter")
	term.Await("White places on a1.")
	term.Press("C-c")
	term.Ends()
}

// When the server stops, sessions end with a message.
func TestStopBySSH(t *testing.T) {
	stopping := servertest.Start(t, "--ssh", "127.0.0.1:0")
	line := append([]string{"sh", "-c", `"$@"; echo "ended with $?"; read _`, "sh"}, openSSH(t, stopping.Log.After("msg=ssh addr="))...)
	term := tmuxtest.Run(t, 80, 24, nil, line...)
	term.Await("You are Guest-")
	stopping.Stop()
	term.Await("The server is stopping.", "ended with 1")
}

// run runs the system's client without a terminal and returns what it printed.
func run(t *testing.T, line []string) (string, error) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), line[0], line[1:]...).CombinedOutput()
	return string(out), err
}

// Forwarding, commands and unknown variables are refused during a session, which continues.
func TestForwardingBySSH(t *testing.T) {
	home, address := serve(t)
	local := servertest.FreeAddress(t)
	_, target, _ := strings.Cut(home, "//")
	term := tmuxtest.Run(t, 80, 24, []string{"SECRET=hidden", "DISPLAY=:7"}, openSSH(t, address,
		"-A", "-X", "-o", "SendEnv=SECRET", "-o", "LogLevel=INFO", "-L", local+":"+target, "-R", "127.0.0.1:0:"+target)...)
	term.Await("You are Guest-")
	for range 20 { // more than the queue of a connection
		conn, err := net.Dial("tcp", local)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := conn.Read(make([]byte, 1)); err == nil || n > 0 {
			t.Error("a port was forwarded")
		}
		_ = conn.Close()
	}
	term.Press("s")
	term.Await("Look for an opponent")
	term.Press("Escape")
	term.Until("the lobby", func(screen string) bool { return !strings.Contains(screen, "Look for an opponent:") })
	term.Press("C-c")
	term.Ends()
	for _, word := range []string{"id", "sftp-server", "sh -c 'echo $SECRET'"} {
		out, err := run(t, append(openSSH(t, address, "-tt"), word))
		if err == nil || !strings.Contains(out, "needs a terminal") || strings.Contains(out, "hidden") {
			t.Errorf("%s: got %v, %s", word, err, out)
		}
	}
}

// dial connects by program and opens a session.
func dial(t *testing.T, address string) (*ssh.Client, *ssh.Session, error) {
	t.Helper()
	conn, err := ssh.Dial("tcp", address, &ssh.ClientConfig{User: "guest", HostKeyCallback: ssh.InsecureIgnoreHostKey()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	session, err := conn.NewSession()
	return conn, session, err
}

// The sessions of an address are bounded, and a connection has one session. A session that
// ends makes room for another.
func TestManySessions(t *testing.T) {
	_, address := serve(t)
	var all []*ssh.Client
	for {
		conn, _, err := dial(t, address)
		if err != nil {
			if !strings.Contains(err.Error(), "too many players; try again later") {
				t.Fatal(err)
			}
			break
		}
		all = append(all, conn)
	}
	if len(all) != 50 {
		t.Errorf("got %d sessions", len(all))
	}
	if _, err := all[0].NewSession(); err == nil || !strings.Contains(err.Error(), "one session is served") {
		t.Errorf("a second session: got %v", err)
	}
	_ = all[0].Close()
	for { // until the server has noticed it
		if _, _, err := dial(t, address); err == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// A terminal that cannot show the full screen gets a message.
func TestDumbBySSH(t *testing.T) {
	_, address := serve(t)
	out, err := run(t, append([]string{"env", "TERM=dumb"}, openSSH(t, address, "-tt")...))
	if err == nil || !strings.Contains(out, "(TERM=dumb) cannot show the full screen") {
		t.Errorf("got %v, %s", err, out)
	}
}

// The lobby is updated automatically: a new seek appears, and Enter accepts it.
func TestLobbyBySSH(t *testing.T) {
	home, address := serve(t)
	term := tmuxtest.Run(t, 60, 20, nil, openSSH(t, address)...)
	term.Await("You are Guest-", "No player is looking for a game")
	term.Press("F1")
	term.Await("The list updates automatically.")
	term.Press("Escape")
	other := guest(t, home)
	seat, err := other.Seek(t.Context(), client.Spec{Game: "three"})
	if err != nil {
		t.Fatal(err)
	}
	found := make(chan error, 1)
	go func() {
		_, err := other.AwaitSeek(t.Context(), seat.Seek)
		found <- err
	}()
	term.Await("Players looking for a game", "Three Men's Morris")
	term.Press("Enter")
	term.Await("Match created.")
	if err := <-found; err != nil {
		t.Error(err)
	}
	term.Press("C-c")
	term.Ends()
}
