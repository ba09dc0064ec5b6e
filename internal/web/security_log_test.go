// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/internal/limit"
	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// All security events are logged, without secrets and personal data.
func TestSecurityLog(t *testing.T) {
	log, mail := &webtest.Journal{}, webtest.NewMailbox(t)
	s := webtest.NewSite(t, log.Serve, mail.Serve, func(o *web.Options) {
		o.Limits = limit.Limits{Join: limit.Rate{Every: time.Hour, Burst: 1}}
	})
	setup := s.SetupPath()
	admin := s.Member("adminname")
	admin.Post(setup, nil).Want(200)
	ann := s.Member("annsname")
	id := s.User("annsname").ID
	ann.Post("/logout", nil).Want(200)
	ann.Post("/login", webtest.Form("login", "annsname", "password", "wrongsecret")).Want(403)
	ann.Post("/login", webtest.Form("login", "annsname", "password", webtest.Password)).Want(200)
	ann.Post("/account/name", webtest.Form("name", "nextname", "current", "wrongsecret")).Want(403)
	ann.Post("/account/name", webtest.Form("name", "nextname", "current", webtest.Password)).Want(200)
	ann.Post("/account/email", webtest.Form("email", "nextmail@example.org", "current", webtest.Password)).Want(200)
	mail.Next()
	confirm := ""
	for to := ""; to != "nextmail@example.org"; { // after those of signing up
		to, confirm = mail.ConfirmPath()
	}
	ann.Post(confirm, nil).Want(200)
	mail.Next()
	ann.Post("/account/password", webtest.Form("current", webtest.Password, "password", webtest.Another)).Want(200)
	mail.Next()
	ann.Post("/account/sessions/end", nil).Want(200)
	ann.Post("/reset", webtest.Form("login", "nextname")).Want(200)
	reset := mail.ResetPath()
	ann.Get(reset).Want(200)
	ann.Post(reset, webtest.Form("password", webtest.Password)).Want(200)
	ann.Post("/login", webtest.Form("login", "nextmail@example.org", "password", webtest.Password)).Want(200)
	secret, codes := ann.TurnOn()
	phone := s.Browser()
	second := phone.Post("/login", webtest.Form("login", "nextname", "password", webtest.Password)).Form(`name="two_factor"`).Fields["two_factor"]
	phone.Post("/login/code", webtest.Form("two_factor", second, "code", "000000")).Want(403)
	phone.Post("/login/code", webtest.Form("two_factor", second, "code", codes[0])).Want(200)
	ann.Post("/account/two-factor/codes", webtest.Form("current", webtest.Password, "code", codes[1])).Want(200)
	ann.Post("/account/two-factor/off", webtest.Form("current", webtest.Password, "code", s.Code(secret))).Want(200)
	ann.Post("/join", webtest.Form("id", "zzzzzzz")).Want(404)
	ann.Post("/join", webtest.Form("id", "zzzzzzz")).Want(429)
	ann.Post("/player/adminname/ban", nil).Want(403)
	foreign := s.Request("POST", "/logout")
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	ann.Do(foreign).Want(403)
	admin.Still().Post("/player/nextname/role", webtest.Form("role", "moderator")).Want(303)
	admin.Still().Post("/player/nextname/ban", nil).Want(303)
	admin.Still().Post("/player/nextname/unban", nil).Want(303)
	ann.Post("/login", webtest.Form("login", "nextname", "password", webtest.Password)).Want(200)
	ann.Post("/account/delete", webtest.Form("name", "nextname", "current", webtest.Password)).Want(200)

	events := log.Events(t)
	want := strings.Fields(`account-deleted admin-claimed banned codes-renewed cross-origin email-asked email-confirmed forbidden limited login login-refused logout name-changed password-changed
		password-refused reset-asked reset-done role sessions-ended signup two-factor-off two-factor-on two-factor-refused unbanned`)
	if got := slices.Sorted(maps.Keys(events)); !slices.Equal(got, want) {
		t.Errorf("got events %v, want %v", got, want)
	}
	if got := events["login"]; len(got) < 3 || got[0] != id {
		t.Errorf("log-ins: got users %v, want %s", got, id)
	}
	text := log.Text()
	for name, secret := range map[string]string{
		"password": webtest.Password, "password typed": "wrongsecret", "another password": webtest.Another, "email": "@example.org", "email before": "annsname@",
		"name": "annsname", "next name": "nextname", "name of the administrator": "adminname", "second factor": secret, "recovery code": codes[0], "second token": second,
		"reset link": strings.TrimPrefix(reset, "/reset/"), "link to confirm": strings.TrimPrefix(confirm, "/confirm/"), "setup link": strings.TrimPrefix(setup, "/setup/"),
		"session": admin.Client.Jar.Cookies(webtest.MustURL(t, s.HTTP.URL))[0].Value,
	} {
		if strings.Contains(text, secret) {
			t.Errorf("the log contains the %s, %q", name, secret)
		}
	}
}

// The request log contains no secret links, no names of users and no queries.
func TestRequestLog(t *testing.T) {
	log := &webtest.Journal{}
	s := webtest.NewSite(t, log.Serve)
	for _, path := range []string{"/reset/verysecret", "/setup/verysecret"} {
		s.Browser().Get(path).Want(404)
		s.Browser().Post(path, nil).Want(404)
	}
	s.Browser().Get("/player/verysecret").Want(404)
	s.Browser().Get("/player/verysecret/more").Want(404)
	s.Browser().Get("/player?name=verysecret").Want(404)
	s.Browser().Get("/games?player=verysecret").Want(400)
	for _, word := range []string{"reset", "setup", "confirm", "player"} {
		for _, path := range []string{
			"//" + word + "/verysecret", "/" + strings.ToUpper(word) + "/verysecret", "/" + word + "//verysecret", "/./" + word + "/verysecret", "/x/../" + word + "/verysecret",
			"/" + word + "%2Fverysecret", "/" + word + "%252Fverysecret", "/%2F" + word + "/verysecret", "/" + word + "/x/verysecret", "/en/" + word + "/verysecret/",
			"/" + word + "s/verysecret-verysecret-verysecret", "/" + word + "=verysecret", "/" + word + "/" + "verysecret%00", "/" + word + "%5Cverysecret", "/" + word + ";verysecret",
		} {
			for _, method := range []string{"GET", "POST", "PUT"} {
				s.Browser().Still().Do(s.Request(method, path))
			}
		}
	}
	if strings.Contains(log.Text(), "verysecret") {
		t.Errorf("the log contains a secret link:\n%s", log.Text())
	}
}

func TestMaskPath(t *testing.T) {
	for path, want := range map[string]string{
		"/reset":                     "/reset",
		"/reset/abc":                 "/reset/…",
		"/setup/abc/d":               "/setup/…",
		"/match/abc":                 "/match/abc",
		"/player":                    "/player",
		"/player/a/ban":              "/player/…",
		"/resetting/it":              "/resetting/it",
		"//reset/abc":                "//reset/…",
		"/RESET/abc":                 "/RESET/…",
		"/a/Reset//abc":              "/a/Reset/…",
		"/reset//":                   "/reset//",
		"/confirm/abc":               "/confirm/…",
		"/reset%2Fabc":               "/…",
		"/wp-login.php":              "/wp-login.php",
		"/a/0123456789abcdef01234/b": "/a/…/b",
	} {
		if got := web.MaskPath(path); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}
