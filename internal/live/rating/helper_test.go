// SPDX-License-Identifier: Apache-2.0

package rating_test

import (
	"context"
	"testing"

	"cairn/internal/account/accounttest"
	"cairn/internal/live/livetest"
)

var (
	background = context.Background()
	must       = accounttest.Must
	wantCode   = accounttest.WantCode
	wantKey    = accounttest.WantKey
)

// house is a livetest.House with the checks of this package.
type house struct{ *livetest.House }

func newHouse(t testing.TB) *house { return &house{livetest.New(t)} }
