// SPDX-License-Identifier: Apache-2.0

package attack

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cairn/internal/totp"
)

// onAccounts are the attacks on accounts.
var onAccounts = []Attack{
	{Name: "old-sessions", Doc: "log in with the old password while it is changed, and while it is reset", run: oldSessions},
	{Name: "lock-out", Doc: "three addresses guess; the owner logs in at home, elsewhere, after a reset", run: lockOut},
	{Name: "spellings", Doc: "guess at an account under spellings of its name that Unicode folds together", run: spellings},
	{Name: "reset-link", Doc: "hang up while a reset link sets a password, then use the link again", run: resetLink},
	{Name: "two-factor", Doc: "by the password alone: two-factor off, another mail or password, deletion", run: twoFactor},
	{Name: "sign-up", Doc: "sign up with the address of another account: is it revealed?", run: signUpReveals},
	{Name: "administrators", Doc: "an administrator bans and demotes another", run: administrators},
}

// oldSessions counts sessions that were opened with the old password and are alive
// after its change.
func oldSessions(ctx context.Context, s *scene) (finding, error) {
	const rounds, logIns = 3, 12
	alive, opened := 0, 0
	for round := range 2 * rounds {
		name := fmt.Sprintf("Changer%d", round)
		owner := s.person(fmt.Sprintf("127.5.%d.1", round))
		if err := owner.signUp(ctx, name); err != nil {
			return finding{}, err
		}
		path, form := "/account/password", map[string]string{"current": password, "password": "seven flat stones", "again": "seven flat stones"}
		if round >= rounds {
			var err error
			if path, err = s.resetLink(ctx, name); err != nil {
				return finding{}, err
			}
		}
		var thieves [logIns]*person
		var entered [logIns]bool
		var group sync.WaitGroup
		for i := range thieves {
			thieves[i] = s.person(address(round*logIns + i))
			group.Go(func() {
				r, err := thieves[i].logIn(ctx, name, password)
				entered[i] = err == nil && r.ok()
			})
			if i == logIns/3 {
				group.Go(func() { _, _ = owner.must(ctx, path, form) })
			}
		}
		group.Wait()
		for i, thief := range thieves {
			if !entered[i] {
				continue
			}
			opened++
			known, err := thief.known(ctx)
			if err != nil {
				return finding{}, err
			}
			if known {
				alive++
			}
		}
	}
	return verdict(alive == 0, "%d of %d sessions alive after %d changes and %d resets", alive, opened, rounds, rounds), nil
}

// lockOut guesses from three addresses until all are limited.
func lockOut(ctx context.Context, s *scene) (finding, error) {
	home, elsewhere := s.person(otherHome), s.person("127.3.9.1")
	if err := home.signUp(ctx, "Owner"); err != nil {
		return finding{}, err
	}
	if _, err := home.must(ctx, "/logout", nil); err != nil {
		return finding{}, err
	}
	if _, err := home.logIn(ctx, "Owner", password); err != nil { // a known device
		return finding{}, err
	}
	if _, err := home.must(ctx, "/logout", nil); err != nil {
		return finding{}, err
	}
	checked := guess(ctx, s, 3, 15, 0, func(int) string { return "Owner" })
	var out []string
	try := func(where string, p *person, word string) {
		if r, err := p.logIn(ctx, "Owner", word); err != nil || !r.ok() {
			out = append(out, fmt.Sprintf("%s (status %d)", where, r.status))
		}
	}
	try("at home", home, password)
	try("elsewhere", elsewhere, password)
	path, err := s.resetLink(ctx, "Owner")
	if err == nil {
		_, err = home.must(ctx, path, map[string]string{"password": "seven flat stones", "again": "seven flat stones"})
	}
	if err != nil {
		return finding{}, err
	}
	try("after a reset", s.person("127.3.10.1"), "seven flat stones")
	if len(out) > 0 {
		return broken("%d guesses; the owner is locked out %s", checked, strings.Join(out, ", ")), nil
	}
	return held("%d of 45 guesses were checked; the owner logged in each time", checked), nil
}

// guess sends wrong passwords from several addresses and returns how many were not
// refused unseen.
func guess(ctx context.Context, s *scene, addresses, each, first int, name func(int) string) int64 {
	var checked atomic.Int64
	crowd(addresses, func(i int) {
		p := newPerson("http://"+s.address, address(first+i))
		defer p.close()
		for j := range each {
			r, err := p.logIn(ctx, name(i*each+j), "a wrong password")
			if err == nil && !r.limited() {
				checked.Add(1)
			}
		}
	})
	return checked.Load()
}

// spellings compares guesses at one name with guesses under several spellings.
func spellings(ctx context.Context, s *scene) (finding, error) {
	forms := []string{"missis", "m\u0131ssis", "mi\u017f\u017fis", "MISSIS", "mi\u017fsis", "mis\u017fis"}
	for i, name := range []string{"Missis", "Hollow"} {
		if err := s.person(fmt.Sprintf("127.3.%d.1", i+1)).signUp(ctx, name); err != nil {
			return finding{}, err
		}
	}
	plain := guess(ctx, s, 6, 15, 0, func(int) string { return "hollow" })
	varied := guess(ctx, s, 6, 15, 20, func(i int) string { return forms[i%len(forms)] })
	return verdict(varied <= plain+2, "%d guesses by one spelling, %d by six", plain, varied), nil
}

// resetLink hangs up while the server is busy with a new password.
func resetLink(ctx context.Context, s *scene) (finding, error) {
	p := s.person(otherHome)
	if err := p.signUp(ctx, "Forgetful"); err != nil {
		return finding{}, err
	}
	path, err := s.resetLink(ctx, "Forgetful")
	if err != nil {
		return finding{}, err
	}
	if r, err := p.post(ctx, path, map[string]string{"password": "password", "again": "password"}); err != nil || r.ok() {
		return finding{}, fmt.Errorf("a common password got status %d, %v", r.status, err)
	}
	good := map[string]string{"password": "seven flat stones", "again": "seven flat stones"}
	crowd(41, func(i int) {
		if i == 40 { // the others are ahead in the queue
			time.Sleep(100 * time.Millisecond)
			hasty, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
			defer cancel()
			_, _ = p.post(hasty, path, good)
			return
		}
		other := newPerson("http://"+s.address, address(i))
		defer other.close()
		_, _ = other.logIn(ctx, fmt.Sprintf("unknown%d", i), "a wrong password")
	})
	if r, err := p.logIn(ctx, "Forgetful", good["password"]); err != nil || r.ok() {
		return held("the password was changed"), err
	}
	r, err := p.post(ctx, path, good)
	return verdict(r.ok(), "the password was not changed, then the link got status %d", r.status), err
}

// twoFactor tries what a thief of the password and of a session would.
func twoFactor(ctx context.Context, s *scene) (finding, error) {
	var done []string
	for i, try := range []struct {
		what, path string
		form       map[string]string
	}{
		{"two-factor off", "/account/two-factor/off", nil},
		{"mail", "/account/email", map[string]string{"email": "thief@example.org"}},
		{"password", "/account/password", map[string]string{"password": "seven flat stones", "again": "seven flat stones"}},
		{"deletion", "/account/delete", map[string]string{"name": "Careful3"}},
	} {
		p := s.person(fmt.Sprintf("127.3.%d.1", i+1))
		if err := p.signUp(ctx, fmt.Sprintf("Careful%d", i)); err != nil {
			return finding{}, err
		}
		if err := p.turnOnTwoFactor(ctx); err != nil {
			return finding{}, err
		}
		form := map[string]string{"current": password}
		for name, value := range try.form {
			form[name] = value
		}
		r, err := p.post(ctx, try.path, form)
		if err != nil {
			return finding{}, err
		}
		if r.ok() {
			done = append(done, try.what)
		}
	}
	return verdict(len(done) == 0, "done without a code: %s", strings.Join(append(done, "no more"), ", ")), nil
}

// signUpReveals compares the answers for a known address with those for an unknown one.
func signUpReveals(ctx context.Context, s *scene) (finding, error) {
	if err := s.person(otherHome).signUp(ctx, "Known"); err != nil {
		return finding{}, err
	}
	_, _ = s.command(ctx, "user", "confirm-email", "Known") // where addresses are confirmed
	var answers [2]string
	for i, emails := range [][2]string{{"unknown@example.org", "other@example.org"}, {"Known@example.org", "known@example.org"}} {
		p, changer := s.person(fmt.Sprintf("127.3.%d.1", i+1)), s.person(fmt.Sprintf("127.4.%d.1", i+1))
		r, err := p.post(ctx, "/signup", map[string]string{"email": emails[0], "name": fmt.Sprintf("Asker%d", i), "password": password, "again": password})
		if err != nil {
			return finding{}, err
		}
		if err := changer.signUp(ctx, fmt.Sprintf("Changer%d", i)); err != nil {
			return finding{}, err
		}
		change, err := changer.post(ctx, "/account/email", map[string]string{"current": password, "email": emails[1]})
		if err != nil {
			return finding{}, err
		}
		answers[i] = fmt.Sprintf("status %d and %d", r.status, change.status)
	}
	return verdict(answers[0] == answers[1], "for an unknown address %s, for a known one %s", answers[0], answers[1]), nil
}

// turnOnTwoFactor turns on two-factor authentication.
func (p *person) turnOnTwoFactor(ctx context.Context) error {
	r, err := p.must(ctx, "/account/two-factor", map[string]string{"current": password})
	if err != nil {
		return err
	}
	var answer struct{ Secret string }
	if err := r.read(&answer); err != nil {
		return err
	}
	code, err := totp.Code(strings.ReplaceAll(answer.Secret, " ", ""), time.Now())
	if err == nil {
		_, err = p.must(ctx, "/account/two-factor/on", map[string]string{"current": password, "code": code})
	}
	return err
}

// administrators lets one administrator act against another.
func administrators(ctx context.Context, s *scene) (finding, error) {
	admin := s.person(otherHome)
	for i, name := range []string{"Firstadmin", "Secondadmin"} {
		p := admin
		if i > 0 {
			p = s.person("127.3.5.1")
		}
		if err := p.signUp(ctx, name); err != nil {
			return finding{}, err
		}
		if _, err := s.command(ctx, "user", "make-admin", name); err != nil {
			return finding{}, err
		}
	}
	var done []string
	for what, form := range map[string]map[string]string{"ban": nil, "role": {"role": "player"}} {
		form = mapWith(form, "current", password)
		r, err := admin.post(ctx, "/player/Secondadmin/"+what, form)
		if err != nil {
			return finding{}, err
		}
		if r.ok() {
			done = append(done, what)
		}
	}
	return verdict(len(done) == 0, "done by another administrator: %s", strings.Join(append(done, "no more"), ", ")), nil
}

func mapWith(form map[string]string, name, value string) map[string]string {
	with := map[string]string{name: value}
	for k, v := range form {
		with[k] = v
	}
	return with
}
