// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/internal/store/sqlite"
	"cairn/match"
)

// joined creates a match of two users that has not begun.
func (h *house) joined(white, black account.User) string {
	h.t.Helper()
	info, err := h.CreateMatch(background, white, live.Spec{Game: "toy", Kind: live.Private, Control: "5m+3s"})
	must(h.t, err)
	_, err = h.Join(background, black, info.ID)
	must(h.t, err)
	return info.ID
}

// affairs are the matches and the seek of a user.
type affairs struct {
	waiting, ready, playing, over string
	seek                          live.Seek
}

// engage creates matches in every status and a seek for a user.
func (h *house) engage(u, opponent account.User) affairs {
	h.t.Helper()
	info, err := h.CreateMatch(background, u, live.Spec{Game: "toy", Kind: live.Private})
	must(h.t, err)
	a := affairs{waiting: info.ID, ready: h.joined(u, opponent), playing: h.joined(opponent, u), over: h.joined(u, opponent)}
	h.do(opponent, a.playing, match.Action{Kind: match.Start})
	h.first(a.playing, opponent, u)
	h.do(u, a.over, match.Action{Kind: match.Start})
	h.first(a.over, u, opponent)
	h.do(opponent, a.over, match.Action{Kind: match.Resign})
	a.seek, err = h.Seek(background, u, "toy", "", false)
	must(h.t, err)
	return a
}

// wantWithdrawn checks that a user has left all matches and seeks; the opponent has
// White in the running match.
func (h *house) wantWithdrawn(a affairs, opponent account.User) {
	h.t.Helper()
	for id, want := range map[string]match.End{
		a.waiting: {Reason: match.ByAbort},
		a.ready:   {Reason: match.ByAbort},
		a.playing: {Verdict: game.WhiteWins, Reason: match.ByResignation},
		a.over:    {Verdict: game.WhiteWins, Reason: match.ByResignation},
	} {
		info, err := h.store.FindMatch(background, id)
		if err != nil || info.End != want || info.Status != match.Over {
			h.t.Errorf("match: got %+v, %v, want the end %+v", info, err, want)
		}
	}
	if waiting, err := h.store.FindWaiting(background); err != nil || len(waiting) > 0 {
		h.t.Errorf("seeks: got %+v, %v, want none", waiting, err)
	}
	scores, err := h.Ratings().Scores(background, opponent.ID)
	if err != nil || len(scores) != 1 || scores[0].Wins != 1 || scores[0].Losses != 1 {
		h.t.Errorf("scores of the opponent: got %+v, %v, want a win and a loss", scores, err)
	}
}

// search finds a text in the files of the data folder while they are in use.
// Another process reads them, since closing a file drops the locks of a process on
// it.
func (h *house) search(text string) (files []string) {
	h.t.Helper()
	paths, err := filepath.Glob(filepath.Join(h.dir, "*"))
	must(h.t, err)
	for _, path := range paths {
		data, err := exec.Command("cat", path).Output()
		must(h.t, err)
		if bytes.Contains(bytes.ToLower(data), []byte(strings.ToLower(text))) {
			files = append(files, filepath.Base(path))
		}
	}
	return files
}

func TestDeleteAccount(t *testing.T) {
	h := newHouse(t)
	ann, token := h.member("Zebulonia")
	bob, _ := h.member("Bob")
	a := h.engage(ann, bob)
	wantKey(t, "wrong password", h.DeleteAccount(background, ann, proof("wrong")), failure.Forbidden, "password-wrong")
	if got := h.search("zebulonia"); len(got) == 0 {
		t.Fatal("the name of an account is in no file: the search does not work")
	}
	must(t, h.DeleteAccount(background, ann, proof(phrase)))
	for _, text := range []string{"zebulonia", ann.Email, ann.Password} {
		if got := h.search(text); len(got) > 0 {
			t.Errorf("%q is still in %v", text, got)
		}
	}
	h.wantInvalid("deleted", token)
	h.wantWithdrawn(a, bob)
	if names, err := h.Names(background, ann.ID); err != nil || len(names) != 0 {
		t.Errorf("names: got %v, %v, want none", names, err)
	}
	if r := h.room(bob, a.playing); r.Info.Seats[game.Black] != ann.ID {
		t.Errorf("seats: got %v, want the id kept", r.Info.Seats)
	}
	_, err := h.LogIn(background, "zebulonia", phrase, "")
	wantKey(t, "log in", err, failure.Forbidden, "login-wrong")
	wantCode(t, h.DeleteAccount(background, ann, proof(phrase)), failure.NotFound)
	h.member("Zebulonia") // the name is free again
}

func TestDeleteGuest(t *testing.T) {
	h := newHouse(t)
	guest, token, err := h.Guest(background, "")
	must(t, err)
	a := h.engage(guest, h.guest())
	must(t, h.DeleteAccount(background, guest, proof("")))
	h.wantInvalid("deleted", token)
	if info, err := h.store.FindMatch(background, a.waiting); err != nil || info.End.Reason != match.ByAbort {
		t.Errorf("waiting match: got %+v, %v, want it aborted", info, err)
	}
	wantCode(t, h.DeleteAccount(background, guest, proof("")), failure.NotFound)
}

// TestRemoveBesideServer deletes a user from another process on the same folder,
// once while the server runs and once while it is down with paused clocks.
func TestRemoveBesideServer(t *testing.T) {
	for name, down := range map[string]bool{"running": false, "down": true} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			ann, token := h.member("Zebulonia")
			bob, _ := h.member("Bob")
			a := h.engage(ann, bob)
			watch, err := h.Watch(background, bob, a.playing, 0)
			must(t, err)
			if down {
				watch.Close()
				h.close(true)
			}
			store, err := sqlite.Open(h.dir, sqlite.Options{Shared: true})
			must(t, err)
			errand := newServices(store, noBus{}, h.clock.Now)
			must(t, errand.Staff.Remove(context.Background(), account.Operator, "zebulonia"))
			must(t, store.Close())
			if down {
				h.open()
			} else { // the opponent sees the end of the match
				for over := false; !over; {
					update, err := watch.Next(t.Context())
					must(t, err)
					over = update.Info.Status == match.Over
				}
				watch.Close()
			}
			h.wantInvalid("removed", token)
			h.wantWithdrawn(a, bob)
			if got := h.search("zebulonia"); len(got) > 0 {
				t.Errorf("the name is still in %v", got)
			}
		})
	}
}

// noBus is a bus without subscribers.
type noBus struct{}

func (noBus) Publish(string, int)                   {}
func (noBus) Subscribe(string) (<-chan int, func()) { return nil, func() {} }

func TestSetBanned(t *testing.T) {
	h := newHouse(t)
	ann, token := h.member("Ann")
	bob, _ := h.member("Bob")
	a := h.engage(ann, bob)
	must(t, h.Staff.SetBanned(background, account.Operator, " ann ", true))
	h.wantInvalid("banned", token)
	h.wantWithdrawn(a, bob)
	if u := h.user(ann.ID); !u.Banned || u.Name != "Ann" {
		t.Errorf("got %+v, want Ann, banned", u)
	}
	must(t, h.Staff.SetBanned(background, account.Operator, "Ann", false))
	if u := h.user(ann.ID); u.Banned {
		t.Errorf("got %+v, want Ann not banned", u)
	}
	wantKey(t, "unknown", h.Staff.SetBanned(background, account.Operator, "unknown", true), failure.NotFound, "no-user")
	wantKey(t, "guest", h.Staff.SetBanned(background, account.Operator, h.guest().Name, true), failure.NotFound, "no-user")
}

func TestGuestKeepsGames(t *testing.T) {
	h := newHouse(t)
	id, white, _ := h.private("toy", "")
	must(t, h.SaveSettings(background, white, "board=slate"))
	form := account.SignUpForm{Email: "w@example.org", Name: "Wanda", Password: phrase, Again: phrase}
	u, _, err := h.SignUp(background, white, form, "")
	if err != nil || u.ID != white.ID || u.Guest || u.Settings != "board=slate" {
		t.Fatalf("got %+v, %v", u, err)
	}
	h.move(u, id, "a1")
	names, err := h.Names(background, u.ID)
	if err != nil || names[u.ID] != "Wanda" {
		t.Errorf("names: got %v, %v", names, err)
	}
	form.Email, form.Name = "x@example.org", "Xenia" // the other window still shows the guest
	other, _, err := h.SignUp(background, white, form, "")
	if err != nil || other.ID == u.ID {
		t.Errorf("sign up again as the guest who was: got %+v, %v, want another account", other, err)
	}
}

// TestGuestsGo checks that guests who never played with others are deleted after a
// month, and so are the uploads of guests.
func TestGuestsGo(t *testing.T) {
	h := newHouse(t)
	idle, alone := h.guest(), h.guest()
	id, white, black := h.private("toy", "")
	from := h.room(white, id).Match.Record()
	upload, err := h.CreateMatch(background, white, live.Spec{Game: "toy", Kind: live.Screen, From: &from})
	must(t, err)
	screen, err := h.CreateMatch(background, alone, live.Spec{Game: "toy", Kind: live.Screen})
	must(t, err)
	h.clock.Advance(31 * 24 * time.Hour)
	h.close(true)
	h.open()
	for err := error(nil); !errors.Is(err, failure.ErrNotFound); { // the sweep runs in the background
		must(t, t.Context().Err())
		_, err = h.store.FindMatch(background, upload.ID) // the last to go
	}
	for _, guest := range []string{idle.ID, alone.ID} {
		_, err = h.store.FindUser(background, guest)
		wantCode(t, err, failure.NotFound)
	}
	_, err = h.store.FindMatch(background, screen.ID)
	wantCode(t, err, failure.NotFound)
	h.user(white.ID)
	h.user(black.ID)
	h.room(white, id)
}

// After a crash, a ban by the command line charges no one for the time in which the
// server was down.
func TestBannedWhileDown(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	bob, _ := h.member("Bob")
	id := h.joined(ann, bob)
	h.do(ann, id, match.Action{Kind: match.Start})
	h.move(ann, id, "a1")
	h.move(bob, id, "b1") // now Ann's time runs
	must(t, h.CheckClocks(background))
	h.Abandon()
	h.clock.Advance(10 * time.Minute)
	beside := newServices(h.store, noBus{}, h.clock.Now)
	must(t, beside.accounts.Staff.SetBanned(background, account.Operator, "Bob", true))
	info, err := h.store.FindMatch(background, id)
	if want := (match.End{Verdict: game.WhiteWins, Reason: match.ByResignation}); err != nil || info.End != want {
		t.Errorf("got %+v, %v, want %+v", info.End, err, want)
	}
}
