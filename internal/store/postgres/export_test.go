// SPDX-License-Identifier: Apache-2.0

package postgres

import (
	"time"

	"cairn/internal/store"
)

// Alone returns a store that makes every append in a transaction of its own.
func (s *Store) Alone() *store.Store { return store.New(struct{ store.Database }{s.db}) }

// SetPatience changes how long a change may take.
func (s *Store) SetPatience(d time.Duration) { s.db.patience = d }
