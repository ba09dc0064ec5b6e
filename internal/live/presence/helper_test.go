// SPDX-License-Identifier: Apache-2.0

package presence_test

import (
	"context"

	"cairn/internal/account/accounttest"
)

var (
	background = context.Background()
	must       = accounttest.Must
)
