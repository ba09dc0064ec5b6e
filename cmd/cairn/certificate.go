// SPDX-License-Identifier: Apache-2.0

package main

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// certificate is one of the operator's own, in two files. They are read again
// when they have changed, so that a renewal needs no restart.
type certificate struct {
	certFile, keyFile string
	log               *slog.Logger

	mu    sync.Mutex
	pair  *tls.Certificate
	stamp [2]stamp // of the files when they were last read
}

// stamp tells a file from what it was before.
type stamp struct {
	modified time.Time
	size     int64
}

// openCertificate reads the files for the first time.
func openCertificate(certFile, keyFile string, log *slog.Logger) (*certificate, error) {
	c := &certificate{certFile: certFile, keyFile: keyFile, log: log}
	var err error
	if c.stamp, err = c.look(); err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	return c, c.read()
}

// get returns the certificate for a connection. Files that cannot be read, or do
// not fit each other because only one of them is new yet, leave the one before.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now, err := c.look()
	if err == nil && now == c.stamp {
		return c.pair, nil
	}
	c.stamp = now // also when reading fails: not again until they change
	if err == nil {
		err = c.read()
	}
	if err != nil {
		c.log.Warn("certificate not renewed", "err", err)
	} else {
		c.log.Info("certificate renewed", "until", c.pair.Leaf.NotAfter)
	}
	return c.pair, nil
}

// named reports whether the certificate is for a host.
func (c *certificate) named(host string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pair.Leaf.VerifyHostname(host) == nil
}

func (c *certificate) look() (stamps [2]stamp, err error) {
	for i, path := range []string{c.certFile, c.keyFile} {
		info, err := os.Stat(path)
		if err != nil {
			return stamps, err
		}
		stamps[i] = stamp{info.ModTime(), info.Size()}
	}
	return stamps, nil
}

func (c *certificate) read() error {
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return fmt.Errorf("certificate %s with key %s: %w", c.certFile, c.keyFile, err)
	}
	c.pair = &pair
	return nil
}
