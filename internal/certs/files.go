// SPDX-License-Identifier: Apache-2.0

package certs

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// Files is a certificate in two files, which are read again when they change: a renewal
// needs no restart.
type Files struct {
	certFile, keyFile string
	log               *slog.Logger

	mu    sync.Mutex
	pair  *tls.Certificate
	stamp [2]fileStamp // of the files when they were last read
}

// fileStamp identifies a version of a file.
type fileStamp struct {
	modified time.Time
	size     int64
}

// OpenFiles reads a certificate and its key, both PEM.
func OpenFiles(certFile, keyFile string, log *slog.Logger) (*Files, error) {
	c := &Files{certFile: certFile, keyFile: keyFile, log: log}
	var err error
	if c.stamp, err = c.stamps(); err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	return c, c.read()
}

// TLSConfig returns settings with this certificate.
func (c *Files) TLSConfig() *tls.Config {
	return &tls.Config{GetCertificate: c.GetCertificate, MinVersion: tls.VersionTLS12}
}

// GetCertificate returns the certificate for a connection. If the files cannot be
// read, or do not match because one of them has not been replaced yet, it is the previous
// certificate.
func (c *Files) GetCertificate(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now, err := c.stamps()
	if err == nil && now == c.stamp {
		return c.pair, nil
	}
	c.stamp = now // even if reading fails: not again until they change
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

// Covers reports whether the certificate is for a host.
func (c *Files) Covers(host string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pair.Leaf.VerifyHostname(host) == nil
}

func (c *Files) stamps() (stamps [2]fileStamp, err error) {
	for i, path := range []string{c.certFile, c.keyFile} {
		info, err := os.Stat(path)
		if err != nil {
			return stamps, err
		}
		stamps[i] = fileStamp{info.ModTime(), info.Size()}
	}
	return stamps, nil
}

func (c *Files) read() error {
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return fmt.Errorf("certificate %s with key %s: %w", c.certFile, c.keyFile, err)
	}
	c.pair = &pair
	return nil
}
