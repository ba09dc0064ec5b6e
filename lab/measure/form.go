// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"time"

	"cairn/client"
	"cairn/lab/bench"
)

// loginPassword is the password of all accounts.
const loginPassword = "nineteen grey pebbles"

const (
	// patience bounds the time of one answer.
	patience = 30 * time.Second
	// maxAnswer bounds the bytes of an answer.
	maxAnswer = 4 << 20
)

// SignUp creates an account, which the client then uses by a token.
func SignUp(ctx context.Context, c *bench.Client, name string) error {
	b := newBrowser(c.Servers()...)
	defer b.close()
	b.http.Jar, _ = cookiejar.New(nil) // has no error
	if err := b.signUp(ctx, name); err != nil {
		return err
	}
	a, err := b.insist(ctx, "/account/tokens", map[string]string{"name": "bench", "scopes": "read,play,challenge", "current": loginPassword})
	if err != nil {
		return err
	}
	var made struct{ Token string }
	if err := json.Unmarshal(a.body, &made); err != nil || made.Token == "" {
		return fmt.Errorf("POST /account/tokens: got %.200q, want a token", a.body)
	}
	c.UseToken(made.Token)
	return nil
}

// browser sends the forms of pages for which there is no API: those that begin a
// session.
type browser struct {
	nodes []string
	asked int // the node of the next request
	http  *http.Client
}

func newBrowser(nodes ...string) *browser {
	return &browser{nodes: nodes, http: &http.Client{Timeout: patience, Transport: &http.Transport{}}}
}

// close closes the connections.
func (b *browser) close() { b.http.CloseIdleConnections() }

// answer is what a page answers to a form.
type answer struct {
	status int
	cookie string // of the session, when it sets one
	body   []byte
}

// sessionCookie is the cookie of the session; log-ins set others too.
const sessionCookie = "cairn"

// post sends a form as JSON.
func (b *browser) post(ctx context.Context, path string, form map[string]string) (a answer, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("POST %s: %w", path, err)
		}
	}()
	text, err := json.Marshal(form)
	if err != nil {
		return a, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, b.nodes[b.asked%len(b.nodes)]+path, bytes.NewReader(text))
	if err != nil {
		return a, err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := b.http.Do(request)
	if err != nil {
		return a, err
	}
	defer response.Body.Close()
	a.status = response.StatusCode
	for _, c := range response.Cookies() {
		if c.Name == sessionCookie {
			a.cookie = c.Value
		}
	}
	a.body, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	return a, err
}

// formPause is the time between two attempts to send a form.
const formPause = 50 * time.Millisecond

// insist repeats a form until a node answers.
func (b *browser) insist(ctx context.Context, path string, form map[string]string) (answer, error) {
	for {
		a, err := b.post(ctx, path, form)
		switch {
		case err == nil && a.status == http.StatusOK:
			return a, nil
		case err == nil && a.status != http.StatusServiceUnavailable:
			return a, fmt.Errorf("POST %s: %w", path, a.refusal())
		}
		b.asked++
		select {
		case <-time.After(formPause):
		case <-ctx.Done():
			return a, errors.Join(ctx.Err(), err)
		}
	}
}

// refusal is the error of an answer that is not a success.
func (a answer) refusal() error {
	return &client.Error{Status: a.status, Text: fmt.Sprintf("%.200q", a.body)}
}

// signUp creates an account.
func (b *browser) signUp(ctx context.Context, name string) error {
	_, err := b.insist(ctx, "/signup", map[string]string{"email": name + "@example.org", "name": name, "password": loginPassword, "again": loginPassword})
	return err
}
