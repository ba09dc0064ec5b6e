// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/account/accounttest"
	"cairn/internal/failure"
	"cairn/internal/live/livetest"
	"cairn/internal/live/lobby"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/totp"
	"cairn/match"
)

// TestBrokenDisk calls every method of accounts while the disk fails at every
// possible point: each failure is Unavailable, and once the disk works again, so
// does the same request, or the same from its beginning.
func TestBrokenDisk(t *testing.T) {
	h := newHouse(t)
	b := &breaking{Store: h.Store}
	s := livetest.NewServices(b, noBus{}, h.Clock.Now)
	ann, token := h.Member("Ann")
	bob, _ := h.Member("Bob")
	eve, _ := h.Member("Eve")
	f := h.TwoFactor("Fay")
	guest := h.Guest()
	h.engage(eve, bob)
	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"guest", func() error { _, _, err := s.Guest(background, ""); return err }},
		{"sign up as a guest", func() error {
			form := account.SignUpForm{Email: "g@example.org", Name: "Gus", Password: accounttest.Password}
			_, _, err := s.SignUp(background, guest, form, "")
			if guest = h.User(guest.ID); !guest.Guest { // only the session failed
				_, err = s.LogIn(background, "Gus", accounttest.Password, "")
			}
			return err
		}},
		{"log in", func() error { _, err := s.LogIn(background, "Ann", accounttest.Password, ""); return err }},
		{"code", func() error {
			_, _, err := s.LogInTwoFactor(background, f.LogIn().TwoFactor, f.Code(), "")
			return err
		}},
		{"sessions", func() error { _, err := s.Sessions(background, ann, token); return err }},
		{"end others", func() error { return s.EndOtherSessions(background, ann, token) }},
		{"token", func() error {
			_, _, err := s.Programs.CreateToken(background, ann, account.TokenSpec{Name: "x", Scopes: account.ScopeRead})
			return err
		}},
		{"end one", func() error {
			list, err := h.Sessions(background, f.User, "")
			must(t, err)
			return s.EndSession(background, f.User, list[0].ID())
		}},
		{"change name", func() error { _, err := s.ChangeName(background, ann, proof(accounttest.Password), "Anna"); return err }},
		{"change email", func() error {
			_, err := s.ChangeEmail(background, ann, proof(accounttest.Password), "anna@example.org")
			return err
		}},
		{"change password", func() error {
			_, err := s.ChangePassword(background, ann, proof(accounttest.Password), accounttest.Password, "")
			return err
		}},
		{"save settings", func() error { return s.SaveSettings(background, ann, "x") }},
		{"link", func() error { _, err := s.ResetLink(background, "Anna"); return err }},
		{"check link", func() error { return s.CheckReset(background, h.link("Anna")) }},
		{"reset", func() error {
			_, err := s.Reset(background, h.link("Anna"), accounttest.Password)
			return err
		}},
		{"begin two-factor", func() error { _, err := s.BeginTwoFactor(background, ann); return err }},
		{"confirm two-factor", func() error {
			if h.User(ann.ID).TwoFactor.On() { // only deleting the token failed
				return nil
			}
			secret, err := h.BeginTwoFactor(background, ann)
			must(t, err)
			code, err := totp.Code(secret, h.Clock.Now())
			must(t, err)
			_, err = s.ConfirmTwoFactor(background, ann, proof(accounttest.Password, code))
			return err
		}},
		{"new recovery codes", func() error {
			_, err := s.RenewRecoveryCodes(background, f.User, proof(accounttest.Password, f.Code()))
			return err
		}},
		{"end two-factor", func() error { return s.EndTwoFactor(background, f.User, proof(accounttest.Password, f.Code())) }},
		{"export", func() error { _, err := s.Export(background, bob); return err }},
		{"need an administrator", func() error { _, err := s.Staff.FirstAdminLink(background); return err }},
		{"become one", func() error {
			secret, err := h.Staff.FirstAdminLink(background)
			must(t, err)
			if err := s.Staff.CheckAdminLink(background, secret); err != nil {
				return err
			}
			return s.Staff.BecomeAdmin(background, bob, secret)
		}},
		{"no need of one", func() error { _, err := s.Staff.FirstAdminLink(background); return err }},
		{"role", func() error { return s.Staff.SetRole(background, bob, "Anna", account.Moderator) }},
		{"list", func() error { _, err := s.Staff.Users(background, account.UserFilter{}); return err }},
		{"ban", func() error { return s.Staff.SetBanned(background, bob, "Gus", true) }},
		{"delete", func() error { return s.DeleteAccount(background, eve, proof(accounttest.Password)) }},
		{"remove", func() error { return s.Staff.Remove(background, bob, "Anna") }},
		{"log out", func() error { return s.LogOut(background, token) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			for calls := range int64(40) {
				b.left.Store(calls)
				err := c.do()
				if err == nil {
					if calls == 0 {
						t.Error("got no error from a broken disk, want one")
					}
					return
				}
				wantCode(t, err, failure.Unavailable)
			}
			t.Error("it never worked again")
		})
	}
}

// link makes a link to set a password.
func (h *house) link(name string) string {
	h.T.Helper()
	secret, err := h.ResetLink(background, name)
	must(h.T, err)
	return secret
}

// TestSeenOnBrokenDisk uses a session that cannot be touched.
func TestSeenOnBrokenDisk(t *testing.T) {
	h := newHouse(t)
	ann, token := h.Member("Ann")
	s := livetest.NewServices(&breaking{Store: h.Store}, noBus{}, h.Clock.Now)
	h.Clock.Advance(2 * time.Hour)
	if u, err := s.Authenticate(background, token); err != nil || u.ID != ann.ID {
		t.Errorf("got %+v, %v, want Ann", u, err)
	}
}

// breaking is a store whose disk fails after a number of calls.
type breaking struct {
	livetest.Store
	left atomic.Int64 // calls that still work
}

// spend counts one call.
func (b *breaking) spend() error {
	if b.left.Add(-1) < 0 {
		return failure.ErrNoSpace
	}
	return nil
}

// answer reads from the store, as long as it works.
func answer[T any](b *breaking, ask func() (T, error)) (value T, err error) {
	if err := b.spend(); err != nil {
		return value, err
	}
	return ask()
}

// act writes to the store, as long as it works.
func act(b *breaking, do func() error) error {
	if err := b.spend(); err != nil {
		return err
	}
	return do()
}

func (b *breaking) CreateUser(ctx context.Context, u account.User) error {
	return act(b, func() error { return b.Store.CreateUser(ctx, u) })
}

func (b *breaking) UpdateUser(ctx context.Context, id string, change func(*account.User) error) (account.User, error) {
	return answer(b, func() (account.User, error) { return b.Store.UpdateUser(ctx, id, change) })
}

func (b *breaking) UpdateAccess(ctx context.Context, id string, a account.AccessChange, change func(*account.User) error) (account.User, error) {
	return answer(b, func() (account.User, error) { return b.Store.UpdateAccess(ctx, id, a, change) })
}

func (b *breaking) ConfirmEmail(ctx context.Context, id, address string) (before, after account.User, err error) {
	err = act(b, func() error { before, after, err = b.Store.ConfirmEmail(ctx, id, address); return err })
	return before, after, err
}

func (b *breaking) FindUser(ctx context.Context, id string) (account.User, error) {
	return answer(b, func() (account.User, error) { return b.Store.FindUser(ctx, id) })
}

func (b *breaking) FindUserByLogin(ctx context.Context, login string) (account.User, error) {
	return answer(b, func() (account.User, error) { return b.Store.FindUserByLogin(ctx, login) })
}

func (b *breaking) FindUserByName(ctx context.Context, name string) (account.User, error) {
	return answer(b, func() (account.User, error) { return b.Store.FindUserByName(ctx, name) })
}

func (b *breaking) FindUsers(ctx context.Context, f account.UserFilter) ([]account.User, error) {
	return answer(b, func() ([]account.User, error) { return b.Store.FindUsers(ctx, f) })
}

func (b *breaking) DeleteUser(ctx context.Context, id string, now time.Time) error {
	return act(b, func() error { return b.Store.DeleteUser(ctx, id, now) })
}

func (b *breaking) CreateSession(ctx context.Context, s account.Session, version int64) error {
	return act(b, func() error { return b.Store.CreateSession(ctx, s, version) })
}

func (b *breaking) FindSessions(ctx context.Context, user string, now time.Time) ([]account.Session, error) {
	return answer(b, func() ([]account.Session, error) { return b.Store.FindSessions(ctx, user, now) })
}

func (b *breaking) TouchSession(ctx context.Context, hash string, now time.Time) error {
	return act(b, func() error { return b.Store.TouchSession(ctx, hash, now) })
}

func (b *breaking) DeleteSession(ctx context.Context, hash string, now time.Time) error {
	return act(b, func() error { return b.Store.DeleteSession(ctx, hash, now) })
}

func (b *breaking) DeleteSessions(ctx context.Context, user, except string, now time.Time) error {
	return act(b, func() error { return b.Store.DeleteSessions(ctx, user, except, now) })
}

func (b *breaking) CreateToken(ctx context.Context, t account.Token) error {
	return act(b, func() error { return b.Store.CreateToken(ctx, t) })
}

func (b *breaking) FindToken(ctx context.Context, p account.Purpose, hash string, now time.Time) (account.Token, error) {
	return answer(b, func() (account.Token, error) { return b.Store.FindToken(ctx, p, hash, now) })
}

func (b *breaking) FindTokenOf(ctx context.Context, p account.Purpose, user string, now time.Time) (account.Token, error) {
	return answer(b, func() (account.Token, error) { return b.Store.FindTokenOf(ctx, p, user, now) })
}

func (b *breaking) TakeToken(ctx context.Context, p account.Purpose, hash string, now time.Time) (account.Token, error) {
	return answer(b, func() (account.Token, error) { return b.Store.TakeToken(ctx, p, hash, now) })
}

func (b *breaking) FindScores(ctx context.Context, user string) ([]rating.Score, error) {
	return answer(b, func() ([]rating.Score, error) { return b.Store.FindScores(ctx, user) })
}

func (b *breaking) FindRatings(ctx context.Context, user string) ([]rating.Rating, error) {
	return answer(b, func() ([]rating.Rating, error) { return b.Store.FindRatings(ctx, user) })
}

func (b *breaking) FindMatches(ctx context.Context, f room.Filter) ([]room.Info, error) {
	return answer(b, func() ([]room.Info, error) { return b.Store.FindMatches(ctx, f) })
}

func (b *breaking) FindWaiting(ctx context.Context) ([]lobby.Seek, error) {
	return answer(b, func() ([]lobby.Seek, error) { return b.Store.FindWaiting(ctx) })
}

func (b *breaking) Append(ctx context.Context, c room.Change) error {
	return act(b, func() error { return b.Store.Append(ctx, c) })
}

// vague is a store that does not know whether its appends are made; it has made
// them if made is set.
type vague struct {
	livetest.Store
	made bool
}

func (v *vague) Append(ctx context.Context, c room.Change) error {
	if v.made {
		if err := v.Store.Append(ctx, c); err != nil {
			return err
		}
	}
	return failure.ErrUnknown
}

// TestUnknown has a move of which the store does not know whether it is made:
// afterwards the match is as it is in the store.
func TestUnknown(t *testing.T) {
	for _, made := range []bool{false, true} {
		h := newHouse(t)
		id, white, _ := h.Private("toy", "")
		seq := h.Room(white, id).Info.Seq
		s := livetest.NewServices(&vague{h.Store, made}, noBus{}, h.Clock.Now)
		if _, err := s.Rooms.Visit(background, white, id); err != nil { // into memory
			t.Fatal(err)
		}
		_, err := s.Rooms.Do(background, white, id, room.Request{Action: match.Action{Kind: match.Move, Move: "a1"}})
		wantCode(t, err, failure.Unknown)
		r, err := s.Rooms.Visit(background, white, id)
		must(t, err)
		if got := r.Info.Seq > seq; got != made {
			t.Errorf("made: %v, but in memory: %v", made, got)
		}
	}
}
