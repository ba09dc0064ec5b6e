// SPDX-License-Identifier: Apache-2.0

package settings_test

import (
	"testing"

	"cairn/internal/web/settings"
	"cairn/internal/web/webtest"
)

func TestViews(t *testing.T) { webtest.CheckViews(t, settings.Files, settings.Views) }
