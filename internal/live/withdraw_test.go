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
	"cairn/internal/account/accounttest"
	"cairn/internal/failure"
	"cairn/internal/live/livetest"
	"cairn/internal/live/lobby"
	"cairn/internal/live/room"
	"cairn/internal/store/sqlite"
	"cairn/match"
)

// affairs are the matches and the seek of a user.
type affairs struct {
	waiting, ready, playing, over string
	seek                          lobby.Seek
}

// engage creates matches in every status and a seek for a user.
func (h *house) engage(u, opponent account.User) affairs {
	h.T.Helper()
	info, err := h.Rooms.Create(background, u, room.Spec{Game: "toy", Kind: room.Private})
	must(h.T, err)
	a := affairs{waiting: info.ID, ready: h.Joined(u, opponent), playing: h.Joined(opponent, u), over: h.Joined(u, opponent)}
	h.Do(opponent, a.playing, match.Action{Kind: match.Start})
	h.First(a.playing, opponent, u)
	h.Do(u, a.over, match.Action{Kind: match.Start})
	h.First(a.over, u, opponent)
	h.Do(opponent, a.over, match.Action{Kind: match.Resign})
	a.seek, err = h.Seek(background, u, "toy", "", false)
	must(h.T, err)
	return a
}

// wantWithdrawn checks that a user has left all matches and seeks; the opponent has
// White in the running match.
func (h *house) wantWithdrawn(a affairs, opponent account.User) {
	h.T.Helper()
	for id, want := range map[string]match.End{
		a.waiting: {Reason: match.ByAbort},
		a.ready:   {Reason: match.ByAbort},
		a.playing: {Verdict: game.WhiteWins, Reason: match.ByResignation},
		a.over:    {Verdict: game.WhiteWins, Reason: match.ByResignation},
	} {
		info, err := h.Store.FindMatch(background, id)
		if err != nil || info.End != want || info.Status != match.Over {
			h.T.Errorf("match: got %+v, %v, want the end %+v", info, err, want)
		}
	}
	if waiting, err := h.Store.FindWaiting(background); err != nil || len(waiting) > 0 {
		h.T.Errorf("seeks: got %+v, %v, want none", waiting, err)
	}
	scores, err := h.Ratings.Scores(background, opponent.ID)
	if err != nil || len(scores) != 1 || scores[0].Wins != 1 || scores[0].Losses != 1 {
		h.T.Errorf("scores of the opponent: got %+v, %v, want a win and a loss", scores, err)
	}
}

// search finds a text in the files of the data folder while they are in use.
// Another process reads them, since closing a file drops the locks of a process on
// it.
func (h *house) search(text string) (files []string) {
	h.T.Helper()
	paths, err := filepath.Glob(filepath.Join(h.Dir, "*"))
	must(h.T, err)
	for _, path := range paths {
		data, err := exec.Command("cat", path).Output()
		must(h.T, err)
		if bytes.Contains(bytes.ToLower(data), []byte(strings.ToLower(text))) {
			files = append(files, filepath.Base(path))
		}
	}
	return files
}

func TestDeleteAccount(t *testing.T) {
	h := newHouse(t)
	ann, token := h.Member("Zebulonia")
	bob, _ := h.Member("Bob")
	a := h.engage(ann, bob)
	wantKey(t, "wrong password", h.DeleteAccount(background, ann, proof("wrong")), failure.Forbidden, "password-wrong")
	if got := h.search("zebulonia"); len(got) == 0 {
		t.Fatal("the name of an account is in no file: the search does not work")
	}
	must(t, h.DeleteAccount(background, ann, proof(accounttest.Password)))
	for _, text := range []string{"zebulonia", ann.Email, ann.Password} {
		if got := h.search(text); len(got) > 0 {
			t.Errorf("%q is still in %v", text, got)
		}
	}
	h.WantInvalid("deleted", token)
	h.wantWithdrawn(a, bob)
	if names, err := h.Names(background, ann.ID); err != nil || len(names) != 0 {
		t.Errorf("names: got %v, %v, want none", names, err)
	}
	if r := h.Room(bob, a.playing); r.Info.Seats[game.Black] != ann.ID {
		t.Errorf("seats: got %v, want the id kept", r.Info.Seats)
	}
	_, err := h.LogIn(background, "zebulonia", accounttest.Password, "")
	wantKey(t, "log in", err, failure.Forbidden, "login-wrong")
	wantCode(t, h.DeleteAccount(background, ann, proof(accounttest.Password)), failure.NotFound)
	h.Member("Zebulonia") // the name is free again
}

func TestDeleteGuest(t *testing.T) {
	h := newHouse(t)
	guest, token, err := h.Accounts.Guest(background, "")
	must(t, err)
	a := h.engage(guest, h.Guest())
	must(t, h.DeleteAccount(background, guest, proof("")))
	h.WantInvalid("deleted", token)
	if info, err := h.Store.FindMatch(background, a.waiting); err != nil || info.End.Reason != match.ByAbort {
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
			ann, token := h.Member("Zebulonia")
			bob, _ := h.Member("Bob")
			a := h.engage(ann, bob)
			watch, err := h.Streams.Watch(background, bob, a.playing, 0)
			must(t, err)
			if down {
				watch.Close()
				h.Close(true)
			}
			store, err := sqlite.Open(h.Dir, sqlite.Options{Shared: true})
			must(t, err)
			errand := livetest.NewServices(store, noBus{}, h.Clock.Now)
			must(t, errand.Staff.Remove(context.Background(), account.Operator, "zebulonia"))
			must(t, store.Close())
			if down {
				h.Open()
			} else { // the opponent sees the end of the match
				for over := false; !over; {
					update, err := watch.Next(t.Context())
					must(t, err)
					over = update.Info.Status == match.Over
				}
				watch.Close()
			}
			h.WantInvalid("removed", token)
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
	ann, token := h.Member("Ann")
	bob, _ := h.Member("Bob")
	a := h.engage(ann, bob)
	must(t, h.Staff.SetBanned(background, account.Operator, " ann ", true))
	h.WantInvalid("banned", token)
	h.wantWithdrawn(a, bob)
	if u := h.User(ann.ID); !u.Banned || u.Name != "Ann" {
		t.Errorf("got %+v, want Ann, banned", u)
	}
	must(t, h.Staff.SetBanned(background, account.Operator, "Ann", false))
	if u := h.User(ann.ID); u.Banned {
		t.Errorf("got %+v, want Ann not banned", u)
	}
	wantKey(t, "unknown", h.Staff.SetBanned(background, account.Operator, "unknown", true), failure.NotFound, "no-user")
	wantKey(t, "guest", h.Staff.SetBanned(background, account.Operator, h.Guest().Name, true), failure.NotFound, "no-user")
}

func TestGuestKeepsGames(t *testing.T) {
	h := newHouse(t)
	id, white, _ := h.Private("toy", "")
	must(t, h.SaveSettings(background, white, "board=slate"))
	form := account.SignUpForm{Email: "w@example.org", Name: "Wanda", Password: accounttest.Password}
	u, _, err := h.SignUp(background, white, form, "")
	if err != nil || u.ID != white.ID || u.Guest || u.Settings != "board=slate" {
		t.Fatalf("got %+v, %v", u, err)
	}
	h.Move(u, id, "a1")
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
	idle, alone := h.Guest(), h.Guest()
	id, white, black := h.Private("toy", "")
	from := h.Room(white, id).Match.Record()
	upload, err := h.Rooms.Create(background, white, room.Spec{Game: "toy", Kind: room.Screen, From: &from})
	must(t, err)
	screen, err := h.Rooms.Create(background, alone, room.Spec{Game: "toy", Kind: room.Screen})
	must(t, err)
	h.Clock.Advance(31 * 24 * time.Hour)
	h.Close(true)
	h.Open()
	for err := error(nil); !errors.Is(err, failure.ErrNotFound); { // the sweep runs in the background
		must(t, t.Context().Err())
		_, err = h.Store.FindMatch(background, upload.ID) // the last to go
	}
	for _, guest := range []string{idle.ID, alone.ID} {
		_, err = h.Store.FindUser(background, guest)
		wantCode(t, err, failure.NotFound)
	}
	_, err = h.Store.FindMatch(background, screen.ID)
	wantCode(t, err, failure.NotFound)
	h.User(white.ID)
	h.User(black.ID)
	h.Room(white, id)
}

// After a crash, a ban by the command line charges no one for the time in which the
// server was down.
func TestBannedWhileDown(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.Member("Ann")
	bob, _ := h.Member("Bob")
	id := h.Joined(ann, bob)
	h.Do(ann, id, match.Action{Kind: match.Start})
	h.Move(ann, id, "a1")
	h.Move(bob, id, "b1") // now Ann's time runs
	must(t, h.Clocks.Check(background))
	h.Abandon()
	h.Clock.Advance(10 * time.Minute)
	beside := livetest.NewServices(h.Store, noBus{}, h.Clock.Now)
	must(t, beside.Accounts.Staff.SetBanned(background, account.Operator, "Bob", true))
	info, err := h.Store.FindMatch(background, id)
	if want := (match.End{Verdict: game.WhiteWins, Reason: match.ByResignation}); err != nil || info.End != want {
		t.Errorf("got %+v, %v, want %+v", info.End, err, want)
	}
}
