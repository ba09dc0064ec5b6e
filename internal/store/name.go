// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
)

// FindNames implements account.Store.
func (s *Store) FindNames(ctx context.Context, ids []string) (map[string]string, error) {
	names := make(map[string]string, len(ids))
	err := inBatches(ids, func(marks string, args []any) error {
		query := `SELECT id, name FROM users WHERE id IN (` + marks + `)`
		return s.rows(ctx, "find names", query, args, func(rows *sql.Rows) error {
			var id, name string
			err := rows.Scan(&id, &name)
			names[id] = name
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return names, nil
}
