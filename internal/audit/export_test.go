// SPDX-License-Identifier: Apache-2.0

package audit

import "testing"

// SetPageSize changes pageSize for a test.
func SetPageSize(t *testing.T, n int) {
	before := pageSize
	pageSize = n
	t.Cleanup(func() { pageSize = before })
}
