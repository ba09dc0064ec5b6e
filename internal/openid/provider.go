// SPDX-License-Identifier: Apache-2.0

// Package openid implements account.Provider: it logs people in at an OpenID Connect
// provider, by the authorization code flow with PKCE, state and nonce. It caches only
// the provider's metadata and logs nothing; its errors contain no tokens.
package openid

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"cairn/internal/account"
	"cairn/internal/failure"
)

const (
	// timeout bounds each request to the provider.
	timeout = 10 * time.Second
	// retryAfter is the backoff after a provider did not answer.
	retryAfter = 5 * time.Second
)

// Options name the provider, and this site as its client.
type Options struct {
	Issuer, Client, Secret string
	Redirect               string           // address to which the provider sends browsers back
	Domains                []string         // of the email addresses that may log in; empty for all
	Now                    func() time.Time // time.Now when nil
}

// Provider is an OpenID Connect provider. Its metadata is fetched when the first person logs
// in, so that this server starts without it.
type Provider struct {
	o    Options
	http *http.Client

	mu     sync.Mutex
	known  *oidc.Provider // nil until it has answered
	failed time.Time      // when it did not answer
}

var _ account.Provider = (*Provider)(nil)

// New returns a provider. It sends no request.
func New(o Options) *Provider {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Provider{o: o, http: &http.Client{Timeout: timeout}}
}

func down(cause error) error {
	return &failure.Error{Code: failure.Unavailable, Key: "openid-down", Err: cause}
}

func wrong(cause error) error {
	return &failure.Error{Code: failure.Forbidden, Key: "openid-wrong", Err: cause}
}

// discover returns the provider's metadata (OpenID Connect Discovery).
func (p *Provider) discover(ctx context.Context) (*oidc.Provider, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.known != nil:
		return p.known, nil
	case !p.failed.IsZero() && p.o.Now().Sub(p.failed) < retryAfter:
		return nil, down(errors.New("it did not answer a moment ago"))
	}
	known, err := oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), p.http), p.o.Issuer)
	if err != nil {
		p.failed = p.o.Now()
		return nil, down(err)
	}
	p.known = known
	return known, nil
}

// config returns the settings of this site as a client.
func (p *Provider) config(known *oidc.Provider) *oauth2.Config {
	scopes := []string{oidc.ScopeOpenID, "profile"}
	if len(p.o.Domains) > 0 {
		scopes = append(scopes, "email")
	}
	return &oauth2.Config{
		ClientID: p.o.Client, ClientSecret: p.o.Secret, Endpoint: known.Endpoint(), RedirectURL: p.o.Redirect, Scopes: scopes,
	}
}

// Begin implements account.Provider.
func (p *Provider) Begin(ctx context.Context) (address string, e account.Exchange, err error) {
	known, err := p.discover(ctx)
	if err != nil {
		return "", e, err
	}
	e = account.Exchange{State: oauth2.GenerateVerifier(), Nonce: oauth2.GenerateVerifier(), Verifier: oauth2.GenerateVerifier()}
	address = p.config(known).AuthCodeURL(e.State, oidc.Nonce(e.Nonce), oauth2.S256ChallengeOption(e.Verifier))
	return address, e, nil
}

// Finish implements account.Provider.
func (p *Provider) Finish(ctx context.Context, e account.Exchange, answer url.Values) (account.Person, error) {
	known, err := p.discover(ctx)
	if err != nil {
		return account.Person{}, err
	}
	if err := p.checkAnswer(known, e, answer); err != nil {
		return account.Person{}, err
	}
	ctx = oidc.ClientContext(ctx, p.http)
	token, err := p.config(known).Exchange(ctx, answer.Get("code"), oauth2.VerifierOption(e.Verifier))
	if err != nil {
		return account.Person{}, exchangeError(err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return account.Person{}, wrong(errors.New("the answer has no ID token"))
	}
	id, err := known.Verifier(&oidc.Config{ClientID: p.o.Client, Now: p.o.Now}).Verify(ctx, raw)
	if err != nil {
		return account.Person{}, wrong(err)
	}
	return p.person(e, id)
}

// checkAnswer checks the query with which a browser came back.
func (p *Provider) checkAnswer(known *oidc.Provider, e account.Exchange, answer url.Values) error {
	var metadata struct {
		NamesIssuer bool `json:"authorization_response_iss_parameter_supported"`
	}
	if err := known.Claims(&metadata); err != nil {
		return wrong(err)
	}
	switch issuer := answer.Get("iss"); { // RFC 9207
	case !equalSecrets(answer.Get("state"), e.State):
		return wrong(errors.New("the state is another one"))
	case issuer == "" && metadata.NamesIssuer, issuer != "" && issuer != p.o.Issuer:
		return wrong(errors.New("the answer is of another issuer"))
	case answer.Get("error") != "":
		return &failure.Error{Code: failure.Forbidden, Key: "openid-refused", Err: fmt.Errorf("the provider says %.60q", answer.Get("error"))}
	case answer.Get("code") == "":
		return wrong(errors.New("the answer has no code"))
	}
	return nil
}

// exchangeError explains why there is no token. The body of an answer is left out:
// it may have secrets in it.
func exchangeError(err error) error {
	var refused *oauth2.RetrieveError
	if !errors.As(err, &refused) {
		return down(errors.New("no answer to the code"))
	}
	if refused.Response != nil && refused.Response.StatusCode >= http.StatusInternalServerError {
		return down(fmt.Errorf("answer %d to the code", refused.Response.StatusCode))
	}
	return wrong(fmt.Errorf("the code was refused: %.60q", refused.ErrorCode))
}

// person returns the person of a verified token.
func (p *Provider) person(e account.Exchange, id *oidc.IDToken) (account.Person, error) {
	var claims struct {
		Name     string `json:"preferred_username"`
		Email    string `json:"email"`
		Verified bool   `json:"email_verified"`
		Party    string `json:"azp"`
	}
	if err := id.Claims(&claims); err != nil {
		return account.Person{}, wrong(err)
	}
	switch {
	case !equalSecrets(id.Nonce, e.Nonce):
		return account.Person{}, wrong(errors.New("the nonce is another one"))
	case id.Subject == "":
		return account.Person{}, wrong(errors.New("the ID token has no subject"))
	case claims.Party != "" && claims.Party != p.o.Client:
		return account.Person{}, wrong(errors.New("the ID token is for another client"))
	case !p.mayEnter(claims.Email, claims.Verified):
		return account.Person{}, failure.New(failure.Forbidden, "openid-domain")
	}
	return account.Person{Issuer: id.Issuer, Subject: id.Subject, Name: claims.Name}, nil
}

// mayEnter reports whether a person with an email address may log in.
func (p *Provider) mayEnter(email string, verified bool) bool {
	if len(p.o.Domains) == 0 {
		return true
	}
	_, domain, _ := strings.Cut(email, "@")
	return verified && slices.Contains(p.o.Domains, strings.ToLower(domain))
}

// equalSecrets compares in constant time.
func equalSecrets(a, b string) bool {
	return b != "" && subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1
}
