// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
)

const (
	userColumns = `id, name, email, unconfirmed, unconfirmed_since, password, guest, created, role, banned, settings, secret, step,
codes, auth_version, passkeys, bot`

	insertUser = `INSERT INTO users (id, name, name_folded, email, email_folded, password, guest, created, role, banned,
settings, secret, step, codes, auth_version, unconfirmed, unconfirmed_folded, unconfirmed_since, passkeys, bot)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`

	updateUser = `UPDATE users SET name = $2, name_folded = $3, email = $4, email_folded = $5, password = $6, guest = $7,
created = $8, role = $9, banned = $10, settings = $11, secret = $12, step = $13, codes = $14, auth_version = $15,
unconfirmed = $16, unconfirmed_folded = $17, unconfirmed_since = $18, passkeys = $19, bot = $20 WHERE id = $1`

	findUser = `SELECT ` + userColumns + ` FROM users WHERE id = $1`

	// The name of one account may be the email address of another: the address wins,
	// unless it is not confirmed.
	findUserByLogin = `SELECT ` + userColumns + ` FROM users
WHERE (email_folded = $1 OR name_folded = $1 OR unconfirmed_folded = $1) AND NOT guest
ORDER BY CASE WHEN email_folded = $1 THEN 0 WHEN name_folded = $1 THEN 1 ELSE 2 END, unconfirmed_since, id LIMIT 1`

	findUserByName = `SELECT ` + userColumns + ` FROM users WHERE name_folded = $1 AND NOT guest`

	forgetUnconfirmed = `UPDATE users SET unconfirmed = '', unconfirmed_folded = NULL, unconfirmed_since = NULL
WHERE unconfirmed_folded = $1`

	findNames = `SELECT id, name, bot FROM users WHERE id IN (`

	findTaken = `SELECT CASE WHEN email_folded = $3 THEN 'email' ELSE 'name' END AS field FROM users
WHERE id <> $1 AND (name_folded = $2 OR email_folded = $3) ORDER BY field LIMIT 1`
)

// columnsOfUser is userColumns of the table u, for queries of several tables.
var columnsOfUser = `u.` + strings.Join(strings.Fields(userColumns), ` u.`)

func userValues(u account.User) []any {
	return []any{
		u.ID, u.Name, account.FoldLogin(u.Name), u.Email, orNull(account.FoldLogin(u.Email)), u.Password, u.Guest, u.Created.UnixMilli(),
		string(u.Role), u.Banned, u.Settings, u.TwoFactor.Secret, u.TwoFactor.Step, strings.Join(u.TwoFactor.Codes, " "),
		u.Version, u.Unconfirmed, orNull(account.FoldLogin(u.Unconfirmed)), millisOrNull(u.UnconfirmedSince), u.TwoFactor.Passkeys,
		u.Bot,
	}
}

func userTargets(u *account.User) []any {
	return []any{
		&u.ID, &u.Name, &u.Email, &u.Unconfirmed, moment(&u.UnconfirmedSince), &u.Password, &u.Guest, moment(&u.Created),
		&u.Role, &u.Banned, &u.Settings, &u.TwoFactor.Secret, &u.TwoFactor.Step, words(&u.TwoFactor.Codes),
		&u.Version, &u.TwoFactor.Passkeys, &u.Bot,
	}
}

// CreateUser implements account.UserStore.
func (s *accounts) CreateUser(ctx context.Context, u account.User) error {
	return s.takenField(ctx, u, s.exec(ctx, "create user", insertUser, userValues(u)...))
}

// UpdateUser implements account.UserStore. change must be quick and not use the store:
// all other writers wait for it.
func (s *accounts) UpdateUser(ctx context.Context, id string, change func(*account.User) error) (account.User, error) {
	return s.writeUser(ctx, "update user", func(tx *transaction) account.User { return changeUser(tx, id, change) })
}

// writeUser is write for a function that changes a user. It completes a TakenError with
// the field.
func (s *accounts) writeUser(ctx context.Context, what string, f func(tx *transaction) account.User) (u account.User, err error) {
	err = s.write(ctx, what, func(tx *transaction) { u = f(tx) })
	if err != nil {
		return account.User{}, s.takenField(ctx, u, err)
	}
	return u, nil
}

// changeUser reads, changes and writes a user. After an error it returns the user as far
// as change has changed it: see takenField.
func changeUser(tx *transaction, id string, change func(*account.User) error) (u account.User) {
	if tx.scan(findUser, []any{id}, userTargets(&u)...); tx.err != nil {
		return u
	}
	had := u.TwoFactor.Passkeys
	tx.fail(change(&u))
	u.ID = id
	if had > 0 && u.TwoFactor.Passkeys == 0 {
		tx.exec(deletePasskeys, id)
	}
	tx.execOne(updateUser, userValues(u)...)
	return u
}

// UpdateAccess implements account.SessionStore.
func (s *accounts) UpdateAccess(ctx context.Context, id string, a account.AccessChange, change func(*account.User) error) (account.User, error) {
	return s.writeUser(ctx, "update access", func(tx *transaction) account.User { return changeAccess(tx, id, a, change) })
}

// changeAccess is UpdateAccess inside a transaction. After an error it returns the user
// like changeUser.
func changeAccess(tx *transaction, id string, a account.AccessChange, change func(*account.User) error) account.User {
	if a.Link != "" {
		checkLink(tx, a.Link, id, a.Now)
	}
	u := changeUser(tx, id, func(u *account.User) error {
		next := u.Version + 1
		err := change(u)
		u.Version = next
		return err
	})
	endSessionsOf(tx, id, a.Keep, a.Now)
	for _, purpose := range accessTokens {
		tx.exec(deleteTokenOf, string(purpose), id)
	}
	if a.Open.Hash != "" {
		addSession(tx, a.Open)
	}
	return u
}

// accessTokens are the purposes of the tokens that depend on how a user logs in.
var accessTokens = []account.Purpose{account.ResetPassword, account.TwoFactorLogIn, account.TwoFactorSetup, account.ConfirmEmail}

// ConfirmEmail implements account.UserStore.
func (s *accounts) ConfirmEmail(ctx context.Context, id, address string) (before, after account.User, err error) {
	after, err = s.writeUser(ctx, "confirm email", func(tx *transaction) account.User {
		u := changeUser(tx, id, func(u *account.User) error {
			before = *u
			if u.Unconfirmed == "" || account.FoldLogin(u.Unconfirmed) != account.FoldLogin(address) {
				return sql.ErrNoRows
			}
			u.Email, u.Unconfirmed, u.UnconfirmedSince = u.Unconfirmed, "", time.Time{}
			return nil
		})
		tx.exec(forgetUnconfirmed, account.FoldLogin(address))
		tx.exec(deleteTokenOf, string(account.ConfirmEmail), id)
		tx.exec(deleteTokenOf, string(account.ResetPassword), id)
		return u
	})
	if err != nil {
		return account.User{}, account.User{}, err
	}
	return before, after, nil
}

// takenField completes a TakenError with the field of the user that violates a unique
// constraint: the codes of drivers do not name it.
func (s *accounts) takenField(ctx context.Context, u account.User, err error) error {
	taken, is := errors.AsType[*failure.TakenError](err)
	if !is {
		return err
	}
	args := []any{u.ID, account.FoldLogin(u.Name), orNull(account.FoldLogin(u.Email))}
	found := s.row(ctx, "find the taken value", findTaken, args, &taken.Field)
	if found != nil && !errors.Is(found, failure.ErrNotFound) { // not found: it is the id
		return errors.Join(err, found)
	}
	return err
}

// FindUser implements account.UserStore.
func (s *accounts) FindUser(ctx context.Context, id string) (account.User, error) {
	return find(ctx, &s.base, "find user", findUser, []any{id}, userTargets)
}

// FindUserByLogin implements account.UserStore.
func (s *accounts) FindUserByLogin(ctx context.Context, login string) (account.User, error) {
	return find(ctx, &s.base, "find user by login", findUserByLogin, []any{account.FoldLogin(login)}, userTargets)
}

// FindUserByName implements account.UserStore.
func (s *accounts) FindUserByName(ctx context.Context, name string) (account.User, error) {
	return find(ctx, &s.base, "find user by name", findUserByName, []any{account.FoldLogin(name)}, userTargets)
}

// FindUsers implements account.UserStore.
func (s *accounts) FindUsers(ctx context.Context, f account.UserFilter) ([]account.User, error) {
	c := conditions{terms: []string{`NOT guest`}}
	if f.Role != "" {
		c.add(`role = ?`, string(f.Role))
		c.add(`role <> ''`) // the condition of the partial index
	}
	if f.Banned {
		c.add(`banned`)
	}
	if f.After != "" {
		c.add(`name_folded > ?`, account.FoldLogin(f.After))
	}
	query := `SELECT ` + userColumns + ` FROM users` + c.where() + ` ORDER BY name_folded` + c.limit(f.Limit)
	return list(ctx, &s.base, "find users", query, c.args, userTargets)
}

// FindNames implements account.UserStore.
func (s *accounts) FindNames(ctx context.Context, ids []string) (names map[string]string, bots map[string]bool, err error) {
	type user struct {
		id, name string
		bot      bool
	}
	found, err := listIn(ctx, &s.base, "find names", findNames, ids, func(u *user) []any { return []any{&u.id, &u.name, &u.bot} })
	if err != nil {
		return nil, nil, err
	}
	names, bots = make(map[string]string, len(found)), map[string]bool{}
	for _, u := range found {
		names[u.id] = u.name
		if u.bot {
			bots[u.id] = true
		}
	}
	return names, bots, nil
}

const hasPlayed = `SELECT 1 FROM players WHERE user_id = $1 LIMIT 1`

// MakeBot implements account.ProgramStore; ErrNotFound for an unknown user and a guest.
func (s *accounts) MakeBot(ctx context.Context, id string) (played bool, err error) {
	return writeValue(ctx, &s.base, "make bot", func(tx *transaction) (played bool) {
		changeUser(tx, id, func(u *account.User) error {
			if u.Guest {
				return sql.ErrNoRows
			}
			if !u.Bot {
				played = tx.find(hasPlayed, []any{id}, new(int))
				u.Bot = !played
			}
			return nil
		})
		return played
	})
}

const (
	deleteScores  = `DELETE FROM scores WHERE user_id = $1`
	deletePlayers = `DELETE FROM players WHERE user_id = $1`

	// Seeks, tokens, ratings, attempts at puzzles and drills are deleted with the user by foreign keys.
	deleteUser = `DELETE FROM users WHERE id = $1`
)

// DeleteUser implements account.UserStore; ErrNotFound for an unknown user.
func (s *accounts) DeleteUser(ctx context.Context, id string, now time.Time) error {
	return s.write(ctx, "delete user", func(tx *transaction) {
		endSessionsOf(tx, id, "", now)
		tx.exec(deleteScores, id)
		tx.exec(deletePlayers, id)
		tx.execOne(deleteUser, id)
	})
}

// Wipe implements account.ExpiryStore.
func (s *accounts) Wipe(ctx context.Context) error { return s.explain("wipe", s.db.Wipe(ctx)) }
