// SPDX-License-Identifier: Apache-2.0

package notify_test

import (
	"testing"

	"cairn/internal/web/notify"
	"cairn/internal/web/webtest"
)

func TestViews(t *testing.T) { webtest.CheckViews(t, notify.Files, notify.Views) }
