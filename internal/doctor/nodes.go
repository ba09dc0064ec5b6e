// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"cairn/internal/bus/nats"
	"cairn/internal/live/cluster"
	"cairn/internal/store"
	"cairn/internal/store/postgres"
)

// reachTime bounds the checks of a database and a bus.
var reachTime = 10 * time.Second

// mostApart bounds the clock skew between a node and the database. Play uses the clock
// of the database, logs and certificates use the clock of the node.
const mostApart = time.Second

// checkPostgres connects to a PostgreSQL database and reads its schema and the
// settings on which the data depends.
func checkPostgres(ctx context.Context, url string) Finding {
	ctx, cancel := context.WithTimeout(ctx, reachTime)
	defer cancel()
	conn, err := pgx.Connect(ctx, url) // the error does not show the password
	if err != nil {
		return wrong(Fail, "check the URL, the password, pg_hba.conf and the network", "%v", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	checks := []func(context.Context, *pgx.Conn) (Finding, error){checkServer, checkSchema, checkDurable, checkApart}
	var parts []Finding
	for _, check := range checks {
		f, err := check(ctx, conn)
		if err != nil {
			f = wrong(Fail, "", "%v", err)
		}
		parts = append(parts, f)
	}
	return describe(parts)
}

// checkServer names the server, and a pooler before it: a client then has another
// process id than the server process that runs its statements.
func checkServer(ctx context.Context, conn *pgx.Conn) (Finding, error) {
	var version, connections, encoding string
	var pid uint32
	err := conn.QueryRow(ctx, `SELECT current_setting('server_version'), current_setting('max_connections'), current_setting('server_encoding'),
pg_backend_pid()`, pgx.QueryExecModeExec).Scan(&version, &connections, &encoding, &pid)
	if err != nil {
		return Finding{}, err
	}
	if encoding != postgres.Encoding {
		return wrong(Fail, "make it with createdb --encoding UTF8 --template template0", "its encoding is %s, want %s", encoding, postgres.Encoding), nil
	}
	if pid != conn.PgConn().PID() {
		return ok("PostgreSQL %s through a pooler", version), nil
	}
	return ok("PostgreSQL %s, at most %s connections", version, connections), nil
}

// checkSchema compares the version of the schema with the version that this program needs.
func checkSchema(ctx context.Context, conn *pgx.Conn) (Finding, error) {
	want := store.Latest("postgres")
	var have int64
	err := conn.QueryRow(ctx, store.FindVersion, pgx.QueryExecModeExec).Scan(&have)
	var answer *pgconn.PgError
	switch {
	case errors.As(err, &answer) && answer.Code == "42P01": // no such table
		return checkEmpty(ctx, conn)
	case errors.As(err, &answer) && answer.Code == "42501": // no right to read it
		return wrong(Fail, "make the role the owner of the tables", "the role may not read the tables"), nil
	case err != nil:
		return Finding{}, err
	case have > want:
		return Finding{}, store.Newer(have, want)
	case have < want:
		return wrong(Warn, "make a backup: the server updates the schema when it starts, and there is no way back", "schema %d, want %d", have, want), nil
	}
	return checkRights(ctx, conn)
}

// checkEmpty checks that a server can make its tables.
func checkEmpty(ctx context.Context, conn *pgx.Conn) (Finding, error) {
	var create bool
	var tables int
	err := conn.QueryRow(ctx, `SELECT COALESCE(has_schema_privilege(current_schema(), 'CREATE'), FALSE),
(SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema())`, pgx.QueryExecModeExec).Scan(&create, &tables)
	switch {
	case err != nil:
		return Finding{}, err
	case tables > 0:
		return wrong(Fail, "make a database of its own for Cairn", "it has tables of another program"), nil
	case !create:
		return wrong(Fail, "make the role the owner of the database: ALTER DATABASE name OWNER TO role", "it is empty, and the role may not create tables"), nil
	}
	return ok("it is empty: the server creates its tables"), nil
}

// checkRights checks that a server can change the tables that are there.
func checkRights(ctx context.Context, conn *pgx.Conn) (Finding, error) {
	var all bool
	err := conn.QueryRow(ctx, `SELECT bool_and(has_table_privilege(name, 'SELECT') AND has_table_privilege(name, 'INSERT')
AND has_table_privilege(name, 'UPDATE') AND has_table_privilege(name, 'DELETE'))
FROM (SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = current_schema()) AS tables`,
		pgx.QueryExecModeExec).Scan(&all)
	switch {
	case err != nil:
		return Finding{}, err
	case !all:
		return wrong(Fail, "make the role the owner of the tables", "the role may not change all tables"), nil
	}
	return ok("the schema is that of this program"), nil
}

// checkDurable reads the settings without which a power cut loses moves.
// synchronous_commit is not among them: the server sets it.
func checkDurable(ctx context.Context, conn *pgx.Conn) (Finding, error) {
	var fsync, pages, commit, readOnly string
	err := conn.QueryRow(ctx, `SELECT current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit'),
current_setting('transaction_read_only')`, pgx.QueryExecModeExec).Scan(&fsync, &pages, &commit, &readOnly)
	switch {
	case err != nil:
		return Finding{}, err
	case readOnly == "on":
		return wrong(Fail, "use the primary server", "it is read-only"), nil
	case fsync == "off":
		return wrong(Fail, "set fsync = on: a power cut may lose moves and damage the database", "fsync is off"), nil
	case pages == "off":
		return wrong(Warn, "set full_page_writes = on, unless the file system writes pages whole", "full_page_writes is off"), nil
	case commit == "off" || commit == "local":
		return ok("fsync is on, synchronous_commit is %s and the server sets it on", commit), nil
	}
	return ok("fsync is on, synchronous_commit is %s", commit), nil
}

// checkApart compares the clocks of this machine and the database.
func checkApart(ctx context.Context, conn *pgx.Conn) (Finding, error) {
	var millis int64
	began := time.Now()
	err := conn.QueryRow(ctx, `SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)`, pgx.QueryExecModeExec).Scan(&millis)
	if err != nil {
		return Finding{}, err
	}
	took := time.Since(began)
	apart := began.Add(took / 2).Sub(time.UnixMilli(millis)).Abs()
	if apart > mostApart+took/2 {
		return wrong(Warn, "keep the clocks of all machines right with NTP", "its clock and that of this machine are %v apart", apart.Round(time.Millisecond)), nil
	}
	return ok("it answers in %v", took.Round(10*time.Microsecond)), nil
}

// checkBus connects twice to NATS and sends a message from one connection to the
// other.
func checkBus(ctx context.Context, url string) Finding {
	ctx, cancel := context.WithTimeout(ctx, reachTime)
	defer cancel()
	from, err := nats.Open(url, slog.New(slog.DiscardHandler))
	if err != nil {
		return wrong(Fail, "", "%v", err)
	}
	defer from.Close()
	to, err := nats.Open(url, slog.New(slog.DiscardHandler))
	if err != nil {
		return wrong(Fail, "", "%v", err)
	}
	defer to.Close()
	topic := "doctor." + rand.Text()
	signal, end := to.Subscribe(topic)
	defer end()
	if err := passOn(ctx, from, topic, signal); err != nil {
		if !from.Connected() || !to.Connected() {
			err = fmt.Errorf("NATS cannot be reached: %w", cmp.Or(from.Err(), to.Err(), err))
		}
		return wrong(Warn, "without it, nodes see the moves of other nodes late: check the URL, the user, the network", "%v", err)
	}
	took, err := from.RoundTrip()
	if err != nil {
		return wrong(Warn, "", "%v", err)
	}
	return ok("NATS passes messages on, and answers in %v", took.Round(10*time.Microsecond))
}

// passOn publishes until a reader gets a message: a message before the subscription is
// lost.
func passOn(ctx context.Context, bus *nats.Bus, topic string, signal <-chan int) error {
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		bus.Publish(topic, 1)
		select {
		case seq := <-signal:
			if seq != cluster.AskStore {
				return nil
			}
		case <-again.C:
			if !bus.Connected() && bus.Err() != nil {
				return bus.Err()
			}
		case <-ctx.Done():
			return fmt.Errorf("NATS does not pass on messages: the user may lack permissions for cairn.>")
		}
	}
}
