// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"cairn/internal/totp"
)

var (
	secretText = regexp.MustCompile(`<code class="secret">([A-Z2-7 ]+)</code>`)
	codeText   = regexp.MustCompile(`<li><code>([0-9a-z-]+)</code>`)
)

// code is what an app shows now.
func (s *site) code(secret string) string {
	s.t.Helper()
	code, err := totp.Code(secret, s.clock.now())
	if err != nil {
		s.t.Fatal(err)
	}
	return code
}

// turnOn gives an account a second step, and returns its secret and recovery
// codes.
func (b *browser) turnOn() (secret string, codes []string) {
	b.t.Helper()
	p := b.post("/account/second", nil).want(http.StatusOK).has("QR code of the key")
	found := secretText.FindStringSubmatch(p.body)
	if found == nil {
		b.t.Fatalf("no secret in\n%s", p.main())
	}
	secret = strings.ReplaceAll(found[1], " ", "")
	p = b.post("/account/second/on", form("code", b.site.code(secret), "current", password)).want(http.StatusOK).has("Two-factor authentication is on.")
	for _, found := range codeText.FindAllStringSubmatch(p.body, -1) {
		codes = append(codes, found[1])
	}
	if len(codes) < 5 {
		b.t.Fatalf("got %d recovery codes", len(codes))
	}
	b.site.clock.advance(time.Minute) // a code is good once
	return secret, codes
}

func TestSecondStep(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	ann.get("/account/second").want(200).has("Set up").lacks("secret")
	secret, codes := ann.turnOn()
	ann.get("/account/second").want(200).has("You have 10 recovery codes left.").lacks(secret, codes[0])
	ann.post("/account/second/on", form("code", "000000", "current", password)).want(200).has("You have 10 recovery codes left.") // sent twice
	ann.get("/account").want(200).has("On")

	b := s.browser().still()
	p := b.post("/login", form("login", "ann", "password", password, "next", "/join")).want(200).has("Two-factor authentication", `name="next" value="/join"`)
	if len(p.Cookies()) > 0 {
		t.Error("a session begins before the code")
	}
	second := p.form(`name="second"`).fields["second"]
	b.post("/login/code", form("second", second, "code", "000000", "next", "/join")).want(403).has("Wrong code.", `name="next" value="/join"`, second)
	code := s.code(secret)
	if got := b.post("/login/code", form("second", second, "code", code, "next", "/join")).want(303).Header.Get("Location"); got != "/join" {
		t.Errorf("got to %s, want the page wanted", got)
	}
	b.get("/home").want(200).has("ann")

	again := s.browser()
	second = again.post("/login", form("login", "ann", "password", password)).form(`name="second"`).fields["second"]
	again.post("/login/code", form("second", second, "code", code)).want(403) // good once
	again.post("/login/code", form("second", second, "code", strings.ToUpper(codes[3]))).want(200)
	again.get("/account/second").want(200).has("You have 9 recovery codes left.")
}

// After five wrong codes the password is asked for again.
func TestSecondStepGuesses(t *testing.T) {
	s := newSite(t)
	secret, _ := s.member("ann").turnOn()
	b := s.browser()
	second := b.post("/login", form("login", "ann", "password", password, "next", "/join")).form(`name="second"`).fields["second"]
	for range 4 {
		b.post("/login/code", form("second", second, "code", "000000")).want(403).has("Wrong code.")
	}
	b.post("/login/code", form("second", second, "code", "000000", "next", "/join")).want(403).has("Log in again.", `action="/login"`, `value="/join"`)
	b.post("/login/code", form("second", second, "code", s.code(secret))).want(403).has(`action="/login"`)
	if got := b.send("/login/code", `{"second":"nonsense","code":"1"}`).want(404).refusal().Error.Key; got != "second-gone" {
		t.Errorf("as JSON: got %q, want second-gone", got)
	}
}

func TestSecondStepRefused(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	secret := strings.ReplaceAll(secretText.FindStringSubmatch(ann.post("/account/second", nil).body)[1], " ", "")
	ann.post("/account/second/on", form("code", s.code(secret), "current", "nonsense")).want(403).has("Wrong password.", `class="secret"`).lacks("nonsense")
	ann.post("/account/second/on", form("code", "12", "current", password)).want(403).has("Wrong code.", `class="secret"`).lacks(password)
	if got := secretText.FindStringSubmatch(ann.post("/account/second", nil).body)[1]; strings.ReplaceAll(got, " ", "") != secret {
		t.Error("another secret after a refusal: the app has the first one")
	}
	secret, codes := ann.turnOn()
	ann.post("/account/second/off", form("current", "nonsense", "code", s.code(secret))).want(403).has("Wrong password.")
	ann.post("/account/second/off", form("current", password)).want(403).has("Wrong code.", `id="off-code-problem"`).lacks(`id="renew-code-problem"`)
	ann.post("/account/second", nil).want(403).has("Two-factor authentication is already on.")
	ann.post("/account/second/off", form("current", password, "code", codes[1])).want(200).has("Two-factor authentication is off.")
	s.browser().post("/login", form("login", "ann", "password", password)).want(200).has("ann@example.org")
}

func TestSecondStepJSON(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	var setup struct{ Secret, URI string }
	ann.send("/account/second", `{}`).want(200).json(&setup)
	if want := "otpauth://totp/Cairn:ann?secret=" + setup.Secret + "&issuer=Cairn"; setup.URI != want {
		t.Errorf("got %s, want %s", setup.URI, want)
	}
	var on struct{ Codes []string }
	ann.send("/account/second/on", `{"code":"`+s.code(setup.Secret)+`","current":"`+password+`"}`).want(200).json(&on)
	if len(on.Codes) != 10 {
		t.Errorf("got codes %v, want 10", on.Codes)
	}
	s.clock.advance(time.Minute)
	b := s.browser()
	var entry struct{ Second, Name string }
	b.send("/login", `{"login":"ann","password":"`+password+`"}`).want(200).json(&entry)
	b.send("/login/code", `{"second":"`+entry.Second+`","code":"`+s.code(setup.Secret)+`"}`).want(200).json(&entry)
	if entry.Name != "ann" {
		t.Errorf("got %+v, want ann", entry)
	}
	ann.send("/account/second/off", `{"current":"`+password+`"}`).want(403)
	var renewed struct{ Codes []string }
	ann.send("/account/second/codes", `{"current":"`+password+`","code":"`+on.Codes[0]+`"}`).want(200).json(&renewed)
	ann.send("/account/second/off", `{"current":"`+password+`","code":"`+on.Codes[1]+`"}`).want(403)
	ann.send("/account/second/off", `{"current":"`+password+`","code":"`+renewed.Codes[1]+`"}`).want(200)
}

// A long name in another script leaves no room for itself in the picture.
func TestSecondStepLongName(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	values := signUp("long")
	values.Set("name", strings.Repeat("漢", 20))
	b.post("/signup", values).want(200)
	b.post("/account/second", nil).want(200).has("QR code of the key")
}

// Who has used up the recovery codes makes others.
func TestRenewCodes(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	secret, old := ann.turnOn()
	ann.post("/account/second/codes", form("current", password, "code", "000000")).want(403).has("Wrong code.", `id="renew-code-problem"`).lacks(`id="off-code-problem"`)
	p := ann.post("/account/second/codes", form("current", password, "code", s.code(secret))).want(200).has("The old recovery codes no longer work.").lacks("Two-factor authentication is on.", old[0])
	fresh := codeText.FindAllStringSubmatch(p.body, -1)
	if len(fresh) != 10 {
		t.Fatalf("got %d codes, want 10", len(fresh))
	}
	enter := func(code string) *page {
		b := s.browser()
		second := b.post("/login", form("login", "ann", "password", password)).form(`name="second"`).fields["second"]
		return b.post("/login/code", form("second", second, "code", code))
	}
	enter(old[0]).want(403)
	enter(fresh[0][1]).want(200)
	s.member("bob").post("/account/second/codes", form("current", password, "code", "1")).want(404).has("Two-factor authentication is not on.")
}
