// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"cairn/record"
)

// files reads the archive that a page is, by name.
func (p *page) files() map[string]string {
	p.t.Helper()
	if got := p.want(http.StatusOK).Header.Get("Content-Type"); got != "application/zip" {
		p.t.Fatalf("got %s, want an archive", got)
	}
	archive, err := zip.NewReader(strings.NewReader(p.body), int64(len(p.body)))
	if err != nil {
		p.t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.File {
		in, err := f.Open()
		if err != nil {
			p.t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			p.t.Fatal(err)
		}
		files[f.Name] = string(data)
	}
	return files
}

// An export holds all that is known of a person, and nothing to break in with.
func TestExport(t *testing.T) {
	s := newSite(t)
	ann, bob := s.member("ann"), s.member("bob")
	_, codes := ann.turnOn()
	id := ann.create("three", "private")
	bob.post("/join", form("id", id)).want(200)
	ann.post("/match/"+id+"/start", nil).want(200)
	s.play(id, ann, bob, "a1", "b1")
	bob.post("/match/"+id+"/resign", nil).want(200)
	open := ann.create("nine", "private") // nobody has joined: there is nothing to write down
	files := ann.get("/account/export").files()
	if got, want := slices.Sorted(maps.Keys(files)), []string{"account.json", "games/" + id + ".json", "games/" + id + ".txt", "games/" + id + ".yaml"}; !slices.Equal(got, want) {
		t.Fatalf("got files %v, want %v", got, want)
	}
	var doc struct {
		Account  struct{ Name, Email, ID string }
		Sessions []struct{ Browser string }
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
	user := s.user("ann")
	for name, secret := range map[string]string{
		"password": user.Password, "second factor": user.TwoFactor.Secret, "recovery code": user.TwoFactor.Codes[0], "code itself": codes[0],
		"cookie": ann.client.Jar.Cookies(mustURL(t, s.http.URL))[0].Value, "other's e-mail": "bob@",
	} {
		for file, text := range files {
			if strings.Contains(text, secret) {
				t.Errorf("%s tells the %s", file, name)
			}
		}
	}
}

// All games in one format, each of which can be read again.
func TestExportGames(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	first, second := b.create("nine", "screen"), b.create("yote", "computer", "level", "novice", "side", "white")
	b.post("/match/"+first+"/move", form("move", "d6")).want(200)
	for _, f := range record.Formats() {
		extension := f.Extensions()[0]
		files := b.get("/account/games.zip?format=" + extension[1:]).files()
		if got, want := slices.Sorted(maps.Keys(files)), slices.Sorted(slices.Values([]string{first + extension, second + extension})); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", extension, got, want)
		}
		for name, text := range files {
			if _, _, err := f.Decode(bytes.NewReader([]byte(text))); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	b.get("/account/games.zip").files()
	b.get("/account/games.zip?format=exe").want(400).has("This format does not exist.")
}
