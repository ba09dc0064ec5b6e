// SPDX-License-Identifier: Apache-2.0

package api_test

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/web/webtest"
)

// program returns a program with a token of a new account.
func program(s *webtest.Site, name string, scopes account.Scopes) *webtest.Program {
	s.T.Helper()
	s.Member(name)
	ctx := context.Background()
	if scopes&account.ScopeModerate != 0 {
		if err := s.Accounts.Staff.SetRole(ctx, account.Operator, name, account.Moderator); err != nil {
			s.T.Fatal(err)
		}
	}
	user, err := s.Accounts.FindByName(ctx, name)
	if err != nil {
		s.T.Fatal(err)
	}
	token, _, err := s.Accounts.Programs.CreateToken(ctx, user, account.TokenSpec{Name: "test", Scopes: scopes})
	if err != nil {
		s.T.Fatal(err)
	}
	return &webtest.Program{T: s.T, Site: s, Token: token}
}

const all = account.ScopeRead | account.ScopePlay | account.ScopeChallenge | account.ScopeModerate

// Every answer is as the document says.
func TestAnswers(t *testing.T) {
	s := webtest.NewSite(t, quickPings)
	c := newChecker(t)
	ann, bob, guest := program(s, "ann", all), program(s, "bob", all), s.Program()
	c.call(guest, "POST /guests", "")
	for _, pattern := range []string{"GET /openapi.json", "GET /account", "GET /account/matches", "GET /games", "GET /lobby", "GET /challenges", "GET /matches", "GET /following", "GET /puzzles/daily", "GET /drills"} {
		c.call(ann, pattern, "").Want(200)
	}
	c.seeks(ann, guest)
	c.challenges(ann, bob)
	id := c.play(ann, bob)
	c.study(ann, id)
	c.people(ann)
	c.streams(program(s, "cleo", all), program(s, "dora", all), false)
	c.call(program(s, "robot", account.ScopeBot), "POST /account/bot", "").Want(200)
	c.claim(program(s, "emil", all), program(s, "fred", all))
	c.call(ann, "POST /account/logout", "").Want(200)
	c.call(ann, "GET /account", "").Trouble(401)
	c.call(&webtest.Program{T: t, Site: s}, "POST /account/logout", "").Trouble(401)
	for _, pattern := range slices.Sorted(maps.Keys(c.operations)) {
		if !c.answered[pattern] {
			t.Errorf("%s was never answered with the status 200", pattern)
		}
	}
}

// field returns a field of an answer.
func field(p *webtest.Page, name string) string {
	p.T.Helper()
	var all map[string]any
	p.Want(200).JSON(&all)
	text, _ := all[name].(string)
	if text == "" {
		p.T.Fatalf("%s: no %s in %s", p.Path, name, p.Body)
	}
	return text
}

func (c *checker) seeks(ann, guest *webtest.Program) {
	c.t.Helper()
	seek := field(c.call(ann, "POST /seeks", `{"game":"three","clock":"5m+3s"}`), "seek")
	c.call(ann, "GET /seeks/{id}", "", seek).Want(200)
	c.call(guest, "GET /lobby", "").Want(200).Has(seek)
	c.call(ann, "POST /seeks/{id}/cancel", "", seek).Want(200)
	seek = field(c.call(ann, "POST /seeks", `{"game":"six","rated":false}`), "seek")
	match := field(c.call(guest, "POST /seeks/{id}/accept", "", seek), "match")
	c.call(guest, "POST /matches/{id}/abort", "", match)
	c.call(guest, "POST /seeks/{id}/accept", "", seek).Want(200).Has(match)
	c.call(guest, "POST /seeks/{id}/accept", "", "unknown").Trouble(404)
}

func (c *checker) challenges(ann, bob *webtest.Program) {
	c.t.Helper()
	const body = `{"to":"bob","game":"three","clock":"3d","side":"white"}`
	id := field(c.call(ann, "POST /challenges", body), "challenge")
	c.call(bob, "GET /challenges", "").Has(id)
	c.call(bob, "GET /challenges/{id}", "", id).Want(200)
	c.call(bob, "POST /challenges/{id}/decline", `{"reason":"later"}`, id).Want(200)
	id = field(c.call(ann, "POST /challenges", body), "challenge")
	c.call(ann, "POST /challenges/{id}/cancel", "", id).Want(200)
	id = field(c.call(ann, "POST /challenges", body), "challenge")
	match := field(c.call(bob, "POST /challenges/{id}/accept", "", id), "match")
	c.call(bob, "POST /challenges/{id}/accept", "", id).Want(200).Has(match)
	c.call(ann, "GET /challenges/{id}", "", id).Want(200)
	c.call(ann, "GET /challenges", "").Want(200)
	c.call(ann, "GET /account/matches", "").Want(200)
}

// play plays a match, and returns its id.
func (c *checker) play(white, black *webtest.Program) string {
	c.t.Helper()
	id := field(c.call(white, "POST /matches", `{"game":"three","opponent":"private","side":"white","shown":true}`), "match")
	c.call(black, "POST /matches/{id}/join", "", id).Want(200)
	do := func(p *webtest.Program, command, body string) {
		c.call(p, "POST /matches/{id}/"+command, body, id).Want(200)
	}
	offer := func(p *webtest.Program) string {
		var m struct {
			State struct{ Offer struct{ ID int } }
		}
		c.call(p, "GET /matches/{id}", "", id).JSON(&m)
		return strconv.Itoa(m.State.Offer.ID)
	}
	do(white, "start", "")
	do(white, "phrases", `{"phrase":"hello"}`)
	for _, p := range []*webtest.Program{white, black, white} {
		var m struct {
			State struct{ Moves []struct{ Text string } }
		}
		c.call(p, "GET /matches/{id}", "", id).Want(200).JSON(&m)
		do(p, "moves", `{"move":"`+m.State.Moves[0].Text+`"}`)
	}
	do(white, "draw", "")
	do(white, "withdraw", `{"offer":`+offer(white)+`}`)
	do(white, "undo", "")
	do(black, "answer", `{"offer":`+offer(black)+`,"yes":true}`)
	do(white, "redo", "")
	do(black, "answer", `{"offer":`+offer(black)+`,"yes":true}`)
	c.call(black, "GET /matches/{id}/why", "", id, "path=zz").Want(200)
	c.call(white, "GET /matches/{id}/why", "", id, "path=a1").Want(200)
	c.call(black, "GET /matches/{id}/review", "", id).Trouble(403)
	do(black, "resign", "")
	c.call(black, "POST /matches/{id}/moves", `{"move":"a1"}`, id).Trouble(409)
	for _, what := range []string{"", "/record", "/turns", "/review"} {
		c.call(white, "GET /matches/{id}"+what, "", id).Want(200)
	}
	return id
}

// claim claims a match against an opponent who has left.
func (c *checker) claim(white, black *webtest.Program) {
	c.t.Helper()
	id := field(c.call(white, "POST /matches", `{"game":"three","opponent":"private","side":"white","clock":"1h"}`), "match")
	c.call(black, "POST /matches/{id}/join", "", id).Want(200)
	c.call(white, "POST /matches/{id}/start", "", id).Want(200)
	c.call(white, "POST /matches/{id}/moves", `{"move":"b2"}`, id).Want(200)
	c.call(black, "POST /matches/{id}/moves", `{"move":"a1"}`, id).Want(200)
	c.call(white, "POST /matches/{id}/moves", `{"move":"a3"}`, id).Want(200)
	white.Site.Pass(10 * time.Minute)
	c.call(white, "POST /matches/{id}/claim", "", id).Want(200)
}

func (c *checker) study(p *webtest.Program, id string) {
	c.t.Helper()
	record, err := json.Marshal(p.Send("GET /matches/"+id+"/record", "").Body)
	if err != nil {
		c.t.Fatal(err)
	}
	upload := field(c.call(p, "POST /uploads", `{"record":`+string(record)+`}`), "match")
	c.call(p, "POST /matches/{id}/keep", "", upload).Want(200)
	c.call(p, "GET /matches", "", "game=three").Want(200).Has(id)
	c.call(p, "GET /games/{game}", "", "nine").Want(200)
	c.call(p, "GET /games/{game}", "", "chess").Trouble(404)
	for _, pattern := range []string{"GET /analysis/{game}", "GET /explorer/{game}", "GET /openings/{game}"} {
		c.call(p, pattern, "", "three").Want(200)
	}
	c.call(p, "GET /analysis/{game}", "", "three", "position=nonsense").Trouble(400)
	puzzle := field(c.call(p, "GET /puzzles/{game}", "", "six"), "id")
	c.call(p, "GET /puzzles/{game}", "", puzzle).Want(200)
	var first struct{ Moves []struct{ Text string } }
	c.call(p, "GET /puzzles/{game}", "", puzzle).JSON(&first)
	for _, move := range first.Moves {
		c.call(p, "POST /puzzles/{id}/moves", `{"move":"`+move.Text+`"}`, puzzle).Want(200)
	}
	c.call(p, "POST /puzzles/{id}/solution", "", puzzle).Want(200)
	var drills struct {
		Drills []struct {
			Game  string
			Level int
		}
	}
	c.call(p, "GET /drills", "").JSON(&drills)
	c.call(p, "GET /drills/{game}/{n}", "", drills.Drills[0].Game, strconv.Itoa(drills.Drills[0].Level)).Want(200)
	c.call(p, "POST /drills/{game}/{n}", "", drills.Drills[0].Game, "1").Want(200)
}

func (c *checker) people(p *webtest.Program) {
	c.t.Helper()
	c.call(p, "GET /leaderboards/{game}", "", "nine").Want(200)
	c.call(p, "GET /users/{name}", "", "bob").Want(200)
	for _, what := range []string{"follow", "unfollow", "block"} {
		c.call(p, "POST /users/{name}/"+what, "", "bob").Want(200)
		c.call(p, "GET /following", "").Want(200)
	}
	c.call(p, "POST /users/{name}/unblock", "", "bob").Want(200)
	c.call(p, "POST /users/{name}/role", `{"role":"moderator"}`, "bob").Trouble(403)
	site := p.Site
	admin := program(site, "chief", all)
	if err := site.Accounts.Staff.SetRole(context.Background(), account.Operator, "chief", account.Admin); err != nil {
		c.t.Fatal(err)
	}
	c.call(admin, "POST /users/{name}/role", `{"role":"player"}`, "bob").Want(200)
	c.call(p, "POST /users/{name}/report", `{"reason":"abuse","detail":"rude"}`, "bob").Want(200)
	c.call(p, "POST /users/{name}/report", `{"reason":"abuse"}`, "bob").Trouble(403)
	var list struct{ Reports []struct{ ID, User string } }
	c.call(admin, "GET /reports", "").Want(200).JSON(&list)
	if len(list.Reports) != 1 || list.Reports[0].User != "bob" {
		c.t.Fatalf("got %+v, want one report", list)
	}
	player := program(site, "piet", account.ScopeRead|account.ScopePlay)
	c.call(player, "GET /reports", "").Trouble(403)
	c.call(player, "POST /reports/{id}/close", "", list.Reports[0].ID).Trouble(403)
	c.call(admin, "POST /reports/{id}/close", "", list.Reports[0].ID).Want(200)
	c.call(admin, "POST /users/{name}/ban", "", "bob").Want(200)
	c.call(admin, "POST /users/{name}/unban", "", "bob").Want(200)
}
