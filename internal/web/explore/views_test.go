// SPDX-License-Identifier: Apache-2.0

package explore_test

import (
	"testing"

	"cairn/internal/web/explore"
	"cairn/internal/web/webtest"
)

func TestViews(t *testing.T) { webtest.CheckViews(t, explore.Files, explore.Views) }
