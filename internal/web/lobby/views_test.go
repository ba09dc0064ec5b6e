// SPDX-License-Identifier: Apache-2.0

package lobby_test

import (
	"testing"

	"cairn/internal/web/lobby"
	"cairn/internal/web/webtest"
)

func TestViews(t *testing.T) { webtest.CheckViews(t, lobby.Files, lobby.Views) }
