// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
)

// issuer gets certificates for the domains of a server from an authority that
// speaks ACME (RFC 8555), one for each, and renews them in time. The authority
// sees that a domain is ours by a page that it finds there over plain HTTP
// (challenge http-01). Nobody else can make the server ask for anything: domains
// that were not told get no certificate and no connection.
//
// It stands on the protocol's client in golang.org/x/crypto/acme alone.
// Certificates are got when the server starts and not when the first person
// comes, so that an operator sees at once what is wrong.
type issuer struct {
	domains []string
	email   string
	folder  certificateFolder
	client  *acme.Client
	log     *slog.Logger
	now     func() time.Time

	mu    sync.Mutex
	pairs map[string]*tls.Certificate // by domain
	pages map[string]string           // by path, what the authority wants to see
}

func newIssuer(c *config, log *slog.Logger) *issuer {
	return &issuer{
		domains: c.tls.domains, email: c.tls.email, log: log, now: time.Now,
		folder: certificateFolder(filepath.Join(c.data, "certificates")),
		client: &acme.Client{DirectoryURL: c.tls.directory, UserAgent: "cairn"},
		pairs:  map[string]*tls.Certificate{}, pages: map[string]string{},
	}
}

// get returns the certificate for a connection.
func (i *issuer) get(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	name := strings.ToLower(hello.ServerName)
	i.mu.Lock()
	defer i.mu.Unlock()
	if pair := i.pairs[name]; pair != nil {
		return pair, nil
	}
	return nil, fmt.Errorf("there is no certificate for %q", name)
}

// proving shows the authority the pages that it wants to see, and leaves
// everything else to another handler.
func (i *issuer) proving(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i.mu.Lock()
		page, asked := i.pages[r.URL.Path]
		i.mu.Unlock()
		if !asked {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte(page)) // whoever left does not read it
	})
}

// load takes over the certificates that were got before.
func (i *issuer) load() {
	for _, domain := range i.domains {
		pair, err := i.folder.read(domain)
		if err != nil {
			i.log.Warn("certificate cannot be read: another is asked for", "domain", domain, "err", err)
		}
		i.keep(domain, pair)
	}
}

func (i *issuer) keep(domain string, pair *tls.Certificate) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.pairs[domain] = pair
}

// run sees to it that every domain has a certificate, until the context ends.
func (i *issuer) run(ctx context.Context) {
	i.load()
	for failures := 0; ctx.Err() == nil; {
		pause := lookAgain
		if err := i.renew(ctx); err != nil {
			pause = pauseAfter(failures)
			failures++
			i.log.Error("no certificate", "err", err, "again", pause)
		} else {
			failures = 0
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// lookAgain is how often certificates are looked at that are good.
const lookAgain = 6 * time.Hour

// pauseAfter is how long an authority is left alone after failures. Let's Encrypt
// allows five failures in an hour: https://letsencrypt.org/docs/rate-limits/.
func pauseAfter(failures int) time.Duration {
	return min(2*time.Minute<<min(failures, 10), lookAgain)
}

// due reports whether a certificate must be renewed: a third of its time is left,
// or there is none.
func due(pair *tls.Certificate, now time.Time) bool {
	if pair == nil {
		return true
	}
	leaf := pair.Leaf
	return leaf.NotAfter.Sub(now) < leaf.NotAfter.Sub(leaf.NotBefore)/3
}

// renew gets a certificate for every domain that needs one.
func (i *issuer) renew(ctx context.Context) error {
	var faults []error
	for _, domain := range i.domains {
		i.mu.Lock()
		pair := i.pairs[domain]
		i.mu.Unlock()
		if !due(pair, i.now()) {
			continue
		}
		pair, err := i.issue(ctx, domain)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", domain, err))
			continue
		}
		i.keep(domain, pair)
		i.log.Info("certificate", "domain", domain, "until", pair.Leaf.NotAfter)
	}
	return errors.Join(faults...)
}
