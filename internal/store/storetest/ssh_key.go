// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/room"
)

func testBot(t *testing.T, s Store) {
	for _, id := range []string{"u1", "u2"} {
		must(t, s.CreateUser(t.Context(), member(id, "Name "+id, "")))
	}
	addGuests(t, s, "guest")
	must(t, s.CreateMatch(t.Context(), NewTable(t, "m1", room.Private, Online("u2", "")).Created()))
	for range 2 {
		played, err := s.MakeBot(t.Context(), "u1")
		must(t, err)
		wantEqual(t, "played", played, false)
	}
	played, err := s.MakeBot(t.Context(), "u2")
	must(t, err)
	wantEqual(t, "played", played, true)
	for _, id := range []string{"guest", "unknown"} {
		_, err := s.MakeBot(t.Context(), id)
		wantError(t, id, err, failure.ErrNotFound)
	}
	_, bots, err := s.FindNames(t.Context(), []string{"u1", "u2", "guest"})
	must(t, err)
	wantEqual(t, "bots", bots, map[string]bool{"u1": true})
}

func testSSHKey(t *testing.T, s Store) {
	anna := member("u1", "Anna", "anna@example.org")
	anna.Bot = true
	must(t, s.CreateUser(t.Context(), anna))
	addGuests(t, s, "u2")
	first := account.SSHKey{Fingerprint: "SHA256:b/+", User: "u1", Name: "laptop", Public: "ssh-ed25519 AAAA", Created: noon}
	second := account.SSHKey{Fingerprint: "SHA256:a", User: "u1", Public: "ssh-rsa AAAA", Created: noon.Add(time.Minute), Used: noon.Add(time.Hour)}
	must(t, s.CreateSSHKey(t.Context(), first))
	must(t, s.CreateSSHKey(t.Context(), second))
	again := first
	again.User = "u2"
	wantTaken(t, "another's key", s.CreateSSHKey(t.Context(), again), "id")
	wantError(t, "key of an unknown user", s.CreateSSHKey(t.Context(), account.SSHKey{Fingerprint: "x", User: "unknown", Created: noon}), failure.ErrNotFound)

	first.Used = noon.Add(2 * time.Hour)
	must(t, s.UseSSHKey(t.Context(), first.Fingerprint, first.Used))
	wantError(t, "use of an unknown key", s.UseSSHKey(t.Context(), "x", noon), failure.ErrNotFound)
	got, user, err := s.FindSSHKey(t.Context(), first.Fingerprint)
	must(t, err)
	wantEqual(t, "key", got, first)
	wantEqual(t, "its user", user, anna)
	list, err := s.FindSSHKeys(t.Context(), "u1")
	must(t, err)
	wantEqual(t, "keys", list, []account.SSHKey{first, second})

	wantError(t, "removal of another's key", s.DeleteSSHKey(t.Context(), "u2", first.Fingerprint), failure.ErrNotFound)
	must(t, s.DeleteSSHKey(t.Context(), "u1", first.Fingerprint))
	_, _, err = s.FindSSHKey(t.Context(), first.Fingerprint)
	wantError(t, "removed key", err, failure.ErrNotFound)
	must(t, s.DeleteUser(t.Context(), "u1", noon))
	_, _, err = s.FindSSHKey(t.Context(), second.Fingerprint)
	wantError(t, "key of a deleted user", err, failure.ErrNotFound)
}
