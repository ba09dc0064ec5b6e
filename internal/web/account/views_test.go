// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"testing"

	"cairn/internal/web/account"
	"cairn/internal/web/webtest"
)

func TestViews(t *testing.T) { webtest.CheckViews(t, account.Files, account.Views) }
