// SPDX-License-Identifier: Apache-2.0

package doctor_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cairn/internal/certs/certstest"
	"cairn/internal/config"
	"cairn/internal/doctor"
	"cairn/internal/server/servertest"
)

func TestFindings(t *testing.T) {
	now := time.Date(2026, 11, 15, 7, 0, 0, 0, time.UTC)
	never := time.Time{}
	tests := map[string]struct {
		got  doctor.Finding
		want doctor.Verdict
		says string
	}{
		"a good disk":            {doctor.SyncFinding("d", 800*time.Microsecond, 4*time.Millisecond), doctor.OK, "takes 800µs, 99 % at most 4ms"},
		"a disk that lies":       {doctor.SyncFinding("d", 3*time.Microsecond, 9*time.Microsecond), doctor.Warn, "too fast for a disk"},
		"a slow disk":            {doctor.SyncFinding("d", 12*time.Millisecond, 60*time.Millisecond), doctor.Warn, "at most 60ms"},
		"room":                   {doctor.SpaceFinding(5 << 30), doctor.OK, "5120 MB free"},
		"little room":            {doctor.SpaceFinding(500 << 20), doctor.Warn, "500 MB free"},
		"no room":                {doctor.SpaceFinding(50 << 20), doctor.Fail, "50 MB free"},
		"many files":             {doctor.FilesFinding(65536), doctor.OK, "65536"},
		"some files":             {doctor.FilesFinding(1024), doctor.Warn, "not enough for 10,000"},
		"few files":              {doctor.FilesFinding(64), doctor.Fail, "hardly any user"},
		"memory":                 {doctor.MemoryFinding(1<<30, 4), doctor.OK, "1024 MB free"},
		"little memory":          {doctor.MemoryFinding(200<<20, 4), doctor.Warn, "200 MB free, want 204 MB"},
		"a good clock":           {doctor.ClockFinding(now, 0, now.AddDate(0, -1, 0), now), doctor.OK, "2026-11-15 07:00:00 UTC"},
		"a clock without data":   {doctor.ClockFinding(now, 0, never, never), doctor.OK, "2026-11-15"},
		"a clock that was reset": {doctor.ClockFinding(now, 0, now.AddDate(0, 1, 0), never), doctor.Fail, "before this program was built, 2026-12-15"},
		"a clock behind":         {doctor.ClockFinding(now, 0, never, now.Add(time.Hour)), doctor.Fail, "before the last heartbeat of the server, 2026-11-15 08:00:00"},
		"no events":              {doctor.OutboxFinding(0, 0), doctor.OK, "0 events wait"},
		"new events":             {doctor.OutboxFinding(3, time.Minute), doctor.OK, "3 events wait"},
		"old events":             {doctor.OutboxFinding(3, time.Hour), doctor.Warn, "the oldest for 1h0m0s"},
		"a hook":                 {doctor.WebhookFinding(&url.URL{Scheme: "https", Host: "example.org", Path: "/secret"}), doctor.OK, "events go to example.org"},
		"a hook of this machine": {doctor.WebhookFinding(&url.URL{Scheme: "http", Host: "127.0.0.1:80"}), doctor.OK, "events go to 127.0.0.1:80"},
		"an open hook":           {doctor.WebhookFinding(&url.URL{Scheme: "http", Host: "example.org"}), doctor.Warn, "unencrypted"},
		"a clock that jumps":     {doctor.ClockFinding(now, time.Second, never, now), doctor.Warn, "jumped by 1s"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if test.got.Verdict != test.want || !strings.Contains(test.got.Found, test.says) {
				t.Errorf("got %+v, want %s with %q", test.got, test.want, test.says)
			}
			if (test.got.Advice == "") != (test.want == doctor.OK) {
				t.Errorf("got advice %q with verdict %s", test.got.Advice, test.got.Verdict)
			}
		})
	}
}

func TestCertificate(t *testing.T) {
	now := time.Now()
	tests := map[string]struct {
		until time.Time
		host  string
		want  doctor.Verdict
		says  string
	}{
		"good":            {now.AddDate(0, 6, 0), "play.example.org", doctor.OK, "valid until"},
		"for any host":    {now.AddDate(0, 6, 0), "", doctor.OK, "valid until"},
		"soon over":       {now.AddDate(0, 0, 3), "play.example.org", doctor.Warn, "it expires on"},
		"over":            {now.AddDate(0, 0, -1), "play.example.org", doctor.Fail, "it expired on"},
		"not yet":         {now.AddDate(2, 0, 0), "play.example.org", doctor.Fail, "not valid before"},
		"of another host": {now.AddDate(0, 6, 0), "example.org", doctor.Fail, "example.org"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, _, leaf := certstest.Sign(t, t.TempDir(), 1, test.until)
			if got := doctor.CertificateFinding(leaf, test.host, now); got.Verdict != test.want || !strings.Contains(got.Found, test.says) {
				t.Errorf("got %+v, want %s with %q", got, test.want, test.says)
			}
		})
	}
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	open := filepath.Join(dir, "open")
	if err := os.Mkdir(open, 0o755); err != nil {
		t.Fatal(err)
	}
	closed := filepath.Join(dir, "closed")
	if err := os.Mkdir(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]doctor.Verdict{
		closed: doctor.OK, filepath.Join(dir, "none", "yet"): doctor.OK, open: doctor.Warn, file: doctor.Fail,
	} {
		if got := doctor.CheckFolder(path); got.Verdict != want {
			t.Errorf("%s: got %+v, want %s", path, got, want)
		}
	}
	shown := filepath.Join(open, "cairn.db")
	if err := os.WriteFile(shown, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, want := doctor.CheckFolder(open).Found, "but not its data"; !strings.Contains(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := os.Chmod(shown, 0o644); err != nil {
		t.Fatal(err)
	}
	if got, want := doctor.CheckFolder(open).Found, "and read cairn.db"; !strings.Contains(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := doctor.NearestFolder(filepath.Join(closed, "a", "b")), closed; got != want {
		t.Errorf("got nearest folder %s, want %s", got, want)
	}
}

// proxyTo starts a proxy for an address that changes requests by rewrite.
func proxyTo(t *testing.T, address string, rewrite func(*httputil.ProxyRequest)) string {
	t.Helper()
	target := &url.URL{Scheme: "http", Host: address}
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		rewrite(r)
	}})
	t.Cleanup(proxy.Close)
	return proxy.URL
}

// A real proxy in front of the address.
func TestProxy(t *testing.T) {
	whole := func(r *httputil.ProxyRequest) {
		r.Out.Host = r.In.Host
		r.SetXForwarded()
	}
	here := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	tests := map[string]struct {
		rewrite func(*httputil.ProxyRequest)
		proxies []netip.Prefix
		want    doctor.Verdict
		says    string
		advice  string
	}{
		"all is well":    {whole, here, doctor.OK, "arrive and are trusted", ""},
		"a foreign host": {func(r *httputil.ProxyRequest) { r.SetXForwarded() }, here, doctor.Fail, "Host is \"127.0.0.1:", "pass on Host"},
		"not trusted":    {whole, nil, doctor.Warn, "not trusted", "--trusted-proxies 127.0.0.1"},
		"no headers":     {func(r *httputil.ProxyRequest) { r.Out.Host = r.In.Host }, here, doctor.Warn, "X-Forwarded-For is missing", "set X-Forwarded-For"},
		"a wrong scheme": {func(r *httputil.ProxyRequest) {
			whole(r)
			r.Out.Header.Set("X-Forwarded-Proto", "ftp")
		}, here, doctor.Warn, `X-Forwarded-Proto is "ftp"`, "set X-Forwarded-Proto to http"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := config.New(t.TempDir())
			c.Addr, c.Proxies = servertest.FreeAddress(t), test.proxies
			c.URL = proxyTo(t, c.Addr, test.rewrite)
			got := doctor.CheckProxy(t.Context(), c)
			if got.Verdict != test.want || !strings.Contains(got.Found, test.says) || !strings.Contains(got.Advice, test.advice) {
				t.Errorf("got %+v, want %s with %q and %q", got, test.want, test.says, test.advice)
			}
		})
	}
}

// Beside a running server only Host can be checked.
func TestProxyOfRunningServer(t *testing.T) {
	home, _ := servertest.Run(t, "--data", t.TempDir())
	address := strings.TrimPrefix(home, "http://")
	for name, test := range map[string]struct {
		rewrite func(*httputil.ProxyRequest)
		want    doctor.Verdict
		says    string
	}{
		"the right host": {func(r *httputil.ProxyRequest) { r.Out.Host = r.In.Host }, doctor.OK, "gets the right Host"},
		"another host":   {func(*httputil.ProxyRequest) {}, doctor.Fail, "takes requests of its own pages for cross-origin ones"},
	} {
		c := config.New(t.TempDir())
		c.Addr, c.URL = address, proxyTo(t, address, test.rewrite)
		if got := doctor.CheckProxy(t.Context(), c); got.Verdict != test.want || !strings.Contains(got.Found, test.says) {
			t.Errorf("%s: got %+v, want %s with %q", name, got, test.want, test.says)
		}
	}
}

func TestProxyToAnotherServer(t *testing.T) {
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	c := config.New(t.TempDir())
	c.Addr, c.URL = servertest.FreeAddress(t), other.URL
	if got := doctor.CheckProxy(t.Context(), c); got.Verdict != doctor.Fail || !strings.Contains(got.Found, "nothing arrived") {
		t.Errorf("got %+v, want fail since nothing arrived", got)
	}
}

func TestAddress(t *testing.T) {
	taken := httptest.NewServer(http.NotFoundHandler())
	defer taken.Close()
	address := taken.Listener.Addr().String()
	for name, test := range map[string]struct {
		address string
		running bool
		want    doctor.Verdict
	}{
		"free":           {servertest.FreeAddress(t), false, doctor.OK},
		"the server's":   {address, true, doctor.OK},
		"another's":      {address, false, doctor.Fail},
		"not this one's": {"192.0.2.1:1", false, doctor.Fail},
	} {
		if got := doctor.CheckAddress(test.address, test.running); got.Verdict != test.want {
			t.Errorf("%s: got %+v, want %s", name, got, test.want)
		}
	}
	c := config.New("")
	c.Addr = address
	if doctor.Answers(context.Background(), c) {
		t.Error("another server is taken for ours")
	}
}
