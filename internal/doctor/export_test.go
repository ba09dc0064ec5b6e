// SPDX-License-Identifier: Apache-2.0

package doctor

import "time"

// Internals for tests.
var (
	Answers            = answers
	CertificateFinding = certificateFinding
	CheckAddress       = checkAddress
	CheckFolder        = checkFolder
	CheckProxy         = checkProxy
	ClockFinding       = clockFinding
	FilesFinding       = filesFinding
	MemoryFinding      = memoryFinding
	NearestFolder      = nearestFolder
	OutboxFinding      = outboxFinding
	WebhookFinding     = webhookFinding
	SpaceFinding       = spaceFinding
	SyncFinding        = syncFinding
)

// SetReachTime changes how long databases and buses are tried; the returned function
// undoes it.
func SetReachTime(d time.Duration) (undo func()) {
	before := reachTime
	reachTime = d
	return func() { reachTime = before }
}
