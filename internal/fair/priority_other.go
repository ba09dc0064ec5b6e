// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package fair

// lowerPriority does nothing: elsewhere a priority belongs to the whole process.
func lowerPriority() {}
