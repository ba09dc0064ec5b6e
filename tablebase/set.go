// SPDX-License-Identifier: Apache-2.0

package tablebase

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
)

// Set is the open tables of one rule set. It is safe for concurrent use.
type Set struct {
	key    Key
	tables map[Tier]*Table
	faults map[Tier]error
	hasWDL bool // some tables have no distances
}

// OpenSet opens all tables of a rule set in a folder. A faulty table does not affect the
// others: its error is returned by At and Faults. A folder without tables is no error: At
// then returns ErrMissing.
func OpenSet(dir string, key Key) (*Set, error) { return (&Set{key: key}).Reopen(dir) }

// Reopen opens the present tables of a folder. It shares unchanged files with s, which
// stays usable until it is closed.
func (s *Set) Reopen(dir string) (*Set, error) {
	tiers, err := list(filepath.Join(dir, s.key.Game))
	if err != nil {
		return nil, err
	}
	next := &Set{key: s.key, tables: map[Tier]*Table{}, faults: map[Tier]error{}}
	for _, tier := range tiers {
		t := s.tables[tier]
		if t == nil || !t.unchanged(Path(dir, s.key.Game, tier.String())) {
			if t, err = Open(dir, s.key, tier); errors.Is(err, ErrMissing) {
				continue // it was just removed
			}
			if err != nil {
				next.faults[tier] = err
				continue
			}
		}
		next.tables[tier] = t
		next.hasWDL = next.hasWDL || t.Kind == WDL
	}
	return next, nil
}

// list returns the tiers of the files in a folder.
func list(dir string) ([]Tier, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("tables: %w", err)
	}
	var tiers []Tier
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), Extension)
		if tier, err := ParseTier(name); ok && err == nil {
			tiers = append(tiers, tier)
		}
	}
	return tiers, nil
}

// Tables returns the sound tables by tier.
func (s *Set) Tables() map[Tier]*Table { return s.tables }

// Faults returns the errors of faulty tables by tier.
func (s *Set) Faults() map[Tier]error { return s.faults }

// At returns the value in a slot of a tier. It does not allocate unless it fails; the
// error is ErrMissing if the tier has no table.
func (s *Set) At(tier Tier, slot uint64) (Value, error) {
	if t := s.tables[tier]; t != nil {
		return t.At(slot)
	}
	if err := s.faults[tier]; err != nil {
		return 0, err
	}
	return 0, ErrMissing
}

// Distances reports whether all tables hold distances. If one does not, a search that
// meets it and others gives no reliable distance.
func (s *Set) Distances() bool { return !s.hasWDL }

// SetCache gives the tables a block cache of their own, of about so many bytes, for long
// searches. It must be called before the first of them.
func (s *Set) SetCache(bytes int64) {
	own := newCache(bytes)
	for _, t := range s.tables {
		t.cache = own
	}
}

// Bytes returns the size of the sound tables.
func (s *Set) Bytes() (n int64) {
	for _, t := range s.tables {
		n += t.Bytes()
	}
	return n
}

// Slots returns the number of values in the sound tables.
func (s *Set) Slots() (n uint64) {
	for _, t := range s.tables {
		n += t.Slots
	}
	return n
}

// Verify reads all tables and returns the errors of faulty ones by tier.
func (s *Set) Verify() map[Tier]error {
	faults := maps.Clone(s.faults)
	for tier, t := range s.tables {
		if err := t.Verify(); err != nil {
			faults[tier] = err
		}
	}
	return faults
}

// Close closes all tables.
func (s *Set) Close() error {
	var faults []error
	for _, t := range s.tables {
		faults = append(faults, t.Close())
	}
	return errors.Join(faults...)
}

// Remove deletes the tables of a game in a folder, temporary files of interrupted runs
// included, and returns the bytes freed.
func Remove(dir, id string) (freed int64, err error) {
	folder := filepath.Join(dir, id)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return 0, fmt.Errorf("remove tables: %w", err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), Extension) && !strings.HasPrefix(e.Name(), tempPrefix) {
			continue
		}
		info, err := e.Info()
		if err == nil {
			err = os.Remove(filepath.Join(folder, e.Name()))
		}
		if err != nil {
			return freed, fmt.Errorf("remove tables: %w", err)
		}
		freed += info.Size()
	}
	if err := os.Remove(folder); err != nil {
		return freed, fmt.Errorf("remove tables: %w", err) // the folder holds other files
	}
	return freed, nil
}
