// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"testing"

	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

func TestViews(t *testing.T) { webtest.CheckViews(t, web.OwnFiles, web.Views) }
