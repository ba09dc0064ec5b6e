// SPDX-License-Identifier: Apache-2.0

package qr

// For comparison with the tables of the standard.
var (
	Correction = correction
	FormatBits = formatBits
)
