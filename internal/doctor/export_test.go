// SPDX-License-Identifier: Apache-2.0

package doctor

// What the tests need of the inside.
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
	SpaceFinding       = spaceFinding
	SyncFinding        = syncFinding
)
