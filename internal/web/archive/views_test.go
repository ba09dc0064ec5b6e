// SPDX-License-Identifier: Apache-2.0

package archive_test

import (
	"testing"

	"cairn/internal/web/archive"
	"cairn/internal/web/webtest"
)

func TestViews(t *testing.T) { webtest.CheckViews(t, archive.Files, archive.Views) }
