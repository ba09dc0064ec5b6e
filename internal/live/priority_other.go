// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package live

// lowerPriority does nothing: elsewhere a priority belongs to the whole process.
func lowerPriority() {}
