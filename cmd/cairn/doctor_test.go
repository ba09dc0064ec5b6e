// SPDX-License-Identifier: Apache-2.0

package main

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
)

// What the machine says is judged by functions that ask nobody.
func TestDoctorJudges(t *testing.T) {
	now := time.Date(2026, 11, 15, 7, 0, 0, 0, time.UTC)
	never := time.Time{}
	tests := map[string]struct {
		got  finding
		want verdict
		says string
	}{
		"a good disk":            {judgeSync("d", 800*time.Microsecond, 4*time.Millisecond), fine, "takes 800µs, 99 of 100 at most 4ms"},
		"a disk that lies":       {judgeSync("d", 3*time.Microsecond, 9*time.Microsecond), warn, "too quick for a disk"},
		"a slow disk":            {judgeSync("d", 12*time.Millisecond, 60*time.Millisecond), warn, "at most 60ms"},
		"room":                   {judgeSpace(5 << 30), fine, "5120 MB free"},
		"little room":            {judgeSpace(500 << 20), warn, "500 MB free"},
		"no room":                {judgeSpace(50 << 20), fail, "50 MB free"},
		"many files":             {judgeFiles(65536), fine, "65536"},
		"some files":             {judgeFiles(1024), warn, "not enough for 10,000"},
		"few files":              {judgeFiles(64), fail, "hardly anybody"},
		"memory":                 {judgeMemory(1<<30, 4), fine, "1024 MB free"},
		"little memory":          {judgeMemory(200<<20, 4), warn, "200 MB free, want 204 MB"},
		"a good clock":           {judgeClock(now, 0, now.AddDate(0, -1, 0), now), fine, "2026-11-15 07:00:00 UTC"},
		"a clock without data":   {judgeClock(now, 0, never, never), fine, "2026-11-15"},
		"a clock that was reset": {judgeClock(now, 0, now.AddDate(0, 1, 0), never), fail, "before this program was made, 2026-12-15"},
		"a clock behind":         {judgeClock(now, 0, never, now.Add(time.Hour)), fail, "before the server was last alive, 2026-11-15 08:00:00"},
		"a clock that jumps":     {judgeClock(now, time.Second, never, now), warn, "jumped by 1s"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if test.got.Verdict != test.want || !strings.Contains(test.got.Found, test.says) {
				t.Errorf("got %+v, want %s with %q", test.got, test.want, test.says)
			}
			if (test.got.Advice == "") != (test.want == fine) {
				t.Errorf("got advice %q with verdict %s", test.got.Advice, test.got.Verdict)
			}
		})
	}
}

func TestDoctorCertificate(t *testing.T) {
	now := time.Now()
	tests := map[string]struct {
		until time.Time
		host  string
		want  verdict
		says  string
	}{
		"good":            {now.AddDate(0, 6, 0), "play.example.org", fine, "good until"},
		"for any host":    {now.AddDate(0, 6, 0), "", fine, "good until"},
		"soon over":       {now.AddDate(0, 0, 3), "play.example.org", warn, "it ends on"},
		"over":            {now.AddDate(0, 0, -1), "play.example.org", fail, "it ended on"},
		"not yet":         {now.AddDate(2, 0, 0), "play.example.org", fail, "not valid before"},
		"of another host": {now.AddDate(0, 6, 0), "example.org", fail, "example.org"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, _, leaf := signOwn(t, t.TempDir(), 1, test.until)
			if got := judgeCertificate(leaf, test.host, now); got.Verdict != test.want || !strings.Contains(got.Found, test.says) {
				t.Errorf("got %+v, want %s with %q", got, test.want, test.says)
			}
		})
	}
}

func TestDoctorFolder(t *testing.T) {
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
	for path, want := range map[string]verdict{
		closed: fine, filepath.Join(dir, "none", "yet"): fine, open: warn, file: fail,
	} {
		if got := checkFolder(path); got.Verdict != want {
			t.Errorf("%s: got %+v, want %s", path, got, want)
		}
	}
	shown := filepath.Join(open, "cairn.db")
	if err := os.WriteFile(shown, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, want := checkFolder(open).Found, "though not into its data"; !strings.Contains(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := os.Chmod(shown, 0o644); err != nil {
		t.Fatal(err)
	}
	if got, want := checkFolder(open).Found, "and read cairn.db"; !strings.Contains(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := nearestFolder(filepath.Join(closed, "a", "b")), closed; got != want {
		t.Errorf("got nearest folder %s, want %s", got, want)
	}
}

// proxyTo starts a proxy for an address, which passes on what direct says.
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

// A real proxy in front of the address: what it passes on is seen.
func TestDoctorProxy(t *testing.T) {
	whole := func(r *httputil.ProxyRequest) {
		r.Out.Host = r.In.Host
		r.SetXForwarded()
	}
	here := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	tests := map[string]struct {
		rewrite func(*httputil.ProxyRequest)
		proxies []netip.Prefix
		want    verdict
		says    string
		advice  string
	}{
		"all is well":      {whole, here, fine, "arrive and are trusted", ""},
		"a foreign host":   {func(r *httputil.ProxyRequest) { r.SetXForwarded() }, here, fail, "Host is \"127.0.0.1:", "pass on Host"},
		"nobody trusts it": {whole, nil, warn, "not trusted", "--trusted-proxies 127.0.0.1"},
		"it says nothing":  {func(r *httputil.ProxyRequest) { r.Out.Host = r.In.Host }, here, warn, "X-Forwarded-For is missing", "set X-Forwarded-For"},
		"a wrong scheme": {func(r *httputil.ProxyRequest) {
			whole(r)
			r.Out.Header.Set("X-Forwarded-Proto", "ftp")
		}, here, warn, `X-Forwarded-Proto is "ftp"`, "set X-Forwarded-Proto to http"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := newConfig(t.TempDir())
			c.addr, c.proxies = freeAddress(t), test.proxies
			c.url = proxyTo(t, c.addr, test.rewrite)
			got := checkProxy(t.Context(), c)
			if got.Verdict != test.want || !strings.Contains(got.Found, test.says) || !strings.Contains(got.Advice, test.advice) {
				t.Errorf("got %+v, want %s with %q and %q", got, test.want, test.says, test.advice)
			}
		})
	}
}

// Beside a running server only Host can be seen.
func TestDoctorProxyOfRunningServer(t *testing.T) {
	home, _ := serveInside(t, "--data", t.TempDir())
	address := strings.TrimPrefix(home, "http://")
	for name, test := range map[string]struct {
		rewrite func(*httputil.ProxyRequest)
		want    verdict
		says    string
	}{
		"the host arrives":  {func(r *httputil.ProxyRequest) { r.Out.Host = r.In.Host }, fine, "Host arrives"},
		"the host does not": {func(*httputil.ProxyRequest) {}, fail, "takes its own pages for foreign ones"},
	} {
		c := newConfig(t.TempDir())
		c.addr, c.url = address, proxyTo(t, address, test.rewrite)
		if got := checkProxy(t.Context(), c); got.Verdict != test.want || !strings.Contains(got.Found, test.says) {
			t.Errorf("%s: got %+v, want %s with %q", name, got, test.want, test.says)
		}
	}
}

func TestDoctorProxyThatLeadsElsewhere(t *testing.T) {
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	c := newConfig(t.TempDir())
	c.addr, c.url = freeAddress(t), other.URL
	if got := checkProxy(t.Context(), c); got.Verdict != fail || !strings.Contains(got.Found, "nothing arrived") {
		t.Errorf("got %+v, want fail since nothing arrived", got)
	}
}

func TestDoctorAddress(t *testing.T) {
	taken := httptest.NewServer(http.NotFoundHandler())
	defer taken.Close()
	address := taken.Listener.Addr().String()
	for name, test := range map[string]struct {
		address string
		running bool
		want    verdict
	}{
		"free":           {freeAddress(t), false, fine},
		"the server's":   {address, true, fine},
		"another's":      {address, false, fail},
		"not this one's": {"192.0.2.1:1", false, fail},
	} {
		if got := checkAddress(test.address, test.running); got.Verdict != test.want {
			t.Errorf("%s: got %+v, want %s", name, got, test.want)
		}
	}
	c := newConfig("")
	c.addr = address
	if c.answers(context.Background()) {
		t.Error("a foreign server is taken for ours")
	}
}
