// SPDX-License-Identifier: Apache-2.0

package rating_test

import (
	"context"

	"cairn/internal/account/accounttest"
)

var (
	background = context.Background()
	wantCode   = accounttest.WantCode
	wantKey    = accounttest.WantKey
)
