// SPDX-License-Identifier: Apache-2.0

//go:build !linux && !darwin

package doctor

import (
	"errors"
	"io/fs"
)

// fileLimit is not known on other systems.
func fileLimit() (uint64, error) { return 0, errors.ErrUnsupported }

// freeSpace is not known on other systems.
func freeSpace(string) (uint64, error) { return 0, errors.ErrUnsupported }

// fileOwner is not known on other systems.
func fileOwner(fs.FileInfo) (uid int, known bool) { return 0, false }
