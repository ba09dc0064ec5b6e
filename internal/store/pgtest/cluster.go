// SPDX-License-Identifier: Apache-2.0

//go:build unix

// Package pgtest runs PostgreSQL for tests: private clusters in temporary folders,
// which end with the process that started them, however it ends. It needs the
// programs of PostgreSQL and never uses a cluster of the system.
package pgtest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// Options say how a cluster runs.
type Options struct {
	// TCP lets it listen on a port of 127.0.0.1, beside its socket.
	TCP bool
	// Settings are lines of postgresql.conf, such as "fsync = off".
	Settings []string
	// Data is a data folder that another cluster has made and left, with its settings;
	// by default a new one is made. It is not deleted.
	Data string
}

// Cluster is a running or stopped PostgreSQL server.
type Cluster struct {
	dir   string // with the log, the socket, and the data unless it is elsewhere
	data  string // folder
	bin   string // folder of the programs
	port  int
	tcp   bool
	owner *syscall.Credential // nil for our own user
	end   func()              // stops the server and deletes the folder
}

// New starts a cluster that ends with the test. It skips the test where PostgreSQL
// is not installed.
func New(t testing.TB, o Options) *Cluster {
	t.Helper()
	c, err := start(o)
	if errors.Is(err, errNotInstalled) {
		t.Skip("NOT CHECKED: PostgreSQL is not installed; scripts/setup installs it")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.end() })
	return c
}

var errNotInstalled = errors.New("PostgreSQL is not installed")

// commonSettings keep a cluster small and let many tests connect.
const commonSettings = `
listen_addresses = ''
max_connections = 200
shared_buffers = 32MB
max_wal_size = 256MB
unix_socket_permissions = 0777
`

// start makes a cluster and starts it.
func start(o Options) (_ *Cluster, err error) {
	c := &Cluster{tcp: o.TCP, port: 5432}
	if c.bin, err = programs(); err != nil {
		return nil, err
	}
	if c.owner, err = unprivileged(); err != nil {
		return nil, err
	}
	if c.dir, err = makeFolder(c.owner); err != nil {
		return nil, err
	}
	c.data = cmp.Or(o.Data, filepath.Join(c.dir, "data"))
	c.end, err = watch(c.owner, `cat; "$1/pg_ctl" -D "$2" -m immediate -w stop; rm -rf "$3"`, c.bin, c.data, c.dir)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(c.dir))
	}
	if o.Data == "" {
		err = c.make(o.Settings)
	} else {
		err = c.take()
	}
	if err == nil {
		err = c.begin()
	}
	if err != nil {
		c.end()
		return nil, err
	}
	return c, nil
}

// makeFolder makes a folder of the owner in which others may use a socket.
func makeFolder(owner *syscall.Credential) (string, error) {
	dir, err := os.MkdirTemp("", "pgtest")
	if err != nil {
		return "", err
	}
	if owner != nil {
		err = os.Chown(dir, int(owner.Uid), int(owner.Gid))
	}
	return dir, errors.Join(err, os.Chmod(dir, 0o755))
}

// take gives a data folder to the owner, and removes the lock of the server that used it.
func (c *Cluster) take() error {
	if err := os.Remove(filepath.Join(c.data, "postmaster.pid")); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if c.owner == nil {
		return nil
	}
	return filepath.WalkDir(c.data, func(path string, _ os.DirEntry, err error) error {
		return errors.Join(err, os.Chown(path, int(c.owner.Uid), int(c.owner.Gid)))
	})
}

// make initializes the data folder.
func (c *Cluster) make(settings []string) error {
	if err := c.run("initdb", "-D", c.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"); err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(c.data, "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, "%s%s\n", commonSettings, strings.Join(settings, "\n"))
	return errors.Join(err, file.Close())
}

// begin starts the server for the first time.
func (c *Cluster) begin() (err error) {
	if !c.tcp {
		return c.Start()
	}
	for range 20 { // another process may have the port
		c.port = 20000 + rand.IntN(12000) // below the ephemeral ports
		if err = c.Start(); err == nil {
			return nil
		}
	}
	return err
}

// Start starts a stopped server and waits until it takes connections.
func (c *Cluster) Start() error {
	options := "-p " + strconv.Itoa(c.port) + " -k " + c.dir
	if c.tcp {
		options += " -c listen_addresses=127.0.0.1"
	}
	log := filepath.Join(c.dir, "log")
	err := c.run("pg_ctl", "-D", c.data, "-w", "-t", "600", "-l", log, "-o", options, "start")
	if err != nil {
		lines, _ := os.ReadFile(log)
		err = fmt.Errorf("%w\n%s", err, lines)
	}
	return err
}

// Stop stops the server. An immediate stop is a crash: the server recovers at its
// next start.
func (c *Cluster) Stop(immediate bool) error {
	mode := "fast"
	if immediate {
		mode = "immediate"
	}
	return c.run("pg_ctl", "-D", c.data, "-w", "-t", "600", "-m", mode, "stop")
}

// Dir returns the folder of the data.
func (c *Cluster) Dir() string { return c.data }

// connectFor is longer than a connection takes on a busy machine, in seconds.
const connectFor = "300"

// URL returns the URL of a database, by the socket.
func (c *Cluster) URL(database string) string {
	query := url.Values{"host": {c.dir}, "port": {strconv.Itoa(c.port)}, "connect_timeout": {connectFor}}
	return "postgres://postgres@/" + url.PathEscape(database) + "?" + query.Encode()
}

// Address returns the address to which a server with TCP listens.
func (c *Cluster) Address() string { return "127.0.0.1:" + strconv.Itoa(c.port) }

// run runs a program of PostgreSQL as the owner of the cluster.
func (c *Cluster) run(name string, args ...string) error {
	cmd := exec.Command(filepath.Join(c.bin, name), args...)
	cmd.Dir = c.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.owner}
	// The server inherits the output and keeps it open: with a pipe, Run would not return.
	output, err := os.CreateTemp("", "pgtest-output")
	if err != nil {
		return err
	}
	defer func() { _ = errors.Join(output.Close(), os.Remove(output.Name())) }()
	cmd.Stdout, cmd.Stderr = output, output
	if err := cmd.Run(); err != nil {
		text, _ := os.ReadFile(output.Name())
		return fmt.Errorf("%s: %w: %s", name, err, bytes.TrimSpace(text))
	}
	return nil
}

// watch starts a shell that waits until end is called or this process ends, and then
// runs the rest of a script. Signals from a terminal do not reach it.
func watch(owner *syscall.Credential, script string, args ...string) (end func(), err error) {
	shell := exec.Command("sh", append([]string{"-c", "trap '' HUP INT TERM; " + script, "sh"}, args...)...)
	shell.Dir = os.TempDir()
	shell.SysProcAttr = &syscall.SysProcAttr{Credential: owner, Setpgid: true}
	alive, err := shell.StdinPipe()
	if err != nil {
		return nil, err
	}
	return func() { _ = errors.Join(alive.Close(), shell.Wait()) }, shell.Start()
}

// programs returns the folder with the programs of the server.
func programs() (string, error) {
	folders, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.Reverse(folders)
	if out, err := exec.Command("pg_config", "--bindir").Output(); err == nil {
		folders = append([]string{strings.TrimSpace(string(out))}, folders...)
	}
	for _, folder := range folders {
		if _, err := os.Stat(filepath.Join(folder, "initdb")); err == nil {
			return folder, nil
		}
	}
	return "", errNotInstalled
}

// unprivileged returns the user under which a server runs: PostgreSQL refuses root.
func unprivileged() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	postgres, err := user.Lookup("postgres")
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(postgres.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(postgres.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}
