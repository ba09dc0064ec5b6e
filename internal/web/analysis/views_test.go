// SPDX-License-Identifier: Apache-2.0

package analysis_test

import (
	"testing"

	"cairn/internal/web/analysis"
	"cairn/internal/web/webtest"
)

func TestViews(t *testing.T) { webtest.CheckViews(t, analysis.Files, analysis.Views) }
