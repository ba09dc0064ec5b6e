// SPDX-License-Identifier: Apache-2.0

package record

import "os"

// SaveFailing is Save with a disk on which the named step fails with err.
func SaveFailing(step string, err error, path string, r Record) error {
	d := disk{sync: (*os.File).Sync, rename: os.Rename, syncFolder: syncFolder}
	switch step {
	case "sync":
		d.sync = func(*os.File) error { return err }
	case "rename":
		d.rename = func(string, string) error { return err }
	case "sync folder":
		d.syncFolder = func(string) error { return err }
	}
	return d.save(path, nil, []Record{r})
}
