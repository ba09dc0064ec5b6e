// SPDX-License-Identifier: Apache-2.0

package api_test

import (
	"testing"

	"cairn/internal/web/api"
	"cairn/internal/web/webtest"
)

func TestViews(t *testing.T) { webtest.CheckViews(t, api.Files, api.Views) }
