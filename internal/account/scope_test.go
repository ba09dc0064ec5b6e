// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"testing"

	"cairn/internal/account"
)

func TestScopes(t *testing.T) {
	s, err := account.ParseScopes("play, read")
	if err != nil || s != account.ScopeRead|account.ScopePlay || s.String() != "read,play" {
		t.Errorf("got %v (%v)", s, err)
	}
	if !s.Allow(account.ScopePlay) || s.Allow(account.ScopeBot) || !account.Scopes(0).Allow(account.ScopeModerate) {
		t.Error("Allow is wrong")
	}
	if _, err := account.ParseScopes("read,everything"); err == nil {
		t.Error("an unknown scope was read")
	}
}
