// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"errors"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
)

func passkey(id, user string) account.Passkey {
	return account.Passkey{ID: id, User: user, Name: "name of " + id, Credential: "{}", Created: noon}
}

// counted returns a change that adds to the number of passkeys of a user.
func counted(n int) func(*account.User) error {
	return func(u *account.User) error {
		u.TwoFactor.Passkeys += n
		return nil
	}
}

func testPasskey(t *testing.T, s Store) {
	must(t, s.CreateUser(t.Context(), member("u1", "Anna", "anna@example.org")))
	must(t, s.CreateUser(t.Context(), member("u2", "Bob", "bob@example.org")))
	must(t, s.CreateSession(t.Context(), session("h1", "u1", time.Hour), 0))
	must(t, s.CreateSession(t.Context(), session("h2", "u1", time.Hour), 0))
	change := account.AccessChange{Now: noon, Keep: "h1"}
	first, second := passkey("p1", "u1"), passkey("p2", "u1")
	second.Created = noon.Add(time.Second)
	must(t, s.CreatePasskey(t.Context(), second, change, counted(1)))
	must(t, s.CreatePasskey(t.Context(), first, change, counted(1)))
	wantTaken(t, "passkey of another", s.CreatePasskey(t.Context(), passkey("p1", "u2"), account.AccessChange{Now: noon}, counted(1)), "id")
	wantError(t, "unknown user", s.CreatePasskey(t.Context(), passkey("p3", "u3"), account.AccessChange{Now: noon}, counted(1)), failure.ErrNotFound)
	refused := errors.New("refused")
	wantError(t, "refused", s.CreatePasskey(t.Context(), passkey("p3", "u1"), change, func(*account.User) error { return refused }), refused)

	list, err := s.FindPasskeys(t.Context(), "u1")
	must(t, err)
	wantEqual(t, "passkeys", list, []account.Passkey{first, second})
	wantPasskeys(t, s, "u1", 2, 2)
	wantPasskeys(t, s, "u2", 0, 0)
	_, _, err = s.FindSession(t.Context(), "h1", noon)
	must(t, err)
	_, _, err = s.FindSession(t.Context(), "h2", noon)
	wantError(t, "another session", err, failure.ErrNotFound)

	first.Credential, first.Used = `{"count":1}`, noon.Add(time.Minute)
	must(t, s.UsePasskey(t.Context(), "p1", first.Credential, first.Used))
	list, err = s.FindPasskeys(t.Context(), "u1")
	must(t, err)
	wantEqual(t, "passkey in use", list[0], first)
	wantError(t, "unknown passkey", s.UsePasskey(t.Context(), "p9", "", noon), failure.ErrNotFound)

	wantError(t, "passkey of another", s.DeletePasskey(t.Context(), "u2", "p1", account.AccessChange{Now: noon}, counted(-1)), failure.ErrNotFound)
	must(t, s.DeletePasskey(t.Context(), "u1", "p1", change, counted(-1)))
	wantPasskeys(t, s, "u1", 1, 3)
	_, err = s.UpdateUser(t.Context(), "u1", counted(-1)) // removes the last one
	must(t, err)
	wantPasskeys(t, s, "u1", 0, 3)
	list, err = s.FindPasskeys(t.Context(), "u1")
	must(t, err)
	wantEqual(t, "passkeys", list, []account.Passkey{})

	must(t, s.CreatePasskey(t.Context(), first, change, counted(1)))
	must(t, s.DeleteUser(t.Context(), "u1", noon)) // with the passkeys
	wantError(t, "passkey of a deleted user", s.UsePasskey(t.Context(), "p1", "", noon), failure.ErrNotFound)
}

// wantPasskeys checks the number of passkeys and the version of a user.
func wantPasskeys(t testing.TB, s Store, user string, count int, version int64) {
	t.Helper()
	u, err := s.FindUser(t.Context(), user)
	must(t, err)
	wantEqual(t, "passkeys of "+user, u.TwoFactor.Passkeys, count)
	wantEqual(t, "version of "+user, u.Version, version)
}

func testIdentity(t *testing.T, s Store) {
	must(t, s.CreateUser(t.Context(), member("u1", "Anna", "anna@example.org")))
	addGuests(t, s, "u2")
	same := func(*account.User) error { return nil }
	anna := account.Identity{Issuer: "i1", Subject: "s1", User: "u1", Created: noon}
	must(t, s.CreateIdentity(t.Context(), anna, same))
	got, err := s.FindIdentity(t.Context(), "i1", "s1")
	must(t, err)
	wantEqual(t, "identity", got, anna)
	_, err = s.FindIdentity(t.Context(), "i2", "s1")
	wantError(t, "another issuer", err, failure.ErrNotFound)
	wantTaken(t, "the same person", s.CreateIdentity(t.Context(), account.Identity{Issuer: "i1", Subject: "s1", User: "u2"}, same), "id")
	wantTaken(t, "another person", s.CreateIdentity(t.Context(), account.Identity{Issuer: "i1", Subject: "s2", User: "u1"}, same), "id")

	// A guest and a new user get a name; a name that is taken creates nothing.
	named := func(name string) func(*account.User) error {
		return func(u *account.User) error {
			u.Name, u.Guest, u.Created = name, false, noon
			return nil
		}
	}
	must(t, s.CreateIdentity(t.Context(), account.Identity{Issuer: "i1", Subject: "s2", User: "u2"}, named("Bob")))
	must(t, s.CreateIdentity(t.Context(), account.Identity{Issuer: "i1", Subject: "s3", User: "u3"}, named("Carl")))
	wantTaken(t, "name", s.CreateIdentity(t.Context(), account.Identity{Issuer: "i1", Subject: "s4", User: "u4"}, named("ANNA")), "name")
	for id, name := range map[string]string{"u2": "Bob", "u3": "Carl"} {
		u, err := s.FindUserByName(t.Context(), name)
		must(t, err)
		wantEqual(t, "user "+name, u.ID, id)
	}
	_, err = s.FindUser(t.Context(), "u4")
	wantError(t, "user without a name", err, failure.ErrNotFound)

	must(t, s.DeleteIdentities(t.Context(), "u1", account.AccessChange{Now: noon}, same))
	wantPasskeys(t, s, "u1", 0, 1)
	list, err := s.FindIdentities(t.Context(), "u1")
	must(t, err)
	wantEqual(t, "identities", list, []account.Identity{})
	must(t, s.DeleteUser(t.Context(), "u3", noon))
	_, err = s.FindIdentity(t.Context(), "i1", "s3")
	wantError(t, "identity of a deleted user", err, failure.ErrNotFound)
}
