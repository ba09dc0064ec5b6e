// SPDX-License-Identifier: Apache-2.0

package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/internal/live/room"
	"cairn/internal/store/pgtest"
	"cairn/internal/store/postgres"
	"cairn/internal/store/storetest"
)

// cut says where a connection breaks.
type cut int32

const (
	nowhere cut = iota
	beforeCommit
	insteadOfCommit
	beforeAnswer
)

// line is a proxy in front of a database that can break connections.
type line struct {
	server string
	where  atomic.Int32
}

// newLine returns the proxy of a database and the URL that leads through it.
func newLine(t *testing.T, database string) (*line, string) {
	u, err := url.Parse(database)
	must(t, err)
	query := u.Query()
	l := &line{server: filepath.Join(query.Get("host"), ".s.PGSQL."+query.Get("port"))}
	dir, err := os.MkdirTemp("", "line")
	must(t, err)
	listener, err := net.Listen("unix", filepath.Join(dir, ".s.PGSQL.1"))
	must(t, err)
	var all sync.WaitGroup
	t.Cleanup(func() {
		must(t, listener.Close())
		all.Wait()
		must(t, os.RemoveAll(dir))
	})
	all.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			all.Go(func() { l.join(client) })
		}
	})
	query.Set("host", dir)
	query.Set("port", "1")
	u.RawQuery = query.Encode()
	return l, u.String()
}

// join copies what a client and the server send, until one of them or a cut ends the
// connection.
func (l *line) join(client net.Conn) {
	server, err := net.Dial("unix", l.server)
	if err != nil {
		_ = client.Close()
		return
	}
	var mute atomic.Bool
	var both sync.WaitGroup
	both.Go(func() {
		_ = forward(client, server, func(sent []byte) bool { return !mute.Load() })
		_ = client.Close()
	})
	_ = forward(server, client, func(sent []byte) bool {
		commit := bytes.Contains(sent, []byte("COMMIT\x00"))
		switch where := cut(l.where.Load()); {
		case where == beforeCommit && !commit && sent[0] != 0, // 0 begins a connection
			where == insteadOfCommit && commit:
			l.where.Store(int32(nowhere))
			return false
		case where == beforeAnswer && commit:
			l.where.Store(int32(nowhere))
			mute.Store(true)
		}
		return true
	})
	_ = client.Close()
	_ = server.Close()
	both.Wait()
}

// forward copies from one connection to another while pass reports true.
func forward(to io.Writer, from io.Reader, pass func([]byte) bool) error {
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return err
		}
		if !pass(buffer[:n]) {
			return nil
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return err
		}
	}
}

// TestLost breaks connections at all places, with appends in a group and alone.
func TestLost(t *testing.T) {
	tests := []struct {
		where  cut
		want   error
		stored bool
	}{
		{nowhere, nil, true},
		{beforeCommit, nil, true}, // it is retried
		{insteadOfCommit, failure.ErrUnknown, false},
		{beforeAnswer, failure.ErrUnknown, true},
	}
	database := pgtest.URL(t)
	l, through := newLine(t, database)
	s, direct := open(t, through), open(t, database)
	for i, test := range tests {
		for name, by := range map[string]live.Store{"grouped": s, "alone": s.Alone()} {
			table, changes := storetest.Shuttle(t, fmt.Sprint(name, i), 2)
			must(t, direct.CreateMatch(t.Context(), table.Created()))
			l.where.Store(int32(test.where))
			if err := by.Append(t.Context(), changes[0]); !errors.Is(err, test.want) || (err == nil) != (test.want == nil) {
				t.Errorf("%s, cut %d: got error %v, want %v", name, test.where, err, test.want)
			}
			awaitSeq(t, direct, table.Info.ID, changes[0], test.stored)
			if next := changes[1]; test.stored {
				must(t, by.Append(t.Context(), next))
			}
		}
	}
}

// awaitSeq checks whether a change was made. The server may still run the transaction of
// a lost connection, so it asks by an update of the same row, which waits for it.
func awaitSeq(t *testing.T, s *postgres.Store, id string, c room.Change, stored bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		info, err := s.FindMatch(t.Context(), id)
		must(t, err)
		if made := info.Seq == c.Info.Seq; made == stored {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("match %s: got seq %d, want that the change to %d is stored: %v", id, info.Seq, c.Info.Seq, stored)
		}
	}
}

// TestPatience locks a match in another transaction: the store gives up, and succeeds
// once the match is unlocked.
func TestPatience(t *testing.T) {
	url := pgtest.URL(t)
	s, unhurried := open(t, url), open(t, url)
	s.SetPatience(500 * time.Millisecond)
	table, changes := storetest.Shuttle(t, "m1", 2)
	must(t, unhurried.CreateMatch(t.Context(), table.Created()))
	c, err := pgx.Connect(t.Context(), url)
	must(t, err)
	_, err = c.Exec(t.Context(), `BEGIN; SELECT id FROM matches FOR UPDATE`)
	must(t, err)
	for name, by := range map[string]live.Store{"grouped": s, "alone": s.Alone()} {
		if err := by.Append(t.Context(), changes[0]); failure.CodeOf(err) != failure.Unavailable {
			t.Errorf("append to a match that is held, %s: got error %v, want %s", name, err, failure.Unavailable)
		}
	}
	must(t, c.Close(t.Context()))
	must(t, unhurried.Append(t.Context(), changes[0]))
}

// TestFrozen locks matches in an idle transaction, as of a frozen node: changes of other
// matches succeed meanwhile, changes of the locked matches once they are unlocked.
func TestFrozen(t *testing.T) {
	url := pgtest.URL(t)
	for name, address := range map[string]string{"server": url, "pooler": pgtest.NewPooler(t).URL(url)} {
		t.Run(name, func(t *testing.T) {
			s := open(t, address)
			held := map[string]live.Store{"grouped 1": s, "grouped 2": s, "grouped 3": s}
			for i := range 8 { // as many as may write at a time
				held[fmt.Sprint("alone ", i)] = s.Alone()
			}
			holder, err := pgx.Connect(t.Context(), url)
			must(t, err)
			_, err = holder.Exec(t.Context(), `BEGIN`)
			must(t, err)
			changes := map[string]room.Change{}
			for what := range held {
				table, all := storetest.Shuttle(t, name+what, 1)
				must(t, s.CreateMatch(t.Context(), table.Created()))
				changes[what] = all[0]
				_, err = holder.Exec(t.Context(), `SELECT id FROM matches WHERE id = $1 FOR UPDATE`, table.Info.ID)
				must(t, err)
			}
			var waiting sync.WaitGroup
			failures := make(chan error, len(held))
			for what, by := range held {
				waiting.Go(func() {
					if err := by.Append(context.Background(), changes[what]); err != nil {
						failures <- fmt.Errorf("%s: %w", what, err)
					}
				})
			}
			for i := range 10 {
				table, all := storetest.Shuttle(t, fmt.Sprint(name, i), 1)
				must(t, s.CreateMatch(t.Context(), table.Created()))
				must(t, s.Append(t.Context(), all[0]))
				must(t, s.Alone().Beat(t.Context(), all[0].Info.Updated))
			}
			must(t, holder.Close(t.Context()))
			waiting.Wait()
			close(failures)
			for err := range failures {
				t.Error(err)
			}
			for _, c := range changes {
				awaitSeq(t, s, c.Info.ID, c, true)
			}
		})
	}
}

// TestStandby commits while a synchronous standby is down. After the patience of the
// store the change is visible, but the commit is unknown, as are later commits until the
// standby is back.
func TestStandby(t *testing.T) {
	url := pgtest.New(t, pgtest.Options{}).URL("postgres")
	s, err := postgres.Open(t.Context(), url, postgres.Options{Migrate: true, Patience: patience})
	must(t, err)
	defer func() { must(t, s.Close()) }()
	table, changes := storetest.Shuttle(t, "m1", 1)
	must(t, s.CreateMatch(t.Context(), table.Created()))
	set := func(statement string) {
		t.Helper()
		query[any](t, url, `ALTER SYSTEM `+statement)
		query[bool](t, url, `SELECT pg_reload_conf()`)
	}
	set(`SET synchronous_standby_names = 'away'`)
	s.SetPatience(3 * time.Second)                            // longer than anything but the wait for the standby
	for !errors.Is(s.Ping(t.Context()), failure.ErrUnknown) { // until all processes of the server have read it
	}
	if err := s.Append(t.Context(), changes[0]); !errors.Is(err, failure.ErrUnknown) {
		t.Errorf("append without the standby: got %v, want %v", err, failure.ErrUnknown)
	}
	awaitSeq(t, s, table.Info.ID, changes[0], true)
	if err := s.Ping(t.Context()); !errors.Is(err, failure.ErrUnknown) {
		t.Errorf("a later commit without the standby: got %v, want %v", err, failure.ErrUnknown)
	}
	set(`RESET synchronous_standby_names`)
	for s.SetPatience(patience); s.Ping(t.Context()) != nil; {
	}
}
