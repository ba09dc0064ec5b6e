// SPDX-License-Identifier: Apache-2.0

package password

// The list of common passwords, unpacked and as stored.
var (
	CommonList = common
	Stored     = commonList
	Unpack     = unpack
)
