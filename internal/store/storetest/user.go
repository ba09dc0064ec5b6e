// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/lobby"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
)

// guest returns a user without an account.
func guest(id string) account.User {
	return account.User{ID: id, Name: "Guest-" + id, Guest: true, Created: noon}
}

// member returns a user with an account.
func member(id, name, email string) account.User {
	return account.User{ID: id, Name: name, Email: email, Password: "hash of " + id, Created: noon}
}

// addGuests creates guests with these ids.
func addGuests(t testing.TB, s Store, ids ...string) {
	t.Helper()
	for _, id := range ids {
		must(t, s.CreateUser(t.Context(), guest(id)))
	}
}

// replace replaces all fields of a user.
func replace(t testing.TB, s Store, u account.User) error {
	t.Helper()
	got, err := s.UpdateUser(t.Context(), u.ID, func(was *account.User) error {
		*was = u
		return nil
	})
	if err == nil {
		wantEqual(t, "updated user", got, u)
	}
	return err
}

func testUser(t *testing.T, s Store) {
	anna := member("u1", "Anna", "Anna@Example.org")
	anna.Created = noon.Add(123 * time.Millisecond).In(time.FixedZone("east", 3600))
	anna.Role, anna.Banned, anna.Settings = account.Moderator, true, "board=slate"
	anna.TwoFactor = account.TwoFactor{Secret: "secret", Step: 1 << 40, Codes: []string{"c1", "c2"}}
	users := []account.User{anna, guest("u2"), guest("u3")} // more than one without an email
	for _, u := range users {
		must(t, s.CreateUser(t.Context(), u))
	}
	for _, want := range users {
		got, err := s.FindUser(t.Context(), want.ID)
		must(t, err)
		wantEqual(t, "user", got, want)
		if got.Created.Location() != time.UTC {
			t.Errorf("time of creation: got %v, want it in UTC", got.Created)
		}
	}
	_, err := s.FindUser(t.Context(), "unknown")
	wantError(t, "unknown user", err, failure.ErrNotFound)
}

func testUserTaken(t *testing.T, s Store) {
	must(t, s.CreateUser(t.Context(), member("u1", "Σωκράτης", "sokrates@example.org")))
	must(t, s.CreateUser(t.Context(), member("u2", "Zoë", "zoe@example.org")))
	tests := []struct {
		name  string
		user  account.User
		field string
	}{
		{"id", member("u1", "new", "new@example.org"), "id"},
		{"name", member("u3", "Zoë", "new@example.org"), "name"},
		{"name in capitals", member("u3", "ZOË", "new@example.org"), "name"},
		{"name with another final letter", member("u3", "ΣΩΚΡΆΤΗΣ", "new@example.org"), "name"},
		{"guest's name", account.User{ID: "u3", Name: "zoë", Guest: true}, "name"},
		{"email", member("u3", "new", "zoe@example.org"), "email"},
		{"email in capitals", member("u3", "new", "ZOE@EXAMPLE.ORG"), "email"},
	}
	for _, test := range tests {
		wantTaken(t, test.name, s.CreateUser(t.Context(), test.user), test.field)
	}
	_, err := s.FindUser(t.Context(), "u3")
	wantError(t, "user who was refused", err, failure.ErrNotFound)
	must(t, s.CreateUser(t.Context(), member("u3", "new", "new@example.org")))
}

func testUserUpdate(t *testing.T, s Store) {
	addGuests(t, s, "u1")
	must(t, s.CreateUser(t.Context(), member("u2", "Bert", "bert@example.org")))

	u := member("u1", "Anna", "anna@example.org")
	must(t, replace(t, s, u))
	u.Name, u.Email = "ANNA", "Anna@example.org"
	must(t, replace(t, s, u)) // one's own values in another letter case
	addGuests(t, s, "u3")     // the former name of the guest is free

	for _, refused := range []struct {
		user  account.User
		field string
	}{
		{member("u1", "bert", "anna@example.org"), "name"},
		{member("u1", "Anna", "BERT@example.org"), "email"},
	} {
		wantTaken(t, "update", replace(t, s, refused.user), refused.field)
	}
	wantError(t, "update of an unknown user", replace(t, s, member("u9", "Unknown", "no@example.org")), failure.ErrNotFound)
	got, err := s.FindUser(t.Context(), "u1")
	must(t, err)
	wantEqual(t, "user", got, u)
}

// testUserChange changes a user concurrently: no change is lost, and a refused
// change changes nothing.
func testUserChange(t *testing.T, s Store) {
	must(t, s.CreateUser(t.Context(), member("u1", "Anna", "anna@example.org")))
	const steps = 20
	atOnce(steps, func(int) {
		_, err := s.UpdateUser(t.Context(), "u1", func(u *account.User) error {
			u.TwoFactor.Step++
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	refused := errors.New("refused")
	_, err := s.UpdateUser(t.Context(), "u1", func(u *account.User) error {
		u.Name = "Unknown"
		return refused
	})
	wantError(t, "change that is refused", err, refused)
	want := member("u1", "Anna", "anna@example.org")
	want.TwoFactor.Step = steps
	got, err := s.FindUser(t.Context(), "u1")
	must(t, err)
	wantEqual(t, "user", got, want)
}

func testUserFind(t *testing.T, s Store) {
	anna, bert, zoe := member("u1", "anna", "a@example.org"), member("u2", "Bert", "b@example.org"), member("u3", "Zoë", "z@example.org")
	bert.Role, zoe.Role, zoe.Banned = account.Admin, account.Moderator, true
	for _, u := range []account.User{zoe, anna, bert} {
		must(t, s.CreateUser(t.Context(), u))
	}
	addGuests(t, s, "u4")
	tests := []struct {
		name   string
		filter account.UserFilter
		want   []account.User
	}{
		{"all", account.UserFilter{}, []account.User{anna, bert, zoe}},
		{"some", account.UserFilter{Limit: 2}, []account.User{anna, bert}},
		{"next page", account.UserFilter{After: "BERT", Limit: 2}, []account.User{zoe}},
		{"role", account.UserFilter{Role: account.Admin}, []account.User{bert}},
		{"banned", account.UserFilter{Banned: true}, []account.User{zoe}},
		{"none", account.UserFilter{Role: account.Admin, Banned: true}, []account.User{}},
	}
	for _, test := range tests {
		got, err := s.FindUsers(t.Context(), test.filter)
		must(t, err)
		wantEqual(t, test.name, got, test.want)
	}
	got, err := s.FindUserByName(t.Context(), "ZOË")
	must(t, err)
	wantEqual(t, "user by name", got, zoe)
	for _, name := range []string{"Guest-u4", "z@example.org", ""} {
		_, err := s.FindUserByName(t.Context(), name)
		wantError(t, fmt.Sprintf("user by name %q", name), err, failure.ErrNotFound)
	}
}

func testUserLogin(t *testing.T, s Store) {
	anna := member("u1", "Anna", "anna@example.org")
	odd := member("u2", "ANNA@example.org", "odd@example.org")
	must(t, s.CreateUser(t.Context(), anna))
	must(t, s.CreateUser(t.Context(), odd))
	addGuests(t, s, "u3")
	tests := []struct {
		login string
		want  account.User
	}{
		{"anna", anna},
		{"ANNA", anna},
		{"Anna@Example.org", anna}, // the name of the other account: the email address wins
		{"ODD@example.org", odd},
	}
	for _, test := range tests {
		got, err := s.FindUserByLogin(t.Context(), test.login)
		must(t, err)
		wantEqual(t, "user by "+test.login, got, test.want)
	}
	for _, login := range []string{"Guest-u3", "u1", "", "unknown@example.org"} {
		_, err := s.FindUserByLogin(t.Context(), login)
		wantError(t, fmt.Sprintf("user by %q", login), err, failure.ErrNotFound)
	}
}

// testUserConfirm confirms an address that several users gave.
func testUserConfirm(t *testing.T, s Store) {
	give := func(id, name string, since time.Duration) account.User {
		u := account.User{ID: id, Name: name, Password: "hash of " + id, Created: noon, Unconfirmed: "Shared@example.org", UnconfirmedSince: noon.Add(since)}
		must(t, s.CreateUser(t.Context(), u))
		return u
	}
	wantLogin := func(want account.User) {
		t.Helper()
		got, err := s.FindUserByLogin(t.Context(), "SHARED@example.org")
		must(t, err)
		wantEqual(t, "user by the address", got, want)
	}
	second, first := give("u1", "Anna", time.Hour), give("u2", "Bert", time.Minute)
	must(t, s.CreateUser(t.Context(), member("u3", "Zoë", "zoe@example.org")))
	wantLogin(first)

	for _, wrong := range [][2]string{{"u1", "other@example.org"}, {"u3", "zoe@example.org"}, {"u3", ""}, {"unknown", "shared@example.org"}} {
		_, _, err := s.ConfirmEmail(t.Context(), wrong[0], wrong[1])
		wantError(t, fmt.Sprint("confirm ", wrong), err, failure.ErrNotFound)
	}
	link, reset := token("t1", account.ConfirmEmail, "u1"), token("t2", account.ResetPassword, "u1")
	must(t, s.CreateToken(t.Context(), link))
	must(t, s.CreateToken(t.Context(), reset))
	before, after, err := s.ConfirmEmail(t.Context(), "u1", "shared@example.org")
	must(t, err)
	wantEqual(t, "before", before, second)
	second.Email, second.Unconfirmed, second.UnconfirmedSince = "Shared@example.org", "", time.Time{}
	wantEqual(t, "after", after, second)
	wantLogin(second)
	wantToken(t, s, link, failure.ErrNotFound)
	wantToken(t, s, reset, failure.ErrNotFound)
	first.Unconfirmed, first.UnconfirmedSince = "", time.Time{}
	got, err := s.FindUser(t.Context(), "u2")
	must(t, err)
	wantEqual(t, "the other", got, first)

	third := give("u4", "Cora", 0)
	wantLogin(second)
	_, _, err = s.ConfirmEmail(t.Context(), "u4", "shared@example.org")
	wantTaken(t, "confirmed by another", err, "email")
	got, err = s.FindUser(t.Context(), "u4")
	must(t, err)
	wantEqual(t, "the third", got, third)
}

func testUserNames(t *testing.T, s Store) {
	var ids []string
	for i := range 300 { // more than fit into one query
		id := fmt.Sprintf("u%03d", i)
		ids = append(ids, id)
	}
	atOnce(len(ids), func(i int) {
		if err := s.CreateUser(t.Context(), guest(ids[i])); err != nil {
			t.Error(err)
		}
	})
	tests := [][]string{nil, ids[:1], ids[:2], ids[4:7], ids[:256], ids[:257], ids}
	for _, list := range tests {
		want := map[string]string{}
		for _, id := range list {
			want[id] = "Guest-" + id
		}
		got, _, err := s.FindNames(t.Context(), list)
		must(t, err)
		wantEqual(t, fmt.Sprintf("%d names", len(list)), got, want)
	}
	got, _, err := s.FindNames(t.Context(), []string{"u007", "unknown", "computer:novice", "u007", ""})
	must(t, err)
	wantEqual(t, "names", got, map[string]string{"u007": "Guest-u007"})
}

func testUserRace(t *testing.T, s Store) {
	names := []string{"anna", "Anna", "ANNA", "aNNa"}
	taken := make([]string, 40)
	atOnce(len(taken), func(i int) {
		u := member(fmt.Sprint("u", i), names[i%len(names)], fmt.Sprint(i, "@example.org"))
		if err := s.CreateUser(t.Context(), u); err != nil {
			taken[i] = takenField(err)
		} else {
			taken[i] = "created"
		}
	})
	count := map[string]int{}
	for _, field := range taken {
		count[field]++
	}
	wantEqual(t, "outcomes", count, map[string]int{"created": 1, "name": len(taken) - 1})
}

// testDeleteUser deletes one of two users; the data of the other stays.
func testDeleteUser(t *testing.T, s Store) {
	for _, u := range []account.User{member("u1", "Anna", "anna@example.org"), member("u2", "Bert", "bert@example.org")} {
		must(t, s.CreateUser(t.Context(), u))
		must(t, s.CreateSession(t.Context(), session("session "+u.ID, u.ID, time.Hour), 0))
		must(t, s.CreateToken(t.Context(), token("token "+u.ID, account.ResetPassword, u.ID)))
		seek := lobby.Seek{ID: "seek " + u.ID, User: u.ID, Game: u.ID, Control: "none", Created: noon, Seen: noon}
		_, err := s.Pair(t.Context(), seek, func(lobby.Seek) bool { return true }, nil)
		must(t, err)
	}
	b := begin(t, s, "m1", Online("u1", "u2"))
	store(t, s, b.Start(), ended(b))

	must(t, s.DeleteUser(t.Context(), "u1", noon))
	wantError(t, "delete again", s.DeleteUser(t.Context(), "u1", noon), failure.ErrNotFound)
	for id, want := range map[string]error{"u1": failure.ErrNotFound, "u2": nil} {
		_, err := s.FindUser(t.Context(), id)
		wantError(t, "user "+id, err, want)
		_, _, err = s.FindSession(t.Context(), "session "+id, noon)
		wantError(t, "session of "+id, err, want)
		_, err = s.FindToken(t.Context(), account.ResetPassword, "token "+id, noon)
		wantError(t, "token of "+id, err, want)
		_, err = s.FindSeek(t.Context(), "seek "+id)
		wantError(t, "seek of "+id, err, want)
	}
	hashes, _ := endedAfter(t, s, 0)
	wantEqual(t, "ended sessions", hashes, []string{"session u1"})
	wantScores(t, s, "u1")
	wantScores(t, s, "u2", rating.Score{Game: toy.Info().ID, Losses: 1})
	for id, want := range map[string]int{"u1": 0, "u2": 1} {
		list, err := s.FindMatches(t.Context(), room.Filter{User: id})
		must(t, err)
		wantEqual(t, "matches of "+id, len(list), want)
	}
	info, err := s.FindMatch(t.Context(), "m1")
	must(t, err)
	wantEqual(t, "seats", info.Seats, [2]string{"u1", "u2"})
	must(t, s.CreateUser(t.Context(), member("u3", "Anna", "anna@example.org"))) // both are free again
	must(t, s.Wipe(t.Context()))
}

// testDeleteGuests deletes guests without matches, seeks and sessions.
func testDeleteGuests(t *testing.T, s Store) {
	addGuests(t, s, "idle", "expired", "logged in", "plays", "waits")
	must(t, s.CreateUser(t.Context(), member("account", "Anna", "anna@example.org")))
	must(t, s.CreateSession(t.Context(), session("h1", "expired", time.Minute), 0))
	must(t, s.CreateSession(t.Context(), session("h2", "logged in", 2*time.Hour), 0))
	begin(t, s, "m1", Online("plays", "computer:novice"))
	seek := lobby.Seek{ID: "s1", User: "waits", Game: "toy", Control: "none", Created: noon, Seen: noon}
	_, err := s.Pair(t.Context(), seek, func(lobby.Seek) bool { return true }, nil)
	must(t, err)

	must(t, s.DeleteGuests(t.Context(), noon.Add(59*time.Minute), noon))
	_, err = s.FindUser(t.Context(), "idle")
	wantError(t, "a guest of the last hour", err, nil)
	must(t, s.DeleteGuests(t.Context(), noon.Add(time.Hour), noon))
	for id, want := range map[string]error{
		"idle": failure.ErrNotFound, "expired": failure.ErrNotFound,
		"logged in": nil, "plays": nil, "waits": nil, "account": nil,
	} {
		_, err := s.FindUser(t.Context(), id)
		wantError(t, id, err, want)
	}
}
