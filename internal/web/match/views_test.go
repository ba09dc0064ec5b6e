// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"testing"

	"cairn/internal/web/match"
	"cairn/internal/web/webtest"
)

func TestViews(t *testing.T) { webtest.CheckViews(t, match.Files, match.Views) }
