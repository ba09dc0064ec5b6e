// SPDX-License-Identifier: Apache-2.0

// Package certs supplies the TLS certificates of a server: obtained from an ACME
// authority such as Let's Encrypt (Domains), or read from files (Files).
//
// It opens no listeners and serves no pages: callers use its GetCertificate in
// their TLS settings, and its HTTPHandler in front of their plain HTTP.
package certs

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// Options configure Domains.
type Options struct {
	Names     []string // in lower case
	Email     string   // contact for the authority; may be empty
	Directory string   // ACME directory of the authority; Let's Encrypt if empty
	Folder    string   // keeps certificates and the account key
	Log       *slog.Logger
}

// Domains obtains and renews a certificate for each of its domains. It is an
// autocert.Manager that orders certificates when the server starts, so that an operator
// sees faults at once, and never for a visitor.
type Domains struct {
	names   []string
	log     *slog.Logger
	manager *autocert.Manager

	mu    sync.Mutex
	until map[string]time.Time // end of the certificates obtained so far, by domain
}

// NewDomains returns the certificates for domains. Run obtains them.
func NewDomains(o Options) *Domains {
	directory := o.Directory
	if directory == "" {
		directory = autocert.DefaultACMEDirectory
	}
	return &Domains{
		names: o.Names, log: o.Log, until: map[string]time.Time{},
		manager: &autocert.Manager{
			Prompt: autocert.AcceptTOS, Email: o.Email, Cache: folder(o.Folder),
			HostPolicy: autocert.HostWhitelist(o.Names...),
			Client:     &acme.Client{DirectoryURL: directory, UserAgent: "cairn"},
		},
	}
}

// TLSConfig returns settings that also answer the challenge tls-alpn-01.
func (d *Domains) TLSConfig() *tls.Config {
	return &tls.Config{
		GetCertificate: d.GetCertificate, MinVersion: tls.VersionTLS12,
		NextProtos: []string{"h2", "http/1.1", acme.ALPNProto},
	}
}

// HTTPHandler answers the challenge http-01 and passes other requests to next.
func (d *Domains) HTTPHandler(next http.Handler) http.Handler { return d.manager.HTTPHandler(next) }

// Covers reports whether a host is one of the domains.
func (d *Domains) Covers(host string) bool { return slices.Contains(d.names, host) }

// GetCertificate returns the certificate for a connection. It never orders one:
// only Run and the renewals of autocert do.
func (d *Domains) GetCertificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	if slices.Equal(hello.SupportedProtos, []string{acme.ALPNProto}) { // a challenge of the authority
		return d.manager.GetCertificate(hello)
	}
	name := strings.ToLower(strings.TrimSuffix(hello.ServerName, "."))
	d.mu.Lock()
	_, obtained := d.until[name]
	d.mu.Unlock()
	if !obtained {
		return nil, fmt.Errorf("there is no certificate for %q", hello.ServerName)
	}
	return d.manager.GetCertificate(helloFor(name))
}

// helloFor returns the ClientHello of a client that supports ECDSA, the only kind of
// certificate obtained.
func helloFor(name string) *tls.ClientHelloInfo {
	return &tls.ClientHelloInfo{
		ServerName:       name,
		SignatureSchemes: []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256},
		SupportedCurves:  []tls.CurveID{tls.CurveP256},
		CipherSuites:     []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
	}
}

// checkEvery is the time between two checks of the certificates.
const checkEvery = 6 * time.Hour

// pauseAfter returns the time to wait after a number of failures. An attempt may
// fail two challenges, and Let's Encrypt allows five failures, and then one each 12
// minutes: https://letsencrypt.org/docs/rate-limits/.
func pauseAfter(failures int) time.Duration {
	return min(15*time.Minute<<min(failures, 10), checkEvery)
}

// Run obtains the certificates and logs their renewals, until the context ends.
func (d *Domains) Run(ctx context.Context) {
	for failures := 0; ctx.Err() == nil; {
		pause, failed := checkEvery, false
		for _, name := range d.names {
			if err := d.obtain(name); err != nil {
				failed, pause = true, pauseAfter(failures)
				d.log.Error("no certificate", "domain", name, "err", err, "again", pause)
			}
		}
		if failed {
			failures++
		} else {
			failures = 0
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// obtain gets the certificate of a domain from the folder or the authority, and
// logs it if it has changed.
func (d *Domains) obtain(name string) error {
	pair, err := d.manager.GetCertificate(helloFor(name))
	if err != nil {
		return err
	}
	leaf := pair.Leaf
	d.mu.Lock()
	before := d.until[name]
	d.until[name] = leaf.NotAfter
	d.mu.Unlock()
	if !before.Equal(leaf.NotAfter) {
		d.log.Info("certificate", "domain", name, "until", leaf.NotAfter)
	}
	if left := time.Until(leaf.NotAfter); left < leaf.NotAfter.Sub(leaf.NotBefore)/4 { // autocert renews at a third
		d.log.Error("certificate not renewed", "domain", name, "until", leaf.NotAfter)
	}
	return nil
}

// folder is an autocert.Cache: one file per certificate, DOMAIN.pem, and account.pem
// for the account key. Only its owner may read it.
type folder string

func (f folder) file(key string) (autocert.DirCache, string) {
	if key == "acme_account+key" {
		key = "account"
	}
	return autocert.DirCache(f), key + ".pem"
}

// Get implements autocert.Cache.
func (f folder) Get(ctx context.Context, key string) ([]byte, error) {
	dir, name := f.file(key)
	return dir.Get(ctx, name)
}

// Put implements autocert.Cache.
func (f folder) Put(ctx context.Context, key string, data []byte) error {
	dir, name := f.file(key)
	return dir.Put(ctx, name, data)
}

// Delete implements autocert.Cache.
func (f folder) Delete(ctx context.Context, key string) error {
	dir, name := f.file(key)
	return dir.Delete(ctx, name)
}
