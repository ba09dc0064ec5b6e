// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"cairn/internal/web/webtest"
)

var tokenText = regexp.MustCompile(`cairn_[A-Za-z0-9_-]{43}`)

// getJSON gets a page as programs do.
func getJSON(s *webtest.Site, b *webtest.Browser, path string) *webtest.Page {
	r := s.Request(http.MethodGet, path)
	r.Header.Set("Accept", "application/json")
	return b.Do(r)
}

func TestTokens(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	ann.Get("/account").Want(200).Has(`href="/account/tokens"`)
	ann.Get("/account/tokens").Want(200).Has("Create token").Lacks("Revoke", "moderate")
	made := ann.Post("/account/tokens", webtest.Form("name", "my <bot>", "scope-read", "yes", "scope-bot", "yes", "days", "30", "current", webtest.Password))
	made.Want(200).Has("Token my <bot>", "It is not shown again.", "May: read, bot", "Never used", "Valid until ")
	text := tokenText.FindString(made.Body)
	list := ann.Get("/account/tokens").Want(200).Has("my <bot>")
	if text == "" || tokenText.MatchString(list.Body) {
		t.Fatalf("got token %q, want it once", text)
	}
	ann.Get("/account/sessions").Want(200).Lacks("my <bot>")

	path := regexp.MustCompile(`/account/tokens/\w+/end`).FindString(list.Body)
	bob.Post(path, nil).Want(404)
	if _, err := s.Accounts.Authenticate(t.Context(), text); err != nil {
		t.Fatal(err)
	}
	ann.Get("/account/tokens").Want(200).Has("Last used ")
	ann.Post(path, nil).Want(200).Has("Token revoked.").Lacks("my <bot>")
	if u, err := s.Accounts.Authenticate(t.Context(), text); err == nil {
		t.Errorf("revoked: got %+v, want an error", u)
	}
}

// A personal token in a cookie is ignored.
func TestTokenAsCookie(t *testing.T) {
	s := webtest.NewSite(t)
	var made struct {
		Token  string
		Scopes []string
	}
	s.Member("ann").Send("/account/tokens", `{"name":"program","scopes":"read,play","days":7,"current":"`+webtest.Password+`"}`).Want(200).JSON(&made)
	if len(made.Scopes) != 2 {
		t.Errorf("got %+v", made)
	}
	b := s.Browser().Still()
	b.Client.Jar.SetCookies(webtest.MustURL(t, s.HTTP.URL), []*http.Cookie{{Name: "cairn", Value: made.Token}})
	for range 2 {
		b.Get("/account").Want(http.StatusSeeOther)
		b.Send("/account/tokens", `{"name":"another","scopes":"read"}`).Want(403)
	}
}

func TestTokenRefused(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	ann.Post("/account/tokens", webtest.Form("name", "typed", "days", "7")).Want(400).
		Has("Choose at least one.", `value="typed"`, `value="7" selected`).Lacks("It is not shown again.")
	ann.Send("/account/tokens", `{"scopes":"read","days":100000000000}`).Want(400).Has("Enter a name.", "five years")
	ann.Send("/account/tokens", `{"name":"x","scopes":"write"}`).Want(400)
	ann.Send("/account/tokens", `{"name":"x","scopes":"moderate"}`).Want(400).Has("Only moderators")
	var list struct{ Tokens []struct{ Name string } }
	getJSON(s, ann, "/account/tokens").Want(200).JSON(&list)
	if list.Tokens == nil || len(list.Tokens) != 0 {
		t.Errorf("got %+v, want none", list)
	}
}

// Without the password there is no token and no key, and the form keeps its values.
func TestTokenAsksPassword(t *testing.T) {
	journal := &webtest.Journal{}
	s := webtest.NewSite(t, journal.Serve)
	ann := s.Member("ann")
	for path, form := range map[string][]string{
		"/account/tokens":   {"name", "typed", "scope-play", "yes"},
		"/account/ssh-keys": {"key", publicKey + " typed"},
	} {
		ann.Get(path).Want(200).Has(`name="current"`).Lacks(`name="code"`)
		for _, wrong := range []string{"", "wrong"} {
			ann.Post(path, webtest.Form(append(form, "current", wrong)...)).Want(403).Has("Wrong password.", "typed").Lacks("Never used")
		}
	}
	if got := journal.Events(t)["password-refused"]; len(got) != 4 {
		t.Errorf("got %d events password-refused, want 4", len(got))
	}
}

const publicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKHEChAUWlWRv0wZ3z3pRlNnhzQ0gOaAYGAiBdhjSCnS"

func TestSSHKeys(t *testing.T) {
	const key = publicKey
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	ann.Post("/account/ssh-keys", webtest.Form("key", key+" ann@<laptop>", "current", webtest.Password)).Want(200).
		Has("SSH key added.", "ann@<laptop>", "SHA256:", "Never used")
	s.Member("bob").Post("/account/ssh-keys", webtest.Form("key", key)).Want(403).Has("This key already belongs to an account.", key)
	ann.Post("/account/ssh-keys", webtest.Form("key", "ssh-dss nonsense")).Want(400).Has("Enter one public key", "ssh-dss nonsense")

	account := files(ann.Get("/account/export"))["account.json"]
	if !strings.Contains(account, key) {
		t.Error("the export lacks the key")
	}
	path := regexp.MustCompile(`/account/ssh-keys/\w+/end`).FindString(ann.Get("/account/ssh-keys").Body)
	ann.Post(path, nil).Want(200).Has("SSH key removed.").Lacks("SHA256:")
	ann.Post(path, nil).Want(404)
	var list struct{ Keys []struct{ Name string } }
	getJSON(s, ann, "/account/ssh-keys").Want(200).JSON(&list)
	if list.Keys == nil || len(list.Keys) != 0 {
		t.Errorf("got %+v, want none", list)
	}
}
