// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"time"

	"cairn/internal/limit"
	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// A limited form is shown again with the typed values, except passwords, and
// the time to wait.
func TestLimitedForms(t *testing.T) {
	rate := limit.Rate{Every: time.Minute, Burst: 1}
	for path, c := range map[string]struct {
		values url.Values
		kept   []string
	}{
		"/signup": {
			webtest.Form("email", "zoe", "name", "zoe-7", "password", "stone on stone", "next", "/join"),
			[]string{`value="zoe"`, `value="zoe-7"`, `name="next" value="/join"`},
		},
		"/login": {
			webtest.Form("login", "zoe", "password", "stone on stone", "next", "/join"),
			[]string{`value="zoe"`, `name="next" value="/join"`},
		},
		"/login/code": {webtest.Form("two_factor", "abc", "code", "stone on stone", "next", "/join"), []string{`value="abc"`, `value="/join"`}},
		"/reset":      {webtest.Form("login", "zoe"), []string{`value="zoe"`}},
		"/join":       {webtest.Form("id", "zzzzzzz"), []string{`value="zzzzzzz"`}},
	} {
		t.Run(path, func(t *testing.T) {
			s := webtest.NewSite(t, webtest.NewMailbox(t).Serve, func(o *web.Options) {
				o.Limits = limit.Limits{SignUp: rate, LogIn: rate, Reset: rate, Join: rate}
			})
			b := s.Browser()
			s.Pass(0) // from now on the clock stands still
			b.Post(path, c.values)
			s.Clock.Advance(15 * time.Second)
			p := b.Post(path, c.values).Want(429).Has(c.kept...).Has("Too many requests. Try again in 45 seconds.", `action="`+path+`"`, `role="alert"`).
				Lacks("stone on stone")
			if got := p.Header.Get("Retry-After"); got != "45" {
				t.Errorf("got Retry-After %q, want 45", got)
			}
			if got := b.Send(path, `{}`).Want(429).Refusal().Error.Key; got != "limited" {
				t.Errorf("as JSON: got %q, want limited", got)
			}
		})
	}
}

// Limited requests without a form get a page with the same message.
func TestLimitedPage(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits = limit.Limits{Command: limit.Rate{Every: time.Second, Burst: 1}} })
	b := s.Browser()
	id := b.Create("nine", "screen")
	for _, status := range []int{422, 429} {
		p := b.Post("/match/"+id+"/move", webtest.Form("move", "z9")).Want(status)
		if status == 429 {
			p.Has("Too many requests. Try again in 1 second.")
		}
	}
}

// Attempts at one account count together for all spellings of the name from one
// address. Names without an account are limited too.
func TestLimitPerAccount(t *testing.T) {
	for name, login := range map[string]string{"known": "ann", "unknown": "unknown"} {
		t.Run(name, func(t *testing.T) {
			s := webtest.NewSite(t, webtest.NewMailbox(t).Serve, func(o *web.Options) { o.Limits = limit.Limits{Account: limit.Rate{Every: time.Minute, Burst: 2}} })
			s.Member("ann")
			s.Member("bob")
			for _, typed := range []string{login, " " + strings.ToUpper(login)} {
				s.Browser().Post("/login", webtest.Form("login", typed, "password", "nonsense")).Want(403)
			}
			s.Browser().Post("/login", webtest.Form("login", login, "password", "nonsense")).Want(429).Has("Too many requests.")
			s.Browser().Post("/login", webtest.Form("login", "bob", "password", webtest.Password)).Want(200)
			for range 2 { // guessing does not keep the owner from asking for a link
				s.Browser().Post("/reset", webtest.Form("login", login)).Want(200)
			}
			s.Browser().Post("/reset", webtest.Form("login", login)).Want(429)
			s.Clock.Advance(time.Minute)
			s.Browser().Post("/login", webtest.Form("login", login, "password", "nonsense")).Want(403)
		})
	}
}

// Three addresses that guess without end lock the owner out neither at a new address,
// nor in a browser that has logged in before, at whatever address. A log-in with the
// right password leaves no count behind.
func TestNoLockOut(t *testing.T) {
	s := webtest.NewSite(t, webtest.BehindProxy, func(o *web.Options) { o.Limits = limit.Default })
	ann := s.BrowserFrom("192.0.2.1")
	ann.Post("/signup", webtest.SignUp("ann")).Want(200)
	ann.Post("/logout", nil).Want(200)
	right, wrong := webtest.Form("login", "ann", "password", webtest.Password), webtest.Form("login", "ann", "password", "nonsense")
	for _, address := range []string{"198.51.100.1", "203.0.113.1", "192.0.2.1"} {
		for range limit.Default.Account.Burst {
			s.BrowserFrom(address).Post("/login", wrong).Want(403)
		}
		s.BrowserFrom(address).Post("/login", right).Want(429)
	}
	for range 2 * limit.Default.Account.Burst {
		ann.Post("/login", right).Want(200)
		ann.Post("/logout", nil).Want(200)
		s.BrowserFrom("100.64.0.1").Post("/login", right).Want(200)
	}
	ann.From = "100.64.7.7"
	for range limit.Default.Account.Burst {
		ann.Post("/login", wrong).Want(403)
	}
	ann.Post("/login", right).Want(429) // its own guesses are limited
}

// A new password by a link begins new counts everywhere, and its browser can log in
// at an address that has no allowance left.
func TestResetEndsLimits(t *testing.T) {
	box := webtest.NewMailbox(t)
	limits := limit.Limits{Account: limit.Rate{Every: time.Hour, Burst: 1}, LogIn: limit.Rate{Every: time.Hour, Burst: 3}}
	s := webtest.NewSite(t, box.Serve, webtest.BehindProxy, func(o *web.Options) { o.Limits = limits })
	s.Member("ann")
	for range 3 {
		s.BrowserFrom("192.0.2.1").Post("/login", webtest.Form("login", "ann", "password", "nonsense"))
	}
	s.BrowserFrom("203.0.113.1").Post("/login", webtest.Form("login", "ann", "password", "nonsense")).Want(403)
	s.BrowserFrom("203.0.113.1").Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(429)

	ann := s.BrowserFrom("192.0.2.1")
	ann.Post("/reset", webtest.Form("login", "ann")).Want(200)
	_, link, _ := strings.Cut(box.Next().Text, "/reset/")
	link = "/reset/" + strings.Fields(link)[0]
	ann.Post(link, webtest.Form("password", "short")).Want(400)
	ann.Post(link, webtest.Form("password", "moss on stone")).Want(200)
	right := webtest.Form("login", "ann", "password", "moss on stone")
	ann.Post("/login", right).Want(200)
	s.BrowserFrom("203.0.113.1").Post("/login", right).Want(200)
}

// A browser of one account is unknown to another one.
func TestMarks(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits = limit.Limits{Account: limit.Rate{Every: time.Hour, Burst: 1}} })
	s.Member("ann")
	bob := s.Member("bob")
	for _, status := range []int{403, 429} {
		bob.Post("/logout", nil)
		bob.Post("/login", webtest.Form("login", "ann", "password", "nonsense")).Want(status)
	}
	bob.Post("/login", webtest.Form("login", "bob", "password", webtest.Password)).Want(200)
	bob.Post("/logout", nil)
	s.Browser().Post("/login", webtest.Form("login", "bob", "password", "nonsense")).Want(403)
	for name, cookie := range map[string]string{"none": "", "nonsense": "x.y.z", "long": strings.Repeat("A.", 3000)} {
		b := s.Browser()
		b.Client.Jar.SetCookies(s.Request("GET", "/").URL, []*http.Cookie{{Name: "cairn-device", Value: cookie}})
		if got := b.Post("/login", webtest.Form("login", "bob", "password", webtest.Password)).StatusCode; got != 429 {
			t.Errorf("%s: got %d, want 429", name, got)
		}
	}
	bob.Post("/login", webtest.Form("login", "bob", "password", webtest.Password)).Want(200)
}

// Names that no account can have are refused at once, and leave nothing behind.
func TestLongNames(t *testing.T) {
	box := webtest.NewMailbox(t)
	s := webtest.NewSite(t, box.Serve, func(o *web.Options) { o.Limits = limit.Default })
	long := strings.Repeat("x", 15_000)
	for range 40 {
		s.Browser().Post("/login", webtest.Form("login", long, "password", "nonsense")).Want(403).Lacks("xxxx")
	}
	s.Browser().Post("/reset", webtest.Form("login", long)).Want(200)
	s.Browser().Post("/signup", webtest.Form("email", long+"@example.org", "name", "zoe", "password", webtest.Password)).Want(400)
	if got := s.Web.Limits.Account.Size(); got != 0 {
		t.Errorf("got %d counts, want none", got)
	}
	s.Browser().Post("/login", webtest.Form("login", strings.Repeat("x", 254), "password", "nonsense")).Want(403)
	if s.Web.Limits.Account.Size() == 0 {
		t.Error("got no count for a name that an account may have")
	}
}

// A stolen session of an address with many accounts cannot make the server check
// passwords without end.
func TestLimitPasswordAgainAtAddress(t *testing.T) {
	s := webtest.NewSite(t, webtest.BehindProxy, func(o *web.Options) { o.Limits = limit.Limits{LogIn: limit.Rate{Every: time.Minute, Burst: 3}} })
	for i, status := range []int{403, 403, 403, 429} {
		b := s.BrowserFrom("192.0.2.1")
		b.Post("/signup", webtest.SignUp("ann"+webtest.Itoa(i))).Want(200)
		b.Send("/account/name", `{"name":"zoe","current":"nonsense"}`).Want(status)
	}
	b := s.BrowserFrom("192.0.2.1")
	b.Post("/login", webtest.Form("login", "ann1", "password", webtest.Password)).Want(200)
	b.From = "192.0.2.2"
	b.Send("/account/name", `{"name":"zoe","current":"`+webtest.Password+`"}`).Want(200)
}

// Creating matches is counted by person, address and network.
func TestLimitCreate(t *testing.T) {
	rate := limit.Rate{Every: time.Hour, Burst: 1}
	s := webtest.NewSite(t, webtest.BehindProxy, func(o *web.Options) { o.Limits = limit.Limits{Create: rate, Upload: rate} })
	match := webtest.Form("game", "nine", "opponent", "screen")
	create := func(address string) int { return s.BrowserFrom(address).Post("/match", match).StatusCode }
	first := s.BrowserFrom("192.0.2.1")
	first.Post("/match", match).Want(200)
	first.Post("/match", match).Want(200) // its first one as a guest
	first.Post("/match", match).Want(429)
	for _, status := range []int{200, 200, 429} { // four from the address, by however many guests
		if got := create("192.0.2.1"); got != status {
			t.Errorf("from the address: got %d, want %d", got, status)
		}
	}
	for i := range 28 { // and 32 from the network
		if got := create("192.0.2.2" + webtest.Itoa(i/4)); got != 200 {
			t.Fatalf("match %d of the network: got %d, want 200", i+4, got)
		}
	}
	if got := create("192.0.2.99"); got != 429 {
		t.Errorf("from the network: got %d, want 429", got)
	}
	if got := create("198.51.100.1"); got != 200 {
		t.Errorf("from another network: got %d, want 200", got)
	}
}

// An IPv6 /48 has no more guests than eight addresses.
func TestLimitNetwork(t *testing.T) {
	s := webtest.NewSite(t, webtest.BehindProxy, func(o *web.Options) { o.Limits = limit.Limits{SignUp: limit.Rate{Every: time.Hour, Burst: 1}} })
	guest := func(address string) int {
		return s.BrowserFrom(address).Post("/match", webtest.Form("game", "nine", "opponent", "screen")).StatusCode
	}
	for i := range 8 {
		if got := guest("2001:db8:1:" + webtest.Itoa(i) + "::1"); got != 200 {
			t.Fatalf("guest %d: got %d, want 200", i, got)
		}
	}
	if got := guest("2001:db8:1:9::1"); got != 429 {
		t.Errorf("ninth of the network: got %d, want 429", got)
	}
	if got := guest("2001:db8:2:9::1"); got != 200 {
		t.Errorf("another network: got %d, want 200", got)
	}
}

// A stolen session cannot be used to guess the password.
func TestLimitPasswordAgain(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits = limit.Limits{Account: limit.Rate{Every: time.Minute, Burst: 4}} })
	ann := s.Member("ann")
	for _, path := range []string{"/account/name", "/account/email", "/account/two-factor/off", "/account/delete"} {
		ann.Send(path, `{"name":"ann","email":"a@example.org","current":"nonsense"}`).Want(403)
	}
	ann.Send("/account/name", `{"name":"zoe","current":"`+webtest.Password+`"}`).Want(429)
	s.Member("bob").Send("/account/name", `{"name":"zoe","current":"`+webtest.Password+`"}`).Want(200)
}

// A stolen password cannot be used to guess many codes, nor to lock out the owner.
func TestLimitCodes(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits = limit.Limits{Code: limit.Rate{Every: time.Minute, Burst: 2}} })
	ann := s.Member("ann")
	ann.TurnOn()
	for _, status := range []int{200, 200, 429} {
		s.Browser().Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(status)
	}
	s.Browser().Post("/login", webtest.Form("login", "ann", "password", "nonsense")).Want(403)
	ann.Post("/logout", nil).Want(200)
	ann.Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(200)
}

// A new password, which access to the mailbox is enough to set, does not begin a new
// count of codes.
func TestLimitCodesAfterReset(t *testing.T) {
	box := webtest.NewMailbox(t)
	s := webtest.NewSite(t, box.Serve, func(o *web.Options) { o.Limits = limit.Limits{Code: limit.Rate{Every: time.Hour, Burst: 1}} })
	s.Member("ann").TurnOn()
	b := s.Browser()
	b.Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(200).Has("Two-factor")
	b.Post("/reset", webtest.Form("login", "ann")).Want(200)
	link := ""
	for link == "" { // after the mail about two-factor authentication
		if _, rest, found := strings.Cut(box.Next().Text, "/reset/"); found {
			link = "/reset/" + strings.Fields(rest)[0]
		}
	}
	b.Post(link, webtest.Form("password", webtest.Another)).Want(200)
	b.Post("/login", webtest.Form("login", "ann", "password", webtest.Another)).Want(429)
}

// An address that floods the server with requests is slowed down and refused; others
// are not.
func TestLimitRequests(t *testing.T) {
	s := webtest.NewSite(t, webtest.BehindProxy, func(o *web.Options) { o.Limits = limit.Limits{Request: limit.Rate{Every: time.Hour, Burst: 2}} })
	flood := s.BrowserFrom("192.0.2.1").Still()
	for _, status := range []int{200, 200, 429} {
		if got := flood.Get("/readyz").StatusCode; got != status {
			t.Errorf("got status %d, want %d", got, status)
		}
	}
	s.BrowserFrom("192.0.2.2").Get("/rules").Want(200)
}

// Made-up reset links are not counted: they would evict the counts of valid links.
func TestMadeUpLinks(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits = limit.Default })
	for i := range 20 {
		s.Browser().Post("/reset/"+webtest.Itoa(i), webtest.Form("password", webtest.Another)).Want(404)
	}
	if got := s.Web.Limits.LogIn.Size(); got != 0 {
		t.Errorf("got %d counts, want none", got)
	}
}

func TestLimitReset(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits = limit.Limits{Reset: limit.Rate{Every: time.Minute, Burst: 1}} })
	s.Browser().Post("/reset", webtest.Form("login", "ann")).Want(200)
	s.Browser().Post("/reset", webtest.Form("login", "bob")).Want(429)
}

func TestLimitStreams(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits = limit.Limits{Streams: limit.Streams{Person: 2, Address: 3}} })
	ann, bob, visitor := s.Member("ann"), s.Member("bob"), s.Browser()
	id := ann.Create("nine", "screen")
	path := "/match/" + id + "/live"
	streams := []*webtest.Stream{ann.Live(id, 0), ann.Live(id, 0)}
	for _, st := range streams {
		st.Next()
	}
	if got := ann.Dial(path); got != http.StatusTooManyRequests {
		t.Errorf("a person's third: got %d, want 429", got)
	}
	if got := bob.Dial(path); got != http.StatusSwitchingProtocols {
		t.Errorf("the address's third: got %d, want 101", got)
	}
	if got := visitor.Dial(path); got != http.StatusTooManyRequests {
		t.Errorf("the address's fourth: got %d, want 429", got)
	}
	streams[0].Conn.CloseNow()
	for range 10_000 { // until the server has noticed
		if ann.Dial(path) == http.StatusSwitchingProtocols {
			return
		}
	}
	t.Error("none may be opened after one was closed")
}

// Without a limit, answers of the API have no RateLimit headers.
func TestNoTokenLimit(t *testing.T) {
	s := webtest.NewSite(t)
	for _, name := range []string{"RateLimit-Policy", "RateLimit"} {
		if got := s.Program().Send("GET /lobby", "").Want(200).Header.Values(name); len(got) > 0 {
			t.Errorf("got %s %q, want none", name, got)
		}
	}
}

// limit.Limits without any limit are not replaced by limit.Default.
func TestNoLimits(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits = limit.None })
	for range 40 {
		s.Browser().Post("/join", webtest.Form("id", "zzzzzzz")).Want(404)
	}
}

func TestLimits(t *testing.T) {
	rate := limit.Rate{Every: 60e9, Burst: 2}
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits = limit.Limits{Join: rate, Command: rate} })
	b := s.Browser()
	for range 2 {
		b.Post("/join", webtest.Form("id", "zzzzzzz")).Want(404)
	}
	p := b.Post("/join", webtest.Form("id", "zzzzzzz")).Want(429).Has("Too many requests.")
	if got := p.Header.Get("Retry-After"); got != "60" {
		t.Errorf("got Retry-After %q, want 60", got)
	}
	s.Browser().Post("/join", webtest.Form("id", "zzzzzzz")).Want(429) // another cookie is no way out
	s.Clock.Advance(60e9)
	b.Post("/join", webtest.Form("id", "zzzzzzz")).Want(404)

	id := b.Create("nine", "screen")
	for range 2 {
		b.Send("/match/"+id+"/move", `{}`).Want(422)
	}
	if got := b.Send("/match/"+id+"/move", `{}`).Want(429).Refusal().Error.Code; got != "limited" {
		t.Errorf("got code %q, want limited", got)
	}
	other := s.Browser()
	mine := other.Create("nine", "screen")
	other.Send("/match/"+mine+"/move", `{}`).Want(422) // others play on
}

func TestLimiter(t *testing.T) {
	c := &webtest.Clock{}
	l := web.NewLimiter(limit.Rate{Every: time.Hour, Burst: 1}, c.Now)
	for i := range 60_000 { // a flood of addresses
		if err := l.Allow(t.Context(), webtest.Itoa(i)); err != nil {
			t.Fatalf("address %d: %v", i, err)
		}
	}
	if got := l.Size(); got > 50_000 {
		t.Errorf("got %d keys, want at most 50,000", got)
	}
	if err := errors.Join(l.Allow(t.Context(), "a"), l.Allow(t.Context(), "b")); err != nil {
		t.Errorf("first actions: %v", err)
	}
	if l.Allow(t.Context(), "a") == nil {
		t.Error("the second action at once was allowed")
	}
	l.Clear(t.Context(), web.Key("a"))
	if err := l.Allow(t.Context(), "a"); err != nil {
		t.Errorf("after it was cleared: %v", err)
	}
	c.Advance(time.Hour)
	if err := l.Allow(t.Context(), "a"); err != nil || l.Size() != 1 {
		t.Errorf("an hour later: got %v and %d keys, want the last one only", err, l.Size())
	}
}

// Thousands of long keys take little memory.
func TestLimiterMemory(t *testing.T) {
	var before, after runtime.MemStats
	l := web.NewLimiter(limit.Rate{Every: time.Hour, Burst: 1}, time.Now)
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range 4000 {
		if err := l.Allow(t.Context(), strings.Repeat("x", 64<<10)+webtest.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if got := int64(after.HeapAlloc) - int64(before.HeapAlloc); got > 10<<20 {
		t.Errorf("got %d MB, want less than 10", got>>20)
	}
	runtime.KeepAlive(l)
}

func TestOrigin(t *testing.T) {
	for address, want := range map[string]web.Origin{
		"192.0.2.7:1234":              {"192.0.2.7", "192.0.2.0/24"},
		"[::ffff:192.0.2.7]:1234":     {"192.0.2.7", "192.0.2.0/24"},
		"[2001:db8:1:2:3:4:5:6]:1234": {"2001:db8:1:2::", "2001:db8:1::/48"},
		"[2001:db8:1:2:7:7:7:7]:1234": {"2001:db8:1:2::", "2001:db8:1::/48"},
		"[fe80::1:2:3:4%eth0]:1234":   {"fe80::", "fe80::/48"},
		"@":                           {"@", "@"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = address
		if got := web.OriginOf(r); got != want || web.AddressOf(r) != want.Address {
			t.Errorf("%s: got %+v, want %+v", address, got, want)
		}
	}
}
