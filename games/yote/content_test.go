// SPDX-License-Identifier: Apache-2.0

package yote_test

import (
	"testing"

	"cairn/games/yote"
	"cairn/internal/content/contenttest"
)

func TestContent(t *testing.T) { contenttest.Run(t, yote.Defs, nil, "fr", "de") }
