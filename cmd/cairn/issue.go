// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"time"

	"golang.org/x/crypto/acme"
)

// issueTime bounds one attempt.
const issueTime = 5 * time.Minute

// register makes the server known to the authority, once.
func (i *issuer) register(ctx context.Context) error {
	if i.client.Key != nil {
		return nil
	}
	key, err := i.folder.accountKey()
	if err != nil {
		return err
	}
	i.client.Key = key
	account := &acme.Account{}
	if i.email != "" {
		account.Contact = []string{"mailto:" + i.email}
	}
	_, err = i.client.Register(ctx, account, acme.AcceptTOS)
	if err != nil && !errors.Is(err, acme.ErrAccountAlreadyExists) {
		i.client.Key = nil
		return fmt.Errorf("register: %w", err)
	}
	return nil
}

// issue gets a certificate for one domain and keeps it in the folder.
func (i *issuer) issue(ctx context.Context, domain string) (*tls.Certificate, error) {
	ctx, cancel := context.WithTimeout(ctx, issueTime)
	defer cancel()
	if err := i.register(ctx); err != nil {
		return nil, err
	}
	order, err := i.client.AuthorizeOrder(ctx, acme.DomainIDs(domain))
	if err != nil {
		return nil, fmt.Errorf("order: %w", err)
	}
	for _, address := range order.AuthzURLs {
		if err := i.prove(ctx, address); err != nil {
			return nil, fmt.Errorf("prove: %w", err)
		}
	}
	if order, err = i.client.WaitOrder(ctx, order.URI); err != nil {
		return nil, fmt.Errorf("order: %w", err)
	}
	key, request, err := newRequest(domain)
	if err != nil {
		return nil, err
	}
	chain, _, err := i.client.CreateCertFromOrder(ctx, order, request, true)
	if err != nil {
		return nil, fmt.Errorf("fetch: %w", err)
	}
	return i.folder.write(domain, chain, key)
}

// prove shows that a domain is ours.
func (i *issuer) prove(ctx context.Context, address string) error {
	wanted, err := i.client.GetAuthorization(ctx, address)
	if err != nil || wanted.Status == acme.StatusValid {
		return err
	}
	for _, challenge := range wanted.Challenges {
		if challenge.Type != "http-01" {
			continue
		}
		page, err := i.client.HTTP01ChallengeResponse(challenge.Token)
		if err != nil {
			return err
		}
		defer i.show(i.client.HTTP01ChallengePath(challenge.Token), page)()
		if _, err := i.client.Accept(ctx, challenge); err != nil {
			return err
		}
		_, err = i.client.WaitAuthorization(ctx, wanted.URI)
		return err
	}
	return errors.New("the authority does not look for pages (http-01), and this server has no other proof")
}

// show puts up a page until the returned function is called.
func (i *issuer) show(path, page string) (remove func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.pages[path] = page
	return func() {
		i.mu.Lock()
		defer i.mu.Unlock()
		delete(i.pages, path)
	}
}
