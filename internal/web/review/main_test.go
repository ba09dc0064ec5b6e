// SPDX-License-Identifier: Apache-2.0

package review_test

import (
	"testing"

	"go.uber.org/goleak"

	"cairn/internal/web/review"
	"cairn/internal/web/webtest"
)

// Streams, workers and watchers end with the server.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestViews(t *testing.T) { webtest.CheckViews(t, review.Files, review.Views) }
