// SPDX-License-Identifier: Apache-2.0

package move

import "time"

// SetServerWait changes how long connections of stopped servers may last; the
// returned function undoes it.
func SetServerWait(d time.Duration) (undo func()) {
	before := serverWait
	serverWait = d
	return func() { serverWait = before }
}
