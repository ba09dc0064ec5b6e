// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"context"
	"database/sql"

	driver "modernc.org/sqlite"
)

// Migrate is migrate.
var Migrate = migrate

// CopyAfter is copyAfter.
const CopyAfter = copyAfter

// BreakCommits makes every COMMIT fail for which broken returns true.
func (s *Store) BreakCommits(broken func() bool) error {
	return s.db.writer.between(context.Background(), func(connection *sql.Conn) error {
		return connection.Raw(func(c any) error {
			c.(driver.HookRegisterer).RegisterCommitHook(func() int32 {
				if broken() {
					return 1
				}
				return 0
			})
			return nil
		})
	})
}
