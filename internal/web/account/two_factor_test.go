// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"strings"
	"testing"
	"time"

	"cairn/internal/limit"
	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

func TestTwoFactor(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	ann.Get("/account/two-factor").Want(200).Has("Set up").Lacks("secret")
	secret, codes := ann.TurnOn()
	ann.Get("/account/two-factor").Want(200).Has("You have 10 recovery codes left.").Lacks(secret, codes[0])
	ann.Post("/account/two-factor/on", webtest.Form("code", "000000", "current", webtest.Password)).Want(200).Has("You have 10 recovery codes left.") // sent twice
	ann.Get("/account").Want(200).Has("On")

	b := s.Browser().Still()
	p := b.Post("/login", webtest.Form("login", "ann", "password", webtest.Password, "next", "/join")).Want(200).Has("Two-factor authentication", `name="next" value="/join"`)
	if len(p.Cookies()) > 0 {
		t.Error("a session begins before the code")
	}
	pending := p.Form(`name="two_factor"`).Fields["two_factor"]
	b.Post("/login/code", webtest.Form("two_factor", pending, "code", "000000", "next", "/join")).Want(403).Has("Wrong code.", `name="next" value="/join"`, pending)
	code := s.Code(secret)
	if got := b.Post("/login/code", webtest.Form("two_factor", pending, "code", code, "next", "/join")).Want(303).Header.Get("Location"); got != "/join" {
		t.Errorf("got to %s, want the page wanted", got)
	}
	b.Get("/home").Want(200).Has("ann")

	again := s.Browser()
	pending = again.Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Form(`name="two_factor"`).Fields["two_factor"]
	again.Post("/login/code", webtest.Form("two_factor", pending, "code", code)).Want(403) // good once
	again.Post("/login/code", webtest.Form("two_factor", pending, "code", strings.ToUpper(codes[3]))).Want(200)
	again.Get("/account/two-factor").Want(200).Has("You have 9 recovery codes left.")
}

// After five wrong codes the password is asked for again.
func TestTwoFactorGuesses(t *testing.T) {
	s := webtest.NewSite(t)
	secret, _ := s.Member("ann").TurnOn()
	b := s.Browser()
	pending := b.Post("/login", webtest.Form("login", "ann", "password", webtest.Password, "next", "/join")).Form(`name="two_factor"`).Fields["two_factor"]
	for range 4 {
		b.Post("/login/code", webtest.Form("two_factor", pending, "code", "000000")).Want(403).Has("Wrong code.")
	}
	b.Post("/login/code", webtest.Form("two_factor", pending, "code", "000000", "next", "/join")).Want(403).Has("Log in again.", `action="/login"`, `value="/join"`)
	b.Post("/login/code", webtest.Form("two_factor", pending, "code", s.Code(secret))).Want(403).Has(`action="/login"`)
	if got := b.Send("/login/code", `{"two_factor":"nonsense","code":"1"}`).Want(404).Refusal().Error.Key; got != "two-factor-gone" {
		t.Errorf("as JSON: got %q, want two-factor-gone", got)
	}
}

func TestTwoFactorRefused(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	secret := strings.ReplaceAll(webtest.SecretText.FindStringSubmatch(ann.Post("/account/two-factor", nil).Body)[1], " ", "")
	ann.Post("/account/two-factor/on", webtest.Form("code", s.Code(secret), "current", "nonsense")).Want(403).Has("Wrong password.", `class="secret"`).Lacks("nonsense")
	ann.Post("/account/two-factor/on", webtest.Form("code", "12", "current", webtest.Password)).Want(403).Has("Wrong code.", `class="secret"`).Lacks(webtest.Password)
	if got := webtest.SecretText.FindStringSubmatch(ann.Post("/account/two-factor", nil).Body)[1]; strings.ReplaceAll(got, " ", "") != secret {
		t.Error("another secret after a refusal: the app has the first one")
	}
	secret, codes := ann.TurnOn()
	ann.Post("/account/two-factor/off", webtest.Form("current", "nonsense", "code", s.Code(secret))).Want(403).Has("Wrong password.")
	ann.Post("/account/two-factor/off", webtest.Form("current", webtest.Password)).Want(403).Has("Wrong code.", `id="off-code-problem"`).Lacks(`id="renew-code-problem"`)
	ann.Post("/account/two-factor", nil).Want(403).Has("Two-factor authentication is already on.")
	ann.Post("/account/two-factor/off", webtest.Form("current", webtest.Password, "code", codes[1])).Want(200).Has("Two-factor authentication is off.")
	s.Browser().Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(200).Has("/logout")
}

func TestTwoFactorJSON(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	var setup struct{ Secret, URI string }
	ann.Send("/account/two-factor", `{}`).Want(200).JSON(&setup)
	if want := "otpauth://totp/Cairn:ann?secret=" + setup.Secret + "&issuer=Cairn"; setup.URI != want {
		t.Errorf("got %s, want %s", setup.URI, want)
	}
	var on struct{ Codes []string }
	ann.Send("/account/two-factor/on", `{"code":"`+s.Code(setup.Secret)+`","current":"`+webtest.Password+`"}`).Want(200).JSON(&on)
	if len(on.Codes) != 10 {
		t.Errorf("got codes %v, want 10", on.Codes)
	}
	s.Clock.Advance(time.Minute)
	b := s.Browser()
	var entry struct {
		TwoFactor string `json:"two_factor"`
		Name      string
	}
	b.Send("/login", `{"login":"ann","password":"`+webtest.Password+`"}`).Want(200).JSON(&entry)
	b.Send("/login/code", `{"two_factor":"`+entry.TwoFactor+`","code":"`+s.Code(setup.Secret)+`"}`).Want(200).JSON(&entry)
	if entry.Name != "ann" {
		t.Errorf("got %+v, want ann", entry)
	}
	ann.Send("/account/two-factor/off", `{"current":"`+webtest.Password+`"}`).Want(403)
	var renewed struct{ Codes []string }
	ann.Send("/account/two-factor/codes", `{"current":"`+webtest.Password+`","code":"`+on.Codes[0]+`"}`).Want(200).JSON(&renewed)
	ann.Send("/account/two-factor/off", `{"current":"`+webtest.Password+`","code":"`+on.Codes[1]+`"}`).Want(403)
	ann.Send("/account/two-factor/off", `{"current":"`+webtest.Password+`","code":"`+renewed.Codes[1]+`"}`).Want(200)
}

// A long name in another script still gets a QR code.
func TestTwoFactorLongName(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	values := webtest.SignUp("long")
	values.Set("name", strings.Repeat("漢", 20))
	b.Post("/signup", values).Want(200)
	b.Post("/account/two-factor", nil).Want(200).Has("QR code of the key")
}

// Used recovery codes can be replaced.
func TestRenewCodes(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	secret, old := ann.TurnOn()
	ann.Post("/account/two-factor/codes", webtest.Form("current", webtest.Password, "code", "000000")).Want(403).Has("Wrong code.", `id="renew-code-problem"`).Lacks(`id="off-code-problem"`)
	p := ann.Post("/account/two-factor/codes", webtest.Form("current", webtest.Password, "code", s.Code(secret))).Want(200).Has("The old recovery codes no longer work.").Lacks("Two-factor authentication is on.", old[0])
	fresh := webtest.CodeText.FindAllStringSubmatch(p.Body, -1)
	if len(fresh) != 10 {
		t.Fatalf("got %d codes, want 10", len(fresh))
	}
	enter := func(code string) *webtest.Page {
		b := s.Browser()
		pending := b.Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Form(`name="two_factor"`).Fields["two_factor"]
		return b.Post("/login/code", webtest.Form("two_factor", pending, "code", code))
	}
	enter(old[0]).Want(403)
	enter(fresh[0][1]).Want(200)
	s.Member("bob").Post("/account/two-factor/codes", webtest.Form("current", webtest.Password, "code", "1")).Want(404).Has("Two-factor authentication is not on.")
}

// With two-factor authentication on, every change of the account asks for a code.
func TestProof(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	ann.Get("/account").Want(200).Lacks(`name="code"`)
	ann.Get("/account/delete").Want(200).Lacks(`name="code"`)
	secret, codes := ann.TurnOn()
	if got := strings.Count(ann.Get("/account").Want(200).Text, `name="code"`); got != 3 {
		t.Errorf("got %d fields for a code, want one in each form", got)
	}
	ann.Get("/account/delete").Want(200).Has(`name="code"`)
	fields := webtest.Form("name", "ann", "email", "new@example.org", "current", webtest.Password, "password", webtest.Another)
	for _, path := range []string{"/account/name", "/account/email", "/account/password", "/account/delete"} {
		fields.Set("code", "000000")
		ann.Post(path, fields).Want(403).Has("Wrong code.")
		fields.Del("code")
		ann.Post(path, fields).Want(403).Has("Wrong code.")
	}
	if got := ann.Send("/account/name", `{"name":"zoe","current":"`+webtest.Password+`"}`).Want(403).Refusal().Error; got.Key != "code-wrong" || got.Fields["code"] == "" {
		t.Errorf("as JSON: got %+v, want code-wrong at code", got)
	}
	fields.Set("code", codes[0])
	ann.Post("/account/password", fields).Want(200).Has("Password changed.")
	ann.Send("/account/delete", `{"name":"ann","current":"`+webtest.Another+`","code":"`+s.Code(secret)+`"}`).Want(200)
}

// A stolen session and password cannot be used to guess many codes.
func TestLimitProof(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits = limit.Limits{Code: limit.Rate{Every: 5 * time.Minute, Burst: 3}} })
	ann := s.Member("ann")
	_, codes := ann.TurnOn()
	for _, path := range []string{"/account/name", "/account/email", "/account/delete"} {
		ann.Send(path, `{"name":"ann","email":"a@example.org","current":"`+webtest.Password+`","code":"000000"}`).Want(403)
	}
	ann.Send("/account/two-factor/off", `{"current":"`+webtest.Password+`","code":"`+codes[0]+`"}`).Want(429)
	s.Browser().Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(200).Has(`name="two_factor"`) // the owner is not locked out
	s.Clock.Advance(5 * time.Minute)
	ann.Send("/account/two-factor/off", `{"current":"`+webtest.Password+`","code":"`+codes[0]+`"}`).Want(200)
}
