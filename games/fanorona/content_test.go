// SPDX-License-Identifier: Apache-2.0

package fanorona_test

import (
	"testing"

	"cairn/games/fanorona"
	"cairn/internal/content/contenttest"
)

func TestContent(t *testing.T) { contenttest.Run(t, fanorona.Defs, nil, "fr", "de") }
