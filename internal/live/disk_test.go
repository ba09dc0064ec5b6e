// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/internal/totp"
	"cairn/match"
)

// TestBrokenDisk calls every method of accounts while the disk fails at every
// possible point: each failure is Unavailable, and once the disk works again, so
// does the same request, or the same from its beginning.
func TestBrokenDisk(t *testing.T) {
	h := newHouse(t)
	b := &breaking{store: h.store}
	s := newServices(b, noBus{}, h.clock.Now)
	ann, token := h.member("Ann")
	bob, _ := h.member("Bob")
	eve, _ := h.member("Eve")
	f := h.twoFactor("Fay")
	guest := h.guest()
	h.engage(eve, bob)
	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"guest", func() error { _, _, err := s.Guest(background, ""); return err }},
		{"sign up as a guest", func() error {
			form := account.SignUpForm{Email: "g@example.org", Name: "Gus", Password: phrase, Again: phrase}
			_, _, err := s.SignUp(background, guest, form, "")
			if guest = h.user(guest.ID); !guest.Guest { // only the session failed
				_, err = s.LogIn(background, "Gus", phrase, "")
			}
			return err
		}},
		{"log in", func() error { _, err := s.LogIn(background, "Ann", phrase, ""); return err }},
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
			return s.EndSession(background, f.User, list[0].ID)
		}},
		{"change name", func() error { _, err := s.ChangeName(background, ann, proof(phrase), "Anna"); return err }},
		{"change email", func() error { _, err := s.ChangeEmail(background, ann, proof(phrase), "anna@example.org"); return err }},
		{"change password", func() error {
			_, err := s.ChangePassword(background, ann, proof(phrase), phrase, phrase, "")
			return err
		}},
		{"save settings", func() error { return s.SaveSettings(background, ann, "x") }},
		{"link", func() error { _, err := s.ResetLink(background, "Anna"); return err }},
		{"check link", func() error { return s.CheckReset(background, h.link("Anna")) }},
		{"reset", func() error { _, err := s.Reset(background, h.link("Anna"), phrase, phrase); return err }},
		{"begin two-factor", func() error { _, err := s.BeginTwoFactor(background, ann); return err }},
		{"confirm two-factor", func() error {
			if h.user(ann.ID).TwoFactor.On() { // only deleting the token failed
				return nil
			}
			secret, err := h.BeginTwoFactor(background, ann)
			must(t, err)
			code, err := totp.Code(secret, h.clock.Now())
			must(t, err)
			_, err = s.ConfirmTwoFactor(background, ann, proof(phrase, code))
			return err
		}},
		{"new recovery codes", func() error { _, err := s.RenewRecoveryCodes(background, f.User, proof(phrase, f.Code())); return err }},
		{"end two-factor", func() error { return s.EndTwoFactor(background, f.User, proof(phrase, f.Code())) }},
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
		{"delete", func() error { return s.DeleteAccount(background, eve, proof(phrase)) }},
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
	h.t.Helper()
	secret, err := h.ResetLink(background, name)
	must(h.t, err)
	return secret
}

// TestSeenOnBrokenDisk uses a session that cannot be touched.
func TestSeenOnBrokenDisk(t *testing.T) {
	h := newHouse(t)
	ann, token := h.member("Ann")
	s := newServices(&breaking{store: h.store}, noBus{}, h.clock.Now)
	h.clock.Advance(2 * time.Hour)
	if u, err := s.Authenticate(background, token); err != nil || u.ID != ann.ID {
		t.Errorf("got %+v, %v, want Ann", u, err)
	}
}

// breaking is a store whose disk fails after a number of calls.
type breaking struct {
	store
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
	return act(b, func() error { return b.store.CreateUser(ctx, u) })
}

func (b *breaking) UpdateUser(ctx context.Context, id string, change func(*account.User) error) (account.User, error) {
	return answer(b, func() (account.User, error) { return b.store.UpdateUser(ctx, id, change) })
}

func (b *breaking) UpdateAccess(ctx context.Context, id string, a account.AccessChange, change func(*account.User) error) (account.User, error) {
	return answer(b, func() (account.User, error) { return b.store.UpdateAccess(ctx, id, a, change) })
}

func (b *breaking) ConfirmEmail(ctx context.Context, id, address string) (before, after account.User, err error) {
	err = act(b, func() error { before, after, err = b.store.ConfirmEmail(ctx, id, address); return err })
	return before, after, err
}

func (b *breaking) FindUser(ctx context.Context, id string) (account.User, error) {
	return answer(b, func() (account.User, error) { return b.store.FindUser(ctx, id) })
}

func (b *breaking) FindUserByLogin(ctx context.Context, login string) (account.User, error) {
	return answer(b, func() (account.User, error) { return b.store.FindUserByLogin(ctx, login) })
}

func (b *breaking) FindUserByName(ctx context.Context, name string) (account.User, error) {
	return answer(b, func() (account.User, error) { return b.store.FindUserByName(ctx, name) })
}

func (b *breaking) FindUsers(ctx context.Context, f account.UserFilter) ([]account.User, error) {
	return answer(b, func() ([]account.User, error) { return b.store.FindUsers(ctx, f) })
}

func (b *breaking) DeleteUser(ctx context.Context, id string, now time.Time) error {
	return act(b, func() error { return b.store.DeleteUser(ctx, id, now) })
}

func (b *breaking) CreateSession(ctx context.Context, s account.Session, version int64) error {
	return act(b, func() error { return b.store.CreateSession(ctx, s, version) })
}

func (b *breaking) FindSessions(ctx context.Context, user string, now time.Time) ([]account.Session, error) {
	return answer(b, func() ([]account.Session, error) { return b.store.FindSessions(ctx, user, now) })
}

func (b *breaking) TouchSession(ctx context.Context, hash string, now time.Time) error {
	return act(b, func() error { return b.store.TouchSession(ctx, hash, now) })
}

func (b *breaking) DeleteSession(ctx context.Context, hash string, now time.Time) error {
	return act(b, func() error { return b.store.DeleteSession(ctx, hash, now) })
}

func (b *breaking) DeleteSessions(ctx context.Context, user, except string, now time.Time) error {
	return act(b, func() error { return b.store.DeleteSessions(ctx, user, except, now) })
}

func (b *breaking) CreateToken(ctx context.Context, t account.Token) error {
	return act(b, func() error { return b.store.CreateToken(ctx, t) })
}

func (b *breaking) FindToken(ctx context.Context, p account.Purpose, hash string, now time.Time) (account.Token, error) {
	return answer(b, func() (account.Token, error) { return b.store.FindToken(ctx, p, hash, now) })
}

func (b *breaking) FindTokenOf(ctx context.Context, p account.Purpose, user string, now time.Time) (account.Token, error) {
	return answer(b, func() (account.Token, error) { return b.store.FindTokenOf(ctx, p, user, now) })
}

func (b *breaking) TakeToken(ctx context.Context, p account.Purpose, hash string, now time.Time) (account.Token, error) {
	return answer(b, func() (account.Token, error) { return b.store.TakeToken(ctx, p, hash, now) })
}

func (b *breaking) FindScores(ctx context.Context, user string) ([]live.Score, error) {
	return answer(b, func() ([]live.Score, error) { return b.store.FindScores(ctx, user) })
}

func (b *breaking) FindRatings(ctx context.Context, user string) ([]live.Rating, error) {
	return answer(b, func() ([]live.Rating, error) { return b.store.FindRatings(ctx, user) })
}

func (b *breaking) FindMatches(ctx context.Context, f live.Filter) ([]live.Info, error) {
	return answer(b, func() ([]live.Info, error) { return b.store.FindMatches(ctx, f) })
}

func (b *breaking) FindWaiting(ctx context.Context) ([]live.Seek, error) {
	return answer(b, func() ([]live.Seek, error) { return b.store.FindWaiting(ctx) })
}

func (b *breaking) Append(ctx context.Context, c live.Change) error {
	return act(b, func() error { return b.store.Append(ctx, c) })
}

// vague is a store that does not know whether its appends are made; it has made
// them if made is set.
type vague struct {
	store
	made bool
}

func (v *vague) Append(ctx context.Context, c live.Change) error {
	if v.made {
		if err := v.store.Append(ctx, c); err != nil {
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
		id, white, _ := h.private("toy", "")
		seq := h.room(white, id).Info.Seq
		s := newServices(&vague{h.store, made}, noBus{}, h.clock.Now)
		if _, err := s.Room(background, white, id); err != nil { // into memory
			t.Fatal(err)
		}
		_, err := s.Do(background, white, id, live.Request{Action: match.Action{Kind: match.Move, Move: "a1"}})
		wantCode(t, err, failure.Unknown)
		r, err := s.Room(background, white, id)
		must(t, err)
		if got := r.Info.Seq > seq; got != made {
			t.Errorf("made: %v, but in memory: %v", made, got)
		}
	}
}
