// SPDX-License-Identifier: Apache-2.0

//go:build unix

package export_test

import (
	"testing"

	"cairn/internal/store"
	"cairn/internal/store/pgtest"
	"cairn/internal/store/postgres"
)

func init() {
	openPostgres = func(t *testing.T) *store.Store {
		t.Helper()
		s, err := postgres.Open(t.Context(), pgtest.URL(t), postgres.Options{})
		must(t, err)
		t.Cleanup(func() { must(t, s.Close()) })
		return s.Store
	}
}
