// SPDX-License-Identifier: Apache-2.0

package notify

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"cairn/internal/live/room"
)

func TestCheckAddress(t *testing.T) {
	for address, public := range map[string]bool{
		"1.1.1.1:443":              true,
		"[2606:4700::1111]:443":    true,
		"127.0.0.1:443":            false,
		"[::1]:443":                false,
		"[::ffff:127.0.0.1]:443":   false,
		"[::ffff:10.0.0.1]:443":    false,
		"10.1.2.3:443":             false,
		"172.16.0.1:443":           false,
		"192.168.1.1:443":          false,
		"169.254.169.254:443":      false, // where clouds give keys away
		"100.64.0.1:443":           false,
		"0.0.0.0:443":              false,
		"255.255.255.255:443":      false,
		"224.0.0.1:443":            false,
		"198.18.0.1:443":           false,
		"[fe80::1]:443":            false,
		"[fc00::1]:443":            false,
		"[ff02::1]:443":            false,
		"[64:ff9b::7f00:1]:443":    false,
		"[2002:7f00:1::1]:443":     false,
		"[2001:0:7f00:1::]:443":    false,
		"localhost:443":            false, // not resolved
		"[2001:4860:4860::88]:443": true,
	} {
		if err := checkAddress(address); (err == nil) != public {
			t.Errorf("%s: got %v, want public %v", address, err, public)
		}
	}
}

// A client connects to no address inside the network, whatever its name says.
func TestClientStaysOutside(t *testing.T) {
	reached := false
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer server.Close()
	_, err := newClient(false, nil).Post(server.URL, "", nil)
	if !errors.Is(err, errNotPublic) || reached {
		t.Errorf("got %v, reached %v", err, reached)
	}
}

func TestLatest(t *testing.T) {
	day := func(d, hour int) time.Time { return time.Date(2026, 11, d, hour, 0, 0, 0, time.UTC) }
	for _, c := range []struct {
		now, once, twice time.Time
	}{
		{day(2, 4), day(1, 17), day(1, 17)},
		{day(2, 5), day(1, 17), day(2, 5)},
		{day(2, 16), day(1, 17), day(2, 5)},
		{day(2, 17), day(2, 17), day(2, 17)},
		{day(2, 23).In(time.FixedZone("", 3*3600)), day(2, 17), day(2, 17)},
	} {
		if got := latest(c.now, evening); !got.Equal(c.once) {
			t.Errorf("%v, once: got %v, want %v", c.now, got, c.once)
		}
		if got := latest(c.now, morning, evening); !got.Equal(c.twice) {
			t.Errorf("%v, twice: got %v, want %v", c.now, got, c.twice)
		}
	}
}

func TestIsNews(t *testing.T) {
	last := time.Date(2026, 11, 2, 17, 0, 0, 0, time.UTC)
	now := last.Add(24 * time.Hour)
	for name, c := range map[string]struct {
		info room.Info
		want bool
	}{
		"old":            {room.Info{Updated: last.Add(-time.Hour)}, false},
		"new":            {room.Info{Updated: last.Add(time.Hour)}, true},
		"meanwhile":      {room.Info{Updated: last}, true},
		"time enough":    {room.Info{Updated: last.Add(-time.Hour), Deadline: now.Add(25 * time.Hour)}, false},
		"time nearly up": {room.Info{Updated: last.Add(-time.Hour), Deadline: now.Add(23 * time.Hour)}, true},
	} {
		if got := isNews(&c.info, last, now); got != c.want {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}
