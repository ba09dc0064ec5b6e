// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package maker

// lowerPriority is not possible for one thread on other systems.
func lowerPriority() {}
