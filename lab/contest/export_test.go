// SPDX-License-Identifier: Apache-2.0

package contest

import (
	"testing"
	"time"

	"cairn/internal/uci/driver"
)

// SetProgramOptions replaces the options of programs during a test, and how long they may
// be silent.
func SetProgramOptions(t *testing.T, o driver.Options, silent time.Duration) {
	before, long := programOptions, quiet
	programOptions, quiet = o, silent
	t.Cleanup(func() { programOptions, quiet = before, long })
}
