// SPDX-License-Identifier: Apache-2.0

package learn_test

import (
	"testing"

	"cairn/internal/web/learn"
	"cairn/internal/web/webtest"
)

func TestViews(t *testing.T) { webtest.CheckViews(t, learn.Files, learn.Views) }
