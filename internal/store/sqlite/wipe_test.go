// SPDX-License-Identifier: Apache-2.0

package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cairn/internal/account"
	"cairn/internal/store/sqlite"
)

// crowd is a number of users whose rows change all the time, so that the pages of
// the database split, merge and are used again.
type crowd struct {
	t     testing.TB
	s     *sqlite.Store
	dice  *rand.Rand
	users []account.User
	names int
	more  map[string][]string // what other tables hold of a user
}

// word returns letters that occur nowhere else in the database.
func (c *crowd) word(kind string) string {
	c.names++
	letters := make([]byte, 4+c.dice.IntN(8))
	for i := range letters {
		letters[i] = byte('A' + c.dice.IntN(26))
	}
	return fmt.Sprintf("%s%d%s", letters, c.names, kind)
}

// personal gives a user new values.
func (c *crowd) personal(u *account.User) {
	u.Name, u.Email = c.word("Name"), c.word("Mail")+"@"+c.word("Host")+".example"
	u.Password = "$argon2id$" + strings.Repeat(c.word("hash"), 4)
	u.Settings = strings.Repeat(c.word("set"), c.dice.IntN(30))
	u.TwoFactor = account.TwoFactor{}
	if c.dice.IntN(4) == 0 { // long enough for overflow pages
		u.TwoFactor = account.TwoFactor{Secret: c.word("SECRET"), Codes: []string{strings.Repeat(c.word("code"), 60)}}
	}
}

func (c *crowd) join() {
	u := account.User{ID: c.word("id"), Created: noon}
	c.personal(&u)
	must(c.t, c.s.CreateUser(c.t.Context(), u))
	must(c.t, c.s.CreateSession(c.t.Context(), account.Session{
		Hash: c.word("session"), User: u.ID, Browser: c.word("agent"), Created: noon, Seen: noon, Expires: noon.Add(time.Hour),
	}, 0))
	more := make([]string, 6)
	for i := range more {
		more[i] = c.word("more")
	}
	as := func(*account.User) error { return nil }
	must(c.t, c.s.CreatePasskey(c.t.Context(), account.Passkey{ID: more[0], User: u.ID, Name: more[1], Credential: c.word("key")}, account.AccessChange{Now: noon}, as))
	must(c.t, c.s.CreateIdentity(c.t.Context(), account.Identity{Issuer: "school", Subject: more[2], User: u.ID}, as))
	must(c.t, c.s.CreateSSHKey(c.t.Context(), account.SSHKey{Fingerprint: more[3], User: u.ID, Name: more[4], Public: c.word("key")}))
	must(c.t, c.s.CreateReport(c.t.Context(), account.Report{ID: c.word("report"), User: u.ID, Reason: "name", Detail: more[5]}, false))
	c.more[u.ID] = more
	u, err := c.s.FindUser(c.t.Context(), u.ID)
	must(c.t, err)
	c.users = append(c.users, u)
}

// change replaces the values of a user, and returns the old texts.
func (c *crowd) change() []string {
	i := c.dice.IntN(len(c.users))
	was := c.users[i]
	u, err := c.s.UpdateUser(c.t.Context(), was.ID, func(u *account.User) error { c.personal(u); return nil })
	must(c.t, err)
	c.users[i] = u
	return traces(was)
}

// leave deletes a user, and returns what must not be found any more.
func (c *crowd) leave() []string {
	i := c.dice.IntN(len(c.users))
	u := c.users[i]
	c.users[i] = c.users[len(c.users)-1]
	c.users = c.users[:len(c.users)-1]
	must(c.t, c.s.DeleteUser(c.t.Context(), u.ID, noon))
	return append(traces(u), c.more[u.ID]...)
}

// traces returns the texts in the row of a user.
func traces(u account.User) []string {
	list := []string{u.Name, strings.ToLower(u.Name), u.Email, strings.ToLower(u.Email), u.Password}
	if u.Settings != "" {
		list = append(list, u.Settings)
	}
	if u.TwoFactor.On() {
		list = append(list, u.TwoFactor.Secret, u.TwoFactor.Codes[0][:40])
	}
	return list
}

// wantNoTrace searches all files of a data folder while they are in use. Another
// process reads them, since closing a file drops the locks of a process on it.
func wantNoTrace(t *testing.T, dir string, gone []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	must(t, err)
	for _, path := range files {
		data, err := exec.Command("cat", path).Output()
		must(t, err)
		for _, text := range gone {
			if at := bytes.Index(data, []byte(text)); at >= 0 {
				t.Errorf("%s: %q of a deleted user is in page %d", filepath.Base(path), text, at/4096+1)
			}
		}
	}
}

// TestWipe deletes users from a database whose rows move a lot, and searches the
// files for them. Between the rounds, others write to wiped pages.
func TestWipe(t *testing.T) {
	for seed := range uint64(3) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			dir := t.TempDir()
			s := open(t, dir, sqlite.Options{})
			c := &crowd{t: t, s: s, dice: rand.New(rand.NewPCG(seed, 0)), more: map[string][]string{}}
			for range 300 {
				c.join()
			}
			var gone []string
			for range 3 {
				for range 150 {
					switch c.dice.IntN(4) {
					case 0:
						c.join()
					case 1:
						gone = append(gone, c.leave()...)
					default:
						gone = append(gone, c.change()...)
					}
				}
				must(t, s.Wipe(t.Context()))
				wantNoTrace(t, dir, gone)
				must(t, s.Check(t.Context()))
			}
			for _, want := range c.users {
				got, err := s.FindUser(t.Context(), want.ID)
				must(t, err)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("user who was not deleted: got (+), want (-):\n%s", diff)
				}
			}
		})
	}
}

// TestWipeWaits wipes during a read of an old state, as in a backup: it fails, the
// data stays deleted, and the next wipe succeeds.
func TestWipeWaits(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, sqlite.Options{})
	c := &crowd{t: t, s: s, dice: rand.New(rand.NewPCG(9, 9)), more: map[string][]string{}}
	c.join()
	db, err := sql.Open("sqlite", sqlite.Path(dir))
	must(t, err)
	defer db.Close()
	reader, err := db.Begin()
	must(t, err)
	var users int
	must(t, reader.QueryRow(`SELECT count(*) FROM users`).Scan(&users))

	gone := c.leave()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := s.Wipe(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("wipe beside a reader: got %v, want that the time is over", err)
	}
	c.join() // writers are not blocked
	must(t, reader.Rollback())
	must(t, s.Wipe(t.Context()))
	wantNoTrace(t, dir, gone)
	log, err := os.Stat(sqlite.Path(dir) + "-wal")
	if err != nil || log.Size() != 0 {
		t.Errorf("log: got %+v, %v, want an empty file", log, err)
	}
	must(t, s.Close())
	if err := s.Wipe(t.Context()); err == nil {
		t.Error("wipe of a closed store: got no error, want one")
	}
}
