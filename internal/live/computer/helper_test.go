// SPDX-License-Identifier: Apache-2.0

package computer_test

import (
	"context"

	"cairn/internal/account/accounttest"
)

var (
	background = context.Background()
	must       = accounttest.Must
	wantCode   = accounttest.WantCode
	wantKey    = accounttest.WantKey
)
