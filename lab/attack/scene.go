// SPDX-License-Identifier: Apache-2.0

package attack

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"cairn/lab/bench"
)

// serveOptions are how the server of an attack is started.
type serveOptions struct {
	args  []string
	files int // most open files; 0 for the system's own limit
	disk  int // mebibytes of a disk of its own; 0 for the disk of temporary files
}

// errNoDisk says that this machine lets no one make a small disk.
var errNoDisk = errors.New("a small disk cannot be mounted here")

// scene is a server under attack, with its data folder.
type scene struct {
	program string
	dir     string // with the log; the data is in a folder below
	log     *os.File
	server  *bench.Process
	address string // kept over restarts
	options serveOptions
	people  []*person
}

func newScene(program string) (*scene, error) {
	dir, err := os.MkdirTemp("", "cairn-attack-")
	if err != nil {
		return nil, err
	}
	s := &scene{program: program, dir: dir, address: "127.0.0.1:0"}
	err = os.Mkdir(s.data(), 0o700)
	if err == nil {
		s.log, err = os.OpenFile(filepath.Join(dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, nil
}

// end kills the server and removes its data.
func (s *scene) end() {
	for _, p := range s.people {
		p.close()
	}
	if s.server != nil {
		s.server.Kill()
	}
	_ = s.log.Close()
	_ = os.RemoveAll(s.dir)
}

func (s *scene) data() string { return filepath.Join(s.dir, "data") }

// start starts the server, again at the same address.
func (s *scene) start(ctx context.Context, o serveOptions) error {
	s.options = o
	script := ""
	if o.files > 0 {
		script += fmt.Sprintf("ulimit -n %d && ", o.files)
	}
	line := []string{"sh", "-c", script + `exec "$0" "$@"`}
	if o.disk > 0 {
		mount := fmt.Sprintf("mount -t tmpfs -o size=%dm,mode=700 none '%s'", o.disk, s.data())
		if exec.Command("unshare", "-rm", "sh", "-c", mount).Run() != nil {
			return errNoDisk
		}
		line = []string{"unshare", "-rm", "sh", "-c", mount + ` && exec "$0" "$@"`}
	}
	line = append(line, s.program, "serve", "--addr", s.address, "--data", s.data())
	var err error
	s.server, err = bench.Start(ctx, s.log, line[0], append(line[1:], o.args...)...)
	if err != nil {
		return fmt.Errorf("%w; its log: %s", err, s.logged())
	}
	s.address = strings.TrimPrefix(s.server.URL, "http://")
	return nil
}

// restart starts the server again after its end.
func (s *scene) restart(ctx context.Context) error { return s.start(ctx, s.options) }

// logged returns what the server logged.
func (s *scene) logged() string {
	text, _ := os.ReadFile(s.log.Name())
	return string(text)
}

// person returns a new user at an address.
func (s *scene) person(from string) *person {
	p := newPerson("http://"+s.address, from)
	s.people = append(s.people, p)
	return p
}

// resetLink lets the operator make a link, and returns its path.
func (s *scene) resetLink(ctx context.Context, name string) (string, error) {
	link, err := s.command(ctx, "user", "reset-password", name)
	_, secret, _ := strings.Cut(strings.TrimSpace(link), "/reset/")
	return "/reset/" + secret, err
}

// command runs a command of the program on the data folder.
func (s *scene) command(ctx context.Context, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, s.program, append(args, "--data", s.data())...).Output()
	if err != nil {
		err = fmt.Errorf("cairn %s: %w", strings.Join(args, " "), err)
	}
	return string(out), err
}

// size returns the bytes in the data folder.
func (s *scene) size() int64 {
	var sum int64
	_ = filepath.WalkDir(s.data(), func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			if info, err := entry.Info(); err == nil { // files may vanish meanwhile
				sum += info.Size()
			}
		}
		return nil
	})
	return sum
}
