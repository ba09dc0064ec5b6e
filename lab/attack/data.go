// SPDX-License-Identifier: Apache-2.0

package attack

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cairn/lab/bench"
)

// onData are the attacks on private matches, the log, the addresses of clients and
// the database.
var onData = []Attack{
	{Name: "private", Doc: "read a private match as a stranger", run: private},
	{Name: "masked", Doc: "secrets in odd spellings of paths: are they in the log?", run: masked},
	{Name: "forwarded", Doc: "addresses with ports in X-Forwarded-For, and many networks of one IPv6 site", serve: serveOptions{args: []string{"--trusted-proxies", "127.0.0.1"}}, run: forwarded},
	{Name: "damaged", Doc: "overwrite a page of the database: does /readyz say so?", run: damaged},
}

// private reads a private match while it is played and when it is over.
func private(ctx context.Context, s *scene) (finding, error) {
	white, black, stranger := s.person(whiteHome), s.person(blackHome), s.person(otherHome)
	id, err := duel(ctx, white, black, "")
	if err != nil {
		return finding{}, err
	}
	var seen []string
	for _, when := range []string{"while it is played", "when it is over"} {
		for _, path := range []string{"", ".json", ".txt", "/turns"} {
			r, err := stranger.get(ctx, "/match/"+id+path)
			if err != nil {
				return finding{}, err
			}
			if r.status != http.StatusNotFound {
				seen = append(seen, fmt.Sprintf("/match/ID%s %s (status %d)", path, when, r.status))
			}
		}
		streams, err := s.streams(ctx, id)
		if err != nil {
			return finding{}, err
		}
		if streams {
			seen = append(seen, "its stream "+when)
		}
		if _, err := white.post(ctx, "/match/"+id+"/resign", nil); err != nil {
			return finding{}, err
		}
	}
	if len(seen) > 0 {
		return broken("a stranger reads %d of 10, such as %s", len(seen), seen[0]), nil
	}
	return held("not found, everywhere"), nil
}

// streams reports whether a stranger sees a state on the live stream of a match.
func (s *scene) streams(ctx context.Context, id string) (seen bool, _ error) {
	client, err := bench.NewClient("http://" + s.address)
	if err != nil {
		return false, err
	}
	client.DialFrom(otherHome)
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	_ = client.Follow(ctx, id, func(*bench.PlayerState) error { // fails where it is not found
		seen = true
		return bench.ErrLeave
	})
	return seen, nil
}

// masked asks for links in odd spellings and looks for their secrets in the log.
func masked(ctx context.Context, s *scene) (finding, error) {
	p := s.person(otherHome)
	const secret = "VerySecretWordOfALink"
	paths := []string{"/reset/", "//reset/", "/RESET/", "/./reset/", "/setup/", "//setup//", "/SetUp/", "/%72eset/", "/x/../reset/", "/reset//"}
	for i, path := range paths {
		if _, err := p.get(ctx, fmt.Sprintf("%s%s%d", path, secret, i)); err != nil {
			return finding{}, err
		}
	}
	var shown []string
	log := s.logged()
	for i, path := range paths {
		if strings.Contains(log, fmt.Sprintf("%s%d", secret, i)) {
			shown = append(shown, path)
		}
	}
	return verdict(len(shown) == 0, "%d of %d secrets in the log %s", len(shown), len(paths), strings.Join(shown, " ")), nil
}

// forwarded logs in through a proxy that adds ports, and from many networks of one
// site.
func forwarded(ctx context.Context, s *scene) (finding, error) {
	p := s.person("127.0.0.1")
	try := func(client string) (bool, error) {
		p.headers = map[string]string{"X-Forwarded-For": client}
		r, err := p.logIn(ctx, "unknown-"+client, "a wrong password")
		return r.limited(), err
	}
	limited := func(n int, client func(int) string) (count int, err error) {
		for i := range n {
			was, err := try(client(i))
			if err != nil {
				return 0, err
			}
			if was {
				count++
			}
		}
		return count, nil
	}
	ports, err := limited(60, func(i int) string { return fmt.Sprintf("203.0.113.7:%d", 4000+i) })
	if err != nil {
		return finding{}, err
	}
	others, err := limited(3, func(i int) string { return fmt.Sprintf("203.0.114.%d:4000", 8+i) })
	if err != nil {
		return finding{}, err
	}
	networks, err := limited(400, func(i int) string { return fmt.Sprintf("2001:db8:1:%x::1", i) })
	if err != nil {
		return finding{}, err
	}
	seen := fmt.Sprintf("of one address with 60 ports %d log-ins limited, of 3 other addresses %d, of 400 networks of one site %d", ports, others, networks)
	return verdict(ports > 0 && others == 0 && networks > 0, "%s", seen), nil
}

// damaged overwrites a page in the middle of the database.
func damaged(ctx context.Context, s *scene) (finding, error) {
	p := s.person(otherHome)
	record := bigRecord(400)
	for range 20 {
		if _, err := p.post(ctx, "/upload", map[string]string{"record": record}); err != nil {
			return finding{}, err
		}
	}
	if err := s.server.Stop(); err != nil {
		return finding{}, err
	}
	if err := s.overwritePage(); err != nil {
		return finding{}, err
	}
	if err := s.restart(ctx); err != nil {
		return held("the server does not start"), nil
	}
	until := time.Now().Add(10 * time.Second)
	for time.Now().Before(until) {
		r, err := p.get(ctx, "/readyz")
		if err != nil {
			return finding{}, err
		}
		if !r.ok() {
			return held("/readyz: status %d", r.status), nil
		}
		time.Sleep(time.Second)
	}
	return broken("/readyz says all is well"), nil
}

// overwritePage damages the largest file of the data folder.
func (s *scene) overwritePage() error {
	type file struct {
		path string
		size int64
	}
	var files []file
	err := filepath.WalkDir(s.data(), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		files = append(files, file{path, info.Size()})
		return err
	})
	if err != nil || len(files) == 0 {
		return fmt.Errorf("find the database: %w", err)
	}
	largest := slices.MaxFunc(files, func(a, b file) int { return int(a.size - b.size) })
	f, err := os.OpenFile(largest.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	const page = 4096
	_, err = f.WriteAt([]byte(strings.Repeat("\xa5", page)), largest.size/2/page*page)
	return errors.Join(err, f.Close())
}
