// SPDX-License-Identifier: Apache-2.0

//go:build !linux && !darwin

package server

// fileLimit is not known on other systems.
func fileLimit() int { return 0 }
