// SPDX-License-Identifier: Apache-2.0

package server_test

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/internal/server/servertest"
	"cairn/internal/webhook"
)

// A match that a guest ends is posted to the operator, signed.
func TestWebhook(t *testing.T) {
	const secret = "pebbles-in-a-row"
	bodies := make(chan string, 1)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Header.Get(webhook.HeaderSignature) != "v1="+webhook.Sign(secret, r.Header.Get(webhook.HeaderTimestamp), body) {
			t.Errorf("got %s with headers %v, %v", body, r.Header, err)
		}
		bodies <- string(body)
	}))
	defer receiver.Close()
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte(secret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	home, _ := servertest.Run(t, "--data", t.TempDir(), "--webhook-url", receiver.URL, "--webhook-secret-file", file)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	send := func(address string, form url.Values) string {
		t.Helper()
		response, err := client.PostForm(address, form)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Fatalf("%s answers %s", address, response.Status)
		}
		return response.Request.URL.Path
	}
	match := send(home+"/match", url.Values{"game": {"three-mens-morris"}, "opponent": {"computer"}, "level": {"novice"}, "side": {"white"}})
	send(home+match+"/resign", nil)
	if body := <-bodies; !strings.Contains(body, `"id":"match-ended`+strings.TrimPrefix(match, "/match")+`"`) || !strings.Contains(body, `"computer":"novice"`) {
		t.Errorf("got %s for %s", body, match)
	}
}
