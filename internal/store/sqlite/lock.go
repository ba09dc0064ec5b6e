// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// Lock keeps every other server out of a data folder until the returned function
// is called. The kernel lets go of the lock when the process ends, however it
// ends. Open locks by itself.
func Lock(dir string) (unlock func() error, err error) {
	path := filepath.Join(dir, "lock")
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, private)
	if err != nil {
		return nil, fmt.Errorf("lock data folder: %w", foreign(path, err))
	}
	switch err = lockFile(file); {
	case errors.Is(err, errLocked):
		err = fmt.Errorf("another server is running on the data folder %s: stop it, or choose another folder", dir)
	case err != nil:
		err = fmt.Errorf("lock data folder %s: %w", dir, err)
	}
	if err == nil {
		err = adopt(path)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return sync.OnceValue(file.Close), nil
}
