// SPDX-License-Identifier: Apache-2.0

package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// certificateFolder keeps the certificates that the server got, and the key by
// which the authority knows it. Only its owner may look into it.
type certificateFolder string

// The kinds of blocks in the files.
const (
	blockCertificate = "CERTIFICATE"
	blockKey         = "PRIVATE KEY"
)

// read returns the certificate of a domain, nil when there is none.
func (f certificateFolder) read(domain string) (*tls.Certificate, error) {
	content, err := os.ReadFile(f.path(domain))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	pair, err := tls.X509KeyPair(content, content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.path(domain), err)
	}
	if err := pair.Leaf.VerifyHostname(domain); err != nil {
		return nil, fmt.Errorf("%s: %w", f.path(domain), err)
	}
	return &pair, nil
}

// write keeps a certificate with its chain and its key, and returns it as a
// connection needs it.
func (f certificateFolder) write(domain string, chain [][]byte, key *ecdsa.PrivateKey) (*tls.Certificate, error) {
	content, err := encodeKey(key)
	if err != nil {
		return nil, err
	}
	for _, link := range chain {
		content = append(content, pem.EncodeToMemory(&pem.Block{Type: blockCertificate, Bytes: link})...)
	}
	pair, err := tls.X509KeyPair(content, content)
	if err != nil {
		return nil, fmt.Errorf("the authority sent something else than a certificate: %w", err)
	}
	if err := pair.Leaf.VerifyHostname(domain); err != nil {
		return nil, fmt.Errorf("the authority sent a certificate for another: %w", err)
	}
	return &pair, f.save(f.path(domain), content)
}

// accountKey returns the key by which the authority knows this server, a new one
// if there is none.
func (f certificateFolder) accountKey() (crypto.Signer, error) {
	path := f.path("account")
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return f.newAccountKey(path)
	}
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(content)
	if block == nil || block.Type != blockKey {
		return nil, fmt.Errorf("%s holds no key: move it away, and the server makes another", path)
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	signer, signs := key.(crypto.Signer)
	if !signs {
		return nil, fmt.Errorf("%s holds a key that signs nothing: move it away, and the server makes another", path)
	}
	return signer, nil
}

func (f certificateFolder) newAccountKey(path string) (crypto.Signer, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	content, err := encodeKey(key)
	if err != nil {
		return nil, err
	}
	return key, f.save(path, content)
}

// path is never outside the folder: names have no slashes, by parseDomain.
func (f certificateFolder) path(name string) string { return filepath.Join(string(f), name+".pem") }

// save writes a file aside and then gives it its name.
func (f certificateFolder) save(path string, content []byte) error {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", content, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

func encodeKey(key *ecdsa.PrivateKey) ([]byte, error) {
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: blockKey, Bytes: der}), nil
}

// newRequest makes a key, and a request to certify that it is a domain's.
func newRequest(domain string) (*ecdsa.PrivateKey, []byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	template := &x509.CertificateRequest{Subject: pkix.Name{CommonName: domain}, DNSNames: []string{domain}}
	request, err := x509.CreateCertificateRequest(rand.Reader, template, key)
	return key, request, err
}
