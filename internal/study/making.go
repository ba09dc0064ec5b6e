// SPDX-License-Identifier: Apache-2.0

package study

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

// Making is the progress of making tables in a folder.
type Making struct {
	Game    string    `json:"game"`
	Extent  string    `json:"extent"` // of the tables at the end; see solver.Extent
	Men     int       `json:"men"`    // of endings
	Share   float64   `json:"share"`  // of the work, from 0 to 1
	Left    int       `json:"left"`   // seconds, about; 0 if not known
	Process int       `json:"process"`
	Updated time.Time `json:"updated"`
}

// MakingEvery is how often WriteMaking is to be called.
const MakingEvery = 5 * time.Second

const (
	makingFile = ".making.json"
	// makingLost is the time without a heartbeat after which the process counts as dead.
	makingLost = 2 * time.Minute
)

// MakingIn returns the progress in a folder of tables, false if no process makes any.
func MakingIn(dir string) (Making, bool) {
	var m Making
	text, err := os.ReadFile(filepath.Join(dir, makingFile))
	if err != nil || json.Unmarshal(text, &m) != nil || time.Since(m.Updated) > makingLost {
		return Making{}, false
	}
	return m, true
}

// WriteMaking writes the progress as a heartbeat, by an atomic rename.
func WriteMaking(dir string, m Making) error {
	m.Updated, m.Process = time.Now().UTC(), os.Getpid()
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, makingFile)
	if err := os.WriteFile(path+".new", text, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// EndMaking removes the file of WriteMaking.
func EndMaking(dir string) { _ = os.Remove(filepath.Join(dir, makingFile)) }
