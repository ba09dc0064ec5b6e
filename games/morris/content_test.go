// SPDX-License-Identifier: Apache-2.0

package morris_test

import (
	"testing"

	"cairn/games/morris"
	"cairn/internal/content/contenttest"
)

func TestContent(t *testing.T) { contenttest.Run(t, morris.Defs, nil, "fr", "de") }
