// SPDX-License-Identifier: Apache-2.0

package lobby

// Wake returns the channel that is closed when the readers are woken next.
func (l *Lobby) Wake() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.wake
}
