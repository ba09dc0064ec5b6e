// SPDX-License-Identifier: Apache-2.0

package puzzle_test

import (
	"testing"

	"cairn/internal/web/puzzle"
	"cairn/internal/web/webtest"
)

func TestViews(t *testing.T) { webtest.CheckViews(t, puzzle.Files, puzzle.Views) }
