// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"cairn/internal/account"
	"cairn/internal/live"
)

// Store is a store under test.
type Store interface {
	account.Store
	live.Store
}
