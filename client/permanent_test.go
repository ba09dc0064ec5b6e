// SPDX-License-Identifier: Apache-2.0

package client_test

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"cairn/client"
)

// lookups fails to find names while missing is set, and connects to address otherwise.
type lookups struct {
	address string
	missing bool
}

func (l *lookups) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if l.missing {
		return nil, &net.DNSError{Err: "no such host", Name: address, IsNotFound: true}
	}
	return new(net.Dialer).DialContext(ctx, network, l.address)
}

// TestPermanentErrors calls servers that no retry reaches.
func TestPermanentErrors(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "{}")
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // of the refused handshakes
	server.StartTLS()
	defer server.Close()
	names := &http.Transport{DialContext: (&lookups{missing: true}).dial}
	tests := map[string]struct {
		address string
		options []client.Option
		want    any
	}{
		"certificate":              {server.URL, nil, new(*tls.CertificateVerificationError)},
		"certificate of two nodes": {server.URL, []client.Option{client.Also(server.URL)}, new(*tls.CertificateVerificationError)},
		"certificate by WebSocket": {server.URL, []client.Option{client.WebSocket(nil)}, new(*tls.CertificateVerificationError)},
		"name":                     {"http://cairn.invalid", []client.Option{client.HTTP(&http.Client{Transport: names}), client.WebSocket(names)}, new(*net.DNSError)},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			c, err := client.New(test.address, test.options...)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Call(ctx, http.MethodGet, "/account", nil, nil); ctx.Err() != nil || !errors.As(err, test.want) {
				t.Errorf("call: got %v, want %T at once", err, test.want)
			}
			for _, err := range c.Events(ctx) {
				if ctx.Err() != nil || !errors.As(err, test.want) {
					t.Errorf("stream: got %v, want %T at once", err, test.want)
				}
			}
		})
	}
}

// TestNameVanishes restarts a container, whose name does not exist meanwhile.
func TestNameVanishes(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "close")
		_, _ = io.WriteString(w, "{}")
	}))
	defer server.Close()
	names := &lookups{address: server.Listener.Addr().String()}
	c, err := client.New("http://cairn.invalid", client.HTTP(&http.Client{Transport: &http.Transport{DialContext: names.dial, DisableKeepAlives: true}}))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Call(t.Context(), http.MethodGet, "/account", nil, nil); err != nil {
		t.Fatal(err)
	}
	names.missing = true
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := c.Call(ctx, http.MethodGet, "/account", nil, nil); ctx.Err() == nil {
		t.Errorf("got %v, want retries until the context ends", err)
	}
}
