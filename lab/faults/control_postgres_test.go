// SPDX-License-Identifier: Apache-2.0

//go:build unix

package faults_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"cairn/game"
	"cairn/internal/store/pgtest"
	"cairn/internal/store/postgres"
	"cairn/lab/bench"
)

// openPostgres opens the store of a cluster for a test.
func openPostgres(t *testing.T, c *pgtest.Cluster) *postgres.Store {
	t.Helper()
	store, err := postgres.Open(t.Context(), c.URL("postgres"), postgres.Options{Migrate: true, Connections: 2})
	must(t, err)
	return store
}

// connect opens a connection of a test.
func connect(t *testing.T, c *pgtest.Cluster) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), c.URL("postgres"))
	must(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) }) // the server may have ended
	return conn
}

// execute runs statements.
func execute(t *testing.T, conn *pgx.Conn, statements string) {
	t.Helper()
	_, err := conn.Exec(t.Context(), statements)
	must(t, err)
}

// asynchronous lets transactions with events return before they are on the disk,
// whatever the connection has set.
const asynchronous = `
CREATE FUNCTION asynchronous() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('synchronous_commit', 'off', true);
	RETURN NULL;
END $$;
CREATE TRIGGER asynchronous BEFORE INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION asynchronous()`

// TestAsynchronousCommit is a database with synchronous_commit=off that crashes.
func TestAsynchronousCommit(t *testing.T) {
	cluster := pgtest.New(t, pgtest.Options{Settings: []string{"wal_writer_delay = 10s", "autovacuum = off"}})
	store := openPostgres(t, cluster)
	execute(t, connect(t, cluster), asynchronous)
	for range 10 { // the log may be written just before the crash
		h := newHall(t, store, "")
		for range 10 {
			h.post(0, h.room(0).Match.Turn(), "move", h.moves(0)[0])
		}
		must(t, cluster.Stop(true))
		must(t, store.Close())
		must(t, cluster.Start())
		store = openPostgres(t, cluster)
		if r := h.audit(store); r.Lost > 0 && r.NotLinearizable > 0 {
			must(t, store.Close())
			return
		}
	}
	must(t, store.Close())
	t.Error("got nothing lost, want the fault to be found")
}

// poller finds new events of all matches by a global id, which a later event may
// have smaller.
type poller struct {
	last int64
	seqs map[string]int
}

// poll reads the events since the last poll.
func (p *poller) poll(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	rows, err := conn.Query(t.Context(), `SELECT global, match_id, seq FROM events WHERE global > $1 ORDER BY global`, p.last)
	must(t, err)
	var match string
	var seq int
	_, err = pgx.ForEachRow(rows, []any{&p.last, &match, &seq}, func() error {
		p.seqs[match] = seq
		return nil
	})
	must(t, err)
}

// lateCommit numbers all events, and lets the commits of one match wait for a lock.
const lateCommit = `
ALTER TABLE events ADD COLUMN global BIGSERIAL;
CREATE TABLE late (match_id TEXT);
CREATE FUNCTION late_commit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT 1 FROM late WHERE match_id = NEW.match_id) THEN
		PERFORM pg_advisory_xact_lock(1);
	END IF;
	RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER late_commit AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION late_commit()`

func TestGlobalID(t *testing.T) {
	cluster := pgtest.New(t, pgtest.Options{})
	slow, fast := openPostgres(t, cluster), openPostgres(t, cluster)
	defer slow.Close()
	defer fast.Close()
	conn, lock := connect(t, cluster), connect(t, cluster)
	execute(t, conn, lateCommit)
	h, other := newHall(t, slow, ""), newHall(t, fast, "")
	_, err := conn.Exec(t.Context(), `INSERT INTO late VALUES ($1)`, h.id)
	must(t, err)
	reader := &poller{seqs: map[string]int{}}
	reader.poll(t, conn)

	execute(t, lock, `SELECT pg_advisory_lock(1)`)
	answered := make(chan error, 1)
	post := h.later(t.Context(), 0, game.White, "move", h.moves(0)[0], h.room(0).Info.Seq)
	go func() { answered <- post() }()
	for waits := 0; waits == 0; { // the event has its id
		must(t, conn.QueryRow(t.Context(), `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`).Scan(&waits))
	}
	other.post(0, game.White, "move", other.moves(0)[0])
	reader.poll(t, conn)
	execute(t, lock, `SELECT pg_advisory_unlock(1)`)
	must(t, <-answered)

	asked := time.Now()
	reader.poll(t, conn)
	for _, watched := range []*hall{h, other} {
		watched.history.See(watched.id, &bench.PlayerState{Opened: asked, Seq: reader.seqs[watched.id], Status: "playing"})
	}
	if r := other.audit(fast); r.Wrong() != 0 {
		t.Errorf("the other match: got %s, want nothing wrong", r)
	}
	r := h.audit(slow)
	caught(t, map[string]int{"not linearizable": r.NotLinearizable})
}
