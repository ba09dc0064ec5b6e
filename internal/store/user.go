// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
	"errors"

	"cairn/internal/play"
)

const (
	userColumns = `id, name, email, password, guest, created`

	insertUser = `INSERT INTO users (id, name, name_folded, email, email_folded, password, guest, created)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`

	updateUser = `UPDATE users SET name = $2, name_folded = $3, email = $4, email_folded = $5, password = $6, guest = $7,
created = $8 WHERE id = $1`

	findUser = `SELECT ` + userColumns + ` FROM users WHERE id = $1`

	// The name of one account may be the e-mail of another: the e-mail wins.
	findUserByLogin = `SELECT ` + userColumns + ` FROM users WHERE (email_folded = $1 OR name_folded = $1) AND NOT guest
ORDER BY CASE WHEN email_folded = $1 THEN 0 ELSE 1 END LIMIT 1`

	findTaken = `SELECT CASE WHEN email_folded = $3 THEN 'email' ELSE 'name' END AS field FROM users
WHERE id <> $1 AND (name_folded = $2 OR email_folded = $3) ORDER BY field LIMIT 1`
)

func userValues(u play.User) []any {
	return []any{
		u.ID, u.Name, fold(u.Name), u.Email, orNull(fold(u.Email)), u.Password, u.Guest, u.Created.UnixMilli(),
	}
}

func userTargets(u *play.User) []any {
	return []any{&u.ID, &u.Name, &u.Email, &u.Password, &u.Guest, moment{&u.Created}}
}

// CreateUser implements play.Store.
func (s *Store) CreateUser(ctx context.Context, u play.User) error {
	err := s.write(ctx, "create user", func(ctx context.Context, tx Querier) error {
		_, err := tx.ExecContext(ctx, insertUser, userValues(u)...)
		return err
	})
	return s.takenField(ctx, u, err)
}

// UpdateUser implements play.Store.
func (s *Store) UpdateUser(ctx context.Context, u play.User) error {
	err := s.write(ctx, "update user", func(ctx context.Context, tx Querier) error {
		return touch(ctx, tx, updateUser, userValues(u)...)
	})
	return s.takenField(ctx, u, err)
}

// takenField looks which value of a user another one has. Codes of drivers only
// tell that one is taken.
func (s *Store) takenField(ctx context.Context, u play.User, err error) error {
	var taken *play.ErrTaken
	if !errors.As(err, &taken) {
		return err
	}
	args := []any{u.ID, fold(u.Name), orNull(fold(u.Email))}
	found := s.row(ctx, "find who has the value", findTaken, args, &taken.Field)
	if found != nil && !errors.Is(found, play.ErrNotFound) { // not found: it is the id
		return errors.Join(err, found)
	}
	return err
}

// FindUser implements play.Store.
func (s *Store) FindUser(ctx context.Context, id string) (play.User, error) {
	var u play.User
	err := s.row(ctx, "find user", findUser, []any{id}, userTargets(&u)...)
	return u, err
}

// FindUserByLogin implements play.Store.
func (s *Store) FindUserByLogin(ctx context.Context, login string) (play.User, error) {
	var u play.User
	err := s.row(ctx, "find user by login", findUserByLogin, []any{fold(login)}, userTargets(&u)...)
	return u, err
}

// maxNames bounds the names asked for in one query; databases bound the number
// of arguments.
const maxNames = 256

// FindNames implements play.Store.
func (s *Store) FindNames(ctx context.Context, ids []string) (map[string]string, error) {
	names := make(map[string]string, len(ids))
	for len(ids) > 0 {
		n := min(len(ids), maxNames)
		if err := s.addNames(ctx, names, ids[:n]); err != nil {
			return nil, err
		}
		ids = ids[n:]
	}
	return names, nil
}

// addNames asks for a power of two of names, some of them twice, so that there
// are few query texts to prepare.
func (s *Store) addNames(ctx context.Context, names map[string]string, ids []string) error {
	size := 1
	for size < len(ids) {
		size *= 2
	}
	args := make([]any, size)
	for i := range args {
		args[i] = ids[min(i, len(ids)-1)]
	}
	query := `SELECT id, name FROM users WHERE id IN (` + placeholders(1, size) + `)`
	return s.rows(ctx, "find names", query, args, func(rows *sql.Rows) error {
		var id, name string
		err := rows.Scan(&id, &name)
		names[id] = name
		return err
	})
}
