// SPDX-License-Identifier: Apache-2.0

//go:build unix

package pgtest

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Pooler is a PgBouncer in transaction mode before the shared cluster: it gives a
// client any of a few server sessions for each transaction.
type Pooler struct{ dir string }

const poolerSettings = `
[databases]
* = host=%[1]s port=5432
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = %[2]s
unix_socket_mode = 0777
auth_type = trust
auth_file = %[2]s/users
logfile = %[2]s/log
pidfile = %[2]s/pid
pool_mode = transaction
default_pool_size = 4
max_client_conn = 1000
`

// NewPooler starts a pooler that ends with the test. It skips the test where
// PgBouncer is not installed.
func NewPooler(t testing.TB) *Pooler {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		if program, err = exec.LookPath("/usr/sbin/pgbouncer"); err != nil {
			t.Skip("NOT CHECKED: PgBouncer is not installed; scripts/setup installs it")
		}
	}
	c := sharedCluster(t)
	dir, err := makeFolder(c.owner)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"ini":   fmt.Sprintf(poolerSettings, c.dir, dir),
		"users": `"postgres" ""`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	end, err := watch(c.owner, `"$1" -q "$2/ini" & cat; kill -9 $!; rm -rf "$2"`, program, dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		end()
		_ = os.RemoveAll(dir)
	})
	p := &Pooler{dir}
	p.await(t)
	return p
}

// await waits until the pooler takes connections.
func (p *Pooler) await(t testing.TB) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		c, err := pgx.Connect(t.Context(), p.URL(sharedURL(t)))
		if err == nil {
			_ = c.Close(t.Context())
			return
		}
		if time.Now().After(deadline) {
			log, _ := os.ReadFile(filepath.Join(p.dir, "log"))
			t.Fatalf("pgbouncer: %v\n%s", err, log)
		}
	}
}

func sharedURL(t testing.TB) string { return sharedCluster(t).URL("postgres") }

// URL returns the URL by which a database of the shared cluster is reached through the
// pooler.
func (p *Pooler) URL(database string) string {
	u, err := url.Parse(database)
	if err != nil {
		panic(err)
	}
	u.RawQuery = url.Values{"host": {p.dir}, "port": {"6432"}, "connect_timeout": {connectFor}}.Encode()
	return u.String()
}
