// SPDX-License-Identifier: Apache-2.0

package notify_test

import (
	"testing"

	"go.uber.org/goleak"
)

// Streams, workers and watchers end with the server.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
