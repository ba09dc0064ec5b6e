// SPDX-License-Identifier: Apache-2.0

package study

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

// Making is how far the making of tables in a folder has come.
type Making struct {
	Game    string    `json:"game"`
	Extent  string    `json:"extent"` // what will be exact then; see solver.Extent
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
	// makingLost is the time after which a process that wrote nothing has ended.
	makingLost = 2 * time.Minute
)

// MakingIn returns what is being made in a folder of tables, false if nothing is.
func MakingIn(dir string) (Making, bool) {
	var m Making
	text, err := os.ReadFile(filepath.Join(dir, makingFile))
	if err != nil || json.Unmarshal(text, &m) != nil || time.Since(m.Updated) > makingLost {
		return Making{}, false
	}
	return m, true
}

// WriteMaking writes how far the making of tables in a folder has come.
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

// EndMaking removes what WriteMaking has written.
func EndMaking(dir string) { _ = os.Remove(filepath.Join(dir, makingFile)) }
