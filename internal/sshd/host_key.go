// SPDX-License-Identifier: Apache-2.0

package sshd

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/crypto/ssh"
)

// HostKeyFile is the name of the host key in the data folder.
const HostKeyFile = "ssh_host_ed25519_key"

// HostKey returns the host key of a data folder. The first call creates it.
func HostKey(data string) (ssh.Signer, error) {
	path := filepath.Join(data, HostKeyFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		text, err = makeHostKey(path)
	}
	if err != nil {
		return nil, fmt.Errorf("SSH host key: %w", err)
	}
	key, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("SSH host key %s: %w", path, err)
	}
	return key, nil
}

// makeHostKey writes a new key that only its owner can read. Of concurrent calls all return
// the key that was written first.
func makeHostKey(path string) ([]byte, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	block, err := ssh.MarshalPrivateKey(private, "cairn")
	if err != nil {
		return nil, err
	}
	next, err := os.CreateTemp(filepath.Dir(path), ".ssh-*") // only the owner can read it
	if err != nil {
		return nil, err
	}
	defer os.Remove(next.Name())
	_, err = next.Write(pem.EncodeToMemory(block))
	if err = errors.Join(err, next.Sync(), next.Close()); err != nil {
		return nil, err
	}
	if err := os.Link(next.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return os.ReadFile(path)
}
