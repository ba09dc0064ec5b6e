// SPDX-License-Identifier: Apache-2.0

//go:build !linux && !darwin

package maker

import "errors"

// freeSpace is not known on other systems.
func freeSpace(string) (uint64, error) { return 0, errors.ErrUnsupported }
