// SPDX-License-Identifier: Apache-2.0

package openid_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/account/accounttest"
	"cairn/internal/failure"
	"cairn/internal/openid"
	"cairn/internal/openid/openidtest"
)

const redirect = "https://play.example/login/openid/callback"

func client(p *openidtest.Provider, change ...func(*openid.Options)) *openid.Provider {
	o := openid.Options{Issuer: p.URL, Client: openidtest.Client, Secret: openidtest.Secret, Redirect: redirect}
	for _, f := range change {
		f(&o)
	}
	return openid.New(o)
}

// logIn begins a log-in, visits the provider and comes back.
func logIn(t *testing.T, p *openidtest.Provider, c *openid.Provider) (account.Person, error) {
	t.Helper()
	address, exchange, err := c.Begin(t.Context())
	if err != nil {
		return account.Person{}, err
	}
	return c.Finish(t.Context(), exchange, p.Visit(address).Query())
}

func TestProviderLogIn(t *testing.T) {
	p := openidtest.New(t)
	p.Name = "ann"
	got, err := logIn(t, p, client(p))
	accounttest.Must(t, err)
	if want := (account.Person{Issuer: p.URL, Subject: "s1", Name: "ann"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Every invalid answer of a provider or an attacker is refused, and no error contains a
// token.
func TestProviderRefused(t *testing.T) {
	claim := func(name string, value any) func(*openidtest.Provider) {
		return func(p *openidtest.Provider) { p.Claims = func(c map[string]any) { c[name] = value } }
	}
	query := func(name, value string) func(*openidtest.Provider) {
		return func(p *openidtest.Provider) {
			p.Query = func(q url.Values) {
				if q.Del(name); value != "" {
					q.Set(name, value)
				}
			}
		}
	}
	for name, test := range map[string]struct {
		attack func(*openidtest.Provider)
		key    string
	}{
		"another nonce":     {claim("nonce", "another"), "openid-wrong"},
		"no nonce":          {claim("nonce", ""), "openid-wrong"},
		"another audience":  {claim("aud", "another"), "openid-wrong"},
		"another party":     {claim("azp", "another"), "openid-wrong"},
		"another issuer":    {claim("iss", "https://evil.example"), "openid-wrong"},
		"no subject":        {claim("sub", ""), "openid-wrong"},
		"expired":           {claim("exp", time.Now().Add(-time.Hour).Unix()), "openid-wrong"},
		"of the future":     {claim("nbf", time.Now().Add(time.Hour).Unix()), "openid-wrong"},
		"another state":     {query("state", "another"), "openid-wrong"},
		"no state":          {query("state", ""), "openid-wrong"},
		"mix-up":            {query("iss", "https://evil.example"), "openid-wrong"},
		"mix-up, unnamed":   {query("iss", ""), "openid-wrong"},
		"another code":      {query("code", "another"), "openid-wrong"},
		"no code":           {query("code", ""), "openid-wrong"},
		"refused":           {query("error", "access_denied"), "openid-refused"},
		"no signature":      {func(p *openidtest.Provider) { p.Alg, p.Sign = "none", func(string) string { return "" } }, "openid-wrong"},
		"another key":       {func(p *openidtest.Provider) { p.Sign = openidtest.OtherKey }, "openid-wrong"},
		"public key as key": {func(p *openidtest.Provider) { p.Alg, p.Sign = "HS256", p.HS256 }, "openid-wrong"},
	} {
		t.Run(name, func(t *testing.T) {
			p := openidtest.New(t)
			test.attack(p)
			_, err := logIn(t, p, client(p))
			accounttest.WantKey(t, name, err, failure.Forbidden, test.key)
			for _, token := range p.Tokens {
				if strings.Contains(fmt.Sprint(err), token) {
					t.Errorf("the error %q has a token in it", err)
				}
			}
		})
	}
}

// A code works once, and only with the verifier of the browser that began.
func TestProviderCode(t *testing.T) {
	p := openidtest.New(t)
	c := client(p)
	address, exchange, err := c.Begin(t.Context())
	accounttest.Must(t, err)
	back := p.Visit(address).Query()
	_, err = c.Finish(t.Context(), exchange, back)
	accounttest.Must(t, err)
	_, err = c.Finish(t.Context(), exchange, back)
	accounttest.WantKey(t, "code again", err, failure.Forbidden, "openid-wrong")

	address, exchange, err = c.Begin(t.Context())
	accounttest.Must(t, err)
	exchange.Verifier = strings.Repeat("a", 43)
	_, err = c.Finish(t.Context(), exchange, p.Visit(address).Query())
	accounttest.WantKey(t, "another verifier", err, failure.Forbidden, "openid-wrong")

	wrong := client(p, func(o *openid.Options) { o.Secret = "wrong" })
	_, err = logIn(t, p, wrong)
	accounttest.WantKey(t, "wrong secret", err, failure.Forbidden, "openid-wrong")
	if strings.Contains(err.Error(), "secret of the client") {
		t.Errorf("the error %q has the secret in it", err)
	}
}

// A provider that is down is retried later.
func TestProviderDown(t *testing.T) {
	p := openidtest.New(t)
	clock := accounttest.NewClock(time.Now())
	c := client(p, func(o *openid.Options) { o.Now = clock.Now })
	p.Down = true
	_, err := logIn(t, p, c)
	accounttest.WantKey(t, "down", err, failure.Unavailable, "openid-down")
	p.Down = false
	_, err = logIn(t, p, c)
	accounttest.WantKey(t, "a moment later", err, failure.Unavailable, "openid-down")
	clock.Advance(time.Minute)
	_, err = logIn(t, p, c)
	accounttest.Must(t, err)

	address, exchange, err := c.Begin(t.Context())
	accounttest.Must(t, err)
	back := p.Visit(address).Query()
	p.Down = true
	_, err = c.Finish(t.Context(), exchange, back)
	accounttest.WantKey(t, "down before the code is exchanged", err, failure.Unavailable, "openid-down")
}

// With domains only their verified addresses log in.
func TestProviderDomains(t *testing.T) {
	p := openidtest.New(t)
	c := client(p, func(o *openid.Options) { o.Domains = []string{"school.example"} })
	for email, allowed := range map[string]bool{
		"ann@school.example": true, "ann@SCHOOL.example": true, "ann@evil.example": false, "": false,
		"ann@school.example@evil.example": false, "ann@sub.school.example": false,
	} {
		p.Email = email
		if _, err := logIn(t, p, c); (err == nil) != allowed {
			t.Errorf("%q: got %v, want allowed %v", email, err, allowed)
		}
	}
	p.Email, p.Claims = "ann@school.example", func(c map[string]any) { c["email_verified"] = false }
	_, err := logIn(t, p, c)
	accounttest.WantKey(t, "not verified", err, failure.Forbidden, "openid-domain")
}
