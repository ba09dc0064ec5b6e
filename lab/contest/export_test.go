// SPDX-License-Identifier: Apache-2.0

package contest

import (
	"testing"

	"cairn/internal/uci/driver"
)

// SetProgramOptions replaces the options of programs during a test.
func SetProgramOptions(t *testing.T, o driver.Options) {
	before := programOptions
	programOptions = o
	t.Cleanup(func() { programOptions = before })
}
