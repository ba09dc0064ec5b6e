// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
)

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
