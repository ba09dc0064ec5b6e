// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"cairn/internal/web/webtest"
	"cairn/record"
)

// files returns the files of a ZIP archive by name.
func files(p *webtest.Page) map[string]string {
	p.T.Helper()
	if got := p.Want(http.StatusOK).Header.Get("Content-Type"); got != "application/zip" {
		p.T.Fatalf("got %s, want an archive", got)
	}
	archive, err := zip.NewReader(strings.NewReader(p.Body), int64(len(p.Body)))
	if err != nil {
		p.T.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.File {
		in, err := f.Open()
		if err != nil {
			p.T.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			p.T.Fatal(err)
		}
		files[f.Name] = string(data)
	}
	return files
}

// An export contains all data of a user, and no secrets.
func TestExport(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	_, codes := ann.TurnOn()
	id := ann.Create("three", "private")
	bob.Post("/join", webtest.Form("id", id)).Want(200)
	ann.Post("/match/"+id+"/start", nil).Want(200)
	s.Play(id, ann, bob, "a1", "b1")
	bob.Post("/match/"+id+"/resign", nil).Want(200)
	open := ann.Create("nine", "private") // has no second player, and so no record
	ann.Post("/settings", webtest.Form("lang", "", "board", "walnut", "men", "white-black", "scheme", "auto", "motion", "auto", "digest", "2")).Want(200)
	var token struct{ ID, Token string }
	ann.Send("/account/tokens", `{"name":"my program","scopes":"read","current":"`+webtest.Password+`"}`).Want(200).JSON(&token)
	files := files(ann.Get("/account/export"))
	if got, want := slices.Sorted(maps.Keys(files)), []string{"account.json", "games/" + id + ".json", "games/" + id + ".txt", "games/" + id + ".yaml"}; !slices.Equal(got, want) {
		t.Fatalf("got files %v, want %v", got, want)
	}
	var doc struct {
		Account struct{ Name, Email, ID string }
		Away    struct {
			Digests int `json:"digests_per_day"`
		} `json:"notifications"`
		Sessions []struct{ Browser string }
		Tokens   []struct{ Name string }
		Results  []struct{ Wins int }
		Matches  []struct{ ID, Side, Verdict string }
	}
	if err := json.Unmarshal([]byte(files["account.json"]), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Account.Name != "ann" || doc.Account.Email != "ann@example.org" || len(doc.Sessions) != 1 || len(doc.Results) != 1 || doc.Results[0].Wins != 1 {
		t.Errorf("got %+v", doc)
	}
	if len(doc.Matches) != 2 || !strings.Contains(files["account.json"], open) {
		t.Errorf("got matches %+v, want %s and %s", doc.Matches, id, open)
	}
	if doc.Away.Digests != 2 {
		t.Errorf("got %d digests a day, want 2", doc.Away.Digests)
	}
	if len(doc.Tokens) != 1 || doc.Tokens[0].Name != "my program" {
		t.Errorf("got tokens %+v", doc.Tokens)
	}
	user := s.User("ann")
	for name, secret := range map[string]string{
		"password": user.Password, "two-factor secret": user.TwoFactor.Secret, "recovery code": user.TwoFactor.Codes[0], "code itself": codes[0],
		"cookie": ann.Client.Jar.Cookies(webtest.MustURL(t, s.HTTP.URL))[0].Value, "other's email": "bob@", "token": token.Token, "hash of the token": token.ID,
	} {
		for file, text := range files {
			if strings.Contains(text, secret) {
				t.Errorf("%s contains the %s", file, name)
			}
		}
	}
}

// All games in one format, each of which can be read again.
func TestExportGames(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	first, second := b.Create("nine", "screen"), b.Create("yote", "computer", "level", "novice", "side", "white")
	b.Post("/match/"+first+"/move", webtest.Form("move", "d6")).Want(200)
	for _, f := range record.Formats() {
		extension := f.Extensions()[0]
		files := files(b.Get("/account/games.zip?format=" + extension[1:]))
		if got, want := slices.Sorted(maps.Keys(files)), slices.Sorted(slices.Values([]string{first + extension, second + extension})); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", extension, got, want)
		}
		for name, text := range files {
			if _, _, err := f.Decode(bytes.NewReader([]byte(text))); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	files(b.Get("/account/games.zip"))
	b.Get("/account/games.zip?format=exe").Want(400).Has("This format does not exist.")
}

// slowClient is the connection of a client that does not read.
type slowClient struct {
	http.ResponseWriter
	waits, reads chan struct{}
}

func (c *slowClient) Write(b []byte) (int, error) {
	select {
	case c.waits <- struct{}{}:
		<-c.reads
	case <-c.reads:
	}
	return len(b), nil
}

// Four exports to an address may be open, and four wait; others are refused.
func TestExportsAtOnce(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	b.Create("nine", "screen")
	get := func() *http.Request {
		r := s.Request(http.MethodGet, "/account/export")
		r.RemoteAddr = "127.0.0.1:1"
		for _, cookie := range b.Client.Jar.Cookies(r.URL) {
			r.AddCookie(cookie)
		}
		return r
	}
	waits, reads := make(chan struct{}), make(chan struct{})
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			s.HTTP.Config.Handler.ServeHTTP(&slowClient{httptest.NewRecorder(), waits, reads}, get())
		})
		<-waits
	}
	answers := make(chan int)
	for range 5 { // four wait
		group.Go(func() {
			w := httptest.NewRecorder()
			s.HTTP.Config.Handler.ServeHTTP(w, get())
			answers <- w.Code
		})
	}
	if got := <-answers; got != http.StatusTooManyRequests {
		t.Errorf("got status %d with four exports open and four waiting, want 429", got)
	}
	close(reads)
	for range 4 {
		if got := <-answers; got != http.StatusOK {
			t.Errorf("got status %d for an export that waited, want 200", got)
		}
	}
	group.Wait()
}
