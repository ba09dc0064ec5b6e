// SPDX-License-Identifier: Apache-2.0

package password

// The list, whole and as it is stored.
var (
	CommonList = common
	Stored     = commonList
	Unpack     = unpack
)
