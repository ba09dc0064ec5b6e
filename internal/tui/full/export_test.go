// SPDX-License-Identifier: Apache-2.0

package full

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// Beat is the message of the screen's timer.
var Beat tea.Msg = reply((*Model).passTime)

// Still keeps a screen from waking itself; tests send Beat instead.
func (m *Model) Still() {
	m.after = func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
}
