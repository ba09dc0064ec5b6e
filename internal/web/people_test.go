// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"cairn/internal/web"
)

func TestSignUp(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	p := b.post("/signup", signUp("ann")).want(http.StatusOK).has("Account created", "ann@example.org")
	if p.path != "/home" {
		t.Errorf("got to %s, want /home", p.path)
	}
	if got := b.still().get("/signup").want(http.StatusSeeOther).Header.Get("Location"); got != "/home" {
		t.Errorf("sign up again: got to %s, want /home", got)
	}
}

func TestSignUpFaults(t *testing.T) {
	s := newSite(t)
	s.member("ann")
	for name, c := range map[string]struct {
		change []string
		want   string
	}{
		"no e-mail":        {[]string{"email", ""}, "Enter your email address."},
		"malformed e-mail": {[]string{"email", "bob"}, "This is not a valid email address."},
		"both in use":      {[]string{"email", "ann@example.org", "name", "ANN"}, "There is already an account with this email address."},
		"mixed name":       {[]string{"name", "Αnna"}, "Use letters of one alphabet only, without special characters."},
		"look-alike name":  {[]string{"name", "САТО"}, "This name looks like one in Latin letters."},
		"reserved name":    {[]string{"name", "Admin-1"}, "This username is reserved."},
		"e-mail in use":    {[]string{"email", "ANN@example.org"}, "There is already an account with this email address."},
		"no name":          {[]string{"name", ""}, "Choose a username."},
		"odd name":         {[]string{"name", "guest-1"}, "Use 2 to 20 letters"},
		"name in use":      {[]string{"name", "Ann"}, "This username is already taken."},
		"no password":      {[]string{"password", "", "again", ""}, "Choose a password."},
		"weak password":    {[]string{"password", "short", "again", "short"}, "Use at least 8 characters"},
		"differ":           {[]string{"again", "stone upon stone"}, "The passwords do not match."},
	} {
		t.Run(name, func(t *testing.T) {
			s := s.in(t)
			values := signUp("bob")
			for i := 0; i < len(c.change); i += 2 {
				values.Set(c.change[i], c.change[i+1])
			}
			p := s.browser().post("/signup", values).want(http.StatusBadRequest).has(c.want, `aria-invalid="true"`)
			p.has(`value="` + values.Get("email") + `"`).has(`value="` + values.Get("name") + `"`).lacks(password)
			var r refusal
			s.browser().send("/signup", `{"email":"","name":"","password":"","again":""}`).want(http.StatusBadRequest).json(&r)
			if r.Error.Code != "invalid" || r.Error.Fields["email"] == "" {
				t.Errorf("as JSON: got %+v, want invalid with fields", r.Error)
			}
		})
	}
}

func TestLogIn(t *testing.T) {
	s := newSite(t)
	s.member("ann")
	for name, c := range map[string]struct{ login, password, next, want string }{
		"by name":        {"ANN", password, "", "/home"},
		"by e-mail":      {"ann@example.org", password, "", "/home"},
		"back again":     {"ann", password, "/match/abc2345?path=d6", "/match/abc2345?path=d6"},
		"foreign host":   {"ann", password, "//evil.example/", "/home"},
		"foreign scheme": {"ann", password, "https://evil.example/", "/home"},
		"backslash":      {"ann", password, `/\evil.example`, "/home"},
	} {
		t.Run(name, func(t *testing.T) {
			s := s.in(t)
			b := s.browser().still()
			p := b.post("/login", form("login", c.login, "password", c.password, "next", c.next)).want(http.StatusSeeOther)
			if got := p.Header.Get("Location"); got != c.want {
				t.Errorf("got to %s, want %s", got, c.want)
			}
			if got := b.get("/login").want(http.StatusSeeOther).Header.Get("Location"); got != "/home" {
				t.Errorf("the log-in page of a live session: got to %s, want /home", got)
			}
		})
	}
}

// A wrong pair gets one neutral message, whichever half is wrong.
func TestLogInWrong(t *testing.T) {
	s := newSite(t)
	s.member("ann")
	for name, values := range map[string]url.Values{
		"password": form("login", "ann", "password", "wrong wrong"),
		"name":     form("login", "nobody", "password", password),
		"nothing":  form(),
	} {
		t.Run(name, func(t *testing.T) {
			s := s.in(t)
			s.browser().post("/login", values).want(http.StatusForbidden).
				has("Wrong email, username or password.", `value="`+values.Get("login")+`"`).lacks("wrong wrong")
		})
	}
}

// An account that is not there gets the very same answer, apart from what was
// typed.
func TestLogInIsNeutral(t *testing.T) {
	s := newSite(t)
	s.member("known")
	for name, post := range map[string]func(login string) *page{
		"form": func(login string) *page {
			return s.browser().post("/login", form("login", login, "password", "nonsense", "next", "/join"))
		},
		"JSON": func(login string) *page {
			return s.browser().send("/login", `{"login":"`+login+`","password":"nonsense"}`)
		},
	} {
		known, unknown := post("known").want(http.StatusForbidden), post("nobody").want(http.StatusForbidden)
		if got := strings.ReplaceAll(unknown.body, "nobody", "known"); got != known.body {
			t.Errorf("%s: got\n%s\nand\n%s", name, known.body, unknown.body)
		}
		for _, header := range []string{"Set-Cookie", "Cache-Control", "Content-Type"} {
			if got, want := unknown.Header.Get(header), known.Header.Get(header); got != want {
				t.Errorf("%s: got %s %q, want %q", name, header, got, want)
			}
		}
	}
}

// A form that is sent twice makes one account, and leads to the same page.
func TestSignUpTwice(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	values := signUp("ann")
	values.Set("next", "/join")
	for range 2 {
		if p := b.post("/signup", values).want(http.StatusOK); !strings.HasPrefix(p.path, "/join") {
			t.Errorf("got to %s, want /join", p.path)
		}
	}
	b.get("/home").want(http.StatusOK).has("ann@example.org")
}

func TestLogOut(t *testing.T) {
	s := newSite(t)
	b := s.member("ann")
	cookies := b.client.Jar.Cookies(mustURL(t, s.http.URL))
	b.get("/logout").want(http.StatusOK).has(`action="/logout"`)
	b.get("/home").want(http.StatusOK).has("ann") // a GET only asks
	b.post("/logout", nil).want(http.StatusOK).has("You are logged out.")
	thief := s.browser()
	thief.client.Jar.SetCookies(mustURL(t, s.http.URL), cookies)
	if got := thief.still().get("/home").want(http.StatusSeeOther).Header.Get("Location"); got != "/login?next=%2Fhome" {
		t.Errorf("home with the old cookie: got to %s, want the log-in page", got)
	}
}

// A guest who signs up keeps the running game, and the old session ends.
func TestGuestSignsUp(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	id := b.create("nine", "computer", "level", "novice")
	old := b.client.Jar.Cookies(mustURL(t, s.http.URL))
	b.post("/signup", signUp("ann")).want(http.StatusOK).has("/match/" + id)
	if got := b.state(id).You; got != "white" {
		t.Errorf("after signing up: you are %q, want white", got)
	}
	before := s.browser()
	before.client.Jar.SetCookies(mustURL(t, s.http.URL), old)
	if got := before.state(id).You; got != "" {
		t.Errorf("the guest's old session: you are %q, want nobody", got)
	}
}

// A guest who would lose running games by logging in is told so, and which.
func TestGuestLogsIn(t *testing.T) {
	s := newSite(t)
	s.member("ann")
	b := s.browser()
	const warning = "you lose access to these running games"
	b.get("/login").want(http.StatusOK).lacks(warning)
	id := b.create("nine", "computer", "level", "novice")
	b.get("/login?next=/join").want(http.StatusOK).has(warning, `href="/match/`+id+`"`, `href="/signup?next=%2fjoin"`)
	b.post("/login", form("login", "ann", "password", "nonsense")).want(http.StatusForbidden).has(warning)
	b.post("/login", form("login", "ann", "password", password)).want(http.StatusOK).lacks("/match/" + id)
	b.create("nine", "computer", "level", "novice")
	b.post("/login", form("login", "ann", "password", "nonsense")).want(http.StatusForbidden).lacks(warning) // an account loses nothing
}

func TestCookie(t *testing.T) {
	for name, secure := range map[string]bool{"plain": false, "TLS": true} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, func(o *web.Options) { o.Secure = secure })
			p := s.browser().still().post("/match", form("game", "three", "opponent", "screen")).want(http.StatusSeeOther)
			cookie := p.Cookies()[0]
			wantName := "cairn"
			if secure {
				wantName = "__Host-cairn"
			}
			if cookie.Name != wantName || !cookie.HttpOnly || cookie.Secure != secure || cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/" {
				t.Errorf("got %s", cookie)
			}
			if got := p.Header.Get("Strict-Transport-Security") != ""; got != secure {
				t.Errorf("strict transport: got %v, want %v", got, secure)
			}
		})
	}
}

func TestLocalPath(t *testing.T) {
	for _, c := range []struct{ next, want string }{
		{"/home", "/home"},
		{"/match/abc?ply=3", "/match/abc?ply=3"},
		{"", "/else"},
		{"home", "/else"},
		{"//host/x", "/else"},
		{"https://host/x", "/else"},
		{"javascript:alert(1)", "/else"},
		{"/\\host", "/else"},
		{"/a\r\nSet-Cookie: x=y", "/else"},
		{"/login?next=/x", "/else"},
		{"/logout", "/else"},
		{"/%zz", "/else"},
	} {
		if got := web.LocalPath(c.next, "/else"); got != c.want {
			t.Errorf("%q: got %q, want %q", c.next, got, c.want)
		}
	}
}

func TestHome(t *testing.T) {
	s := newSite(t)
	ann, bob := s.member("ann"), s.member("bob")
	id := ann.create("three", "private")
	bob.post("/join", form("id", id)).want(http.StatusOK)
	ann.post("/match/"+id+"/start", nil).want(http.StatusOK)
	ann.get("/home").want(http.StatusOK).has("Points: 0", "Your turn.", "/match/"+id)
	bob.get("/home").want(http.StatusOK).lacks("Your turn.").has("White to move.")
	s.play(id, ann, bob, "a1", "b1", "a2", "b2")
	ann.post("/match/"+id+"/draw", nil)
	offer := bob.state(id).Offer
	if offer == nil || offer.Mine || offer.Kind != "draw" {
		t.Fatalf("got offer %+v, want ann's draw", offer)
	}
	bob.send("/match/"+id+"/answer", `{"offer":`+itoa(offer.ID)+`,"yes":true}`).want(http.StatusOK)
	for _, b := range []*browser{ann, bob} {
		p := b.get("/home").want(http.StatusOK).has("Points: ½", "Draw by agreement.")
		if !strings.Contains(strings.Join(strings.Fields(p.body), ""), "<td>0</td><td>0</td><td>1</td>") {
			t.Errorf("scores: got no row 0 0 1 in\n%s", p.body)
		}
	}
}

// N5: the rating of each rule set that was played for one, with a question mark
// while it says little.
func TestHomeRating(t *testing.T) {
	s := newSite(t)
	ann, bob := s.member("ann"), s.member("bob")
	rated := s.rated("three", ann, bob)
	s.play(rated, ann, bob, "a1", "b1")
	bob.post("/match/"+rated+"/resign", nil).want(http.StatusOK)
	casual := ann.create("nine", "screen")
	ann.post("/match/"+casual+"/resign", nil).want(http.StatusOK)
	if row := regexp.MustCompile(`<td>1</td><td>0</td><td>0</td><td>1[6-9]\d\d\?</td>`); !row.MatchString(ann.get("/home").want(http.StatusOK).text) {
		t.Errorf("got no row of a win with a rating above 1600 in\n%s", ann.get("/home").main())
	}
	if row := regexp.MustCompile(`<td>0</td><td>1</td><td>0</td><td>1[1-4]\d\d\?</td>`); !row.MatchString(bob.get("/home").want(http.StatusOK).text) {
		t.Errorf("got no row of a loss with a rating below 1500 in\n%s", bob.get("/home").main())
	}
}
