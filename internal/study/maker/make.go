// SPDX-License-Identifier: Apache-2.0

package maker

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	"cairn/internal/filelock"
	"cairn/internal/study"
	"cairn/solver"
	"cairn/tablebase"
)

// The errors of Make, beside the errors of package solver.
var (
	ErrBusy = errors.New("another process makes tables in this folder")
	ErrDisk = errors.New("not enough room on the disk")
)

// Make makes the tables of some steps, and calls report with the progress of the solver.
// It locks the folder: the error is ErrBusy while another process holds the lock, and
// ErrDisk when less than the reserve is free on the disk. Finished tables stay when it
// is cancelled.
func Make(ctx context.Context, steps []Step, o Options, report func(*Step, solver.Progress)) error {
	release, err := lockFolder(o.Dir)
	if err != nil {
		return err
	}
	defer release()
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(o.Memory - o.Memory/16)))
	for i := range steps {
		if err := steps[i].run(ctx, o, report); err != nil {
			return err
		}
	}
	return nil
}

// Room fails with ErrDisk if writing so many bytes would not leave the reserve free.
func (o Options) Room(bytes uint64) error {
	if has := used(o.Dir); o.Disk > 0 && has+bytes > o.Disk {
		return fmt.Errorf("%w: tables need about %d MB more, have %d MB and may have %d MB", ErrDisk, bytes/1e6, has/1e6, o.Disk/1e6)
	}
	free, err := freeSpace(nearest(o.Dir))
	if err != nil {
		return nil // it is not known on this system
	}
	if free < o.Reserve || free-o.Reserve < bytes {
		return fmt.Errorf("%w: tables need about %d MB more and %d MB are to stay free, but %s has %d MB",
			ErrDisk, bytes/1e6, o.Reserve/1e6, o.Dir, free/1e6)
	}
	return nil
}

// used returns the bytes of all files in a folder.
func used(dir string) (n uint64) {
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			if info, err := e.Info(); err == nil {
				n += uint64(info.Size())
			}
		}
		return nil
	})
	return n
}

// nearest returns a folder, or its nearest ancestor that exists.
func nearest(dir string) string {
	for {
		if _, err := os.Stat(dir); err == nil || filepath.Dir(dir) == dir {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// Fitting returns the steps that leave the reserve free on the disk, and appends the
// others to left.
func (o Options) Fitting(steps []Step, left []string) ([]Step, []string) {
	var fitting []Step
	need := uint64(0)
	for _, s := range steps {
		if err := o.Room(need + s.Cost.Disk); err != nil {
			left = append(left, fmt.Sprintf("%s: %v", &s, err))
			continue
		}
		need += s.Cost.Disk
		fitting = append(fitting, s)
	}
	return fitting, left
}

// lockFolder locks the folder, and creates it if needed.
func lockFolder(dir string) (release func(), err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("folder of tables: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(dir, ".making.lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("folder of tables: %w", err)
	}
	switch err := filelock.Lock(file); {
	case errors.Is(err, filelock.ErrLocked):
		return nil, errors.Join(fmt.Errorf("%w: %s", ErrBusy, dir), file.Close())
	case err != nil:
		return nil, errors.Join(fmt.Errorf("lock %s: %w", file.Name(), err), file.Close())
	}
	return func() {
		study.EndMaking(dir)
		file.Close()
	}, nil
}

// run makes the tables of a step. If a table that it needs is damaged, it verifies all
// of them and makes the damaged ones again.
func (s *Step) run(ctx context.Context, o Options, report func(*Step, solver.Progress)) error {
	beat := startHeartbeat(o.Dir, s)
	defer beat.stop()
	options := s.options(o)
	options.BeforeGroup = func() error { return o.Room(0) }
	options.Report = func(p solver.Progress) {
		beat.set(p)
		report(s, p)
	}
	err := s.Entry.Solve(ctx, options, func(solver.TierResult) {})
	if errors.Is(err, tablebase.ErrDamaged) || errors.Is(err, tablebase.ErrWrong) {
		options.SkipVerify = false
		err = s.Entry.Solve(ctx, options, func(solver.TierResult) {})
	}
	return err
}

// heartbeat writes the progress of a step into the folder every few seconds.
type heartbeat struct {
	dir   string
	mutex sync.Mutex
	now   study.Making
	pace  Pace
	quit  chan struct{}
	ended sync.WaitGroup
}

func startHeartbeat(dir string, s *Step) *heartbeat {
	h := &heartbeat{dir: dir, quit: make(chan struct{})}
	h.now = study.Making{Game: s.Entry.Info().ID, Extent: string(s.Extent), Men: s.Men}
	h.write()
	h.ended.Go(func() {
		for {
			select {
			case <-time.After(study.MakingEvery):
				h.write()
			case <-h.quit:
				return
			}
		}
	})
	return h
}

func (h *heartbeat) set(p solver.Progress) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.pace.Add(p)
	if p.Total > 0 {
		h.now.Share = Reached(p) / float64(p.Total)
	}
	h.now.Left = 0
	if rate := h.pace.Rate(); rate > 0 {
		h.now.Left = int((float64(p.Total) - Reached(p)) / rate)
	}
}

func (h *heartbeat) write() {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	_ = study.WriteMaking(h.dir, h.now) // tables are made without it too
}

func (h *heartbeat) stop() {
	close(h.quit)
	h.ended.Wait()
}

// recent is the time over which the pace is measured. Tiers of one size differ: some are
// solved in seconds, others in minutes.
const recent = 5 * time.Minute

// Pace is the recent speed of a run. Kept tables and the time of reading them do not
// count.
type Pace struct{ marks []mark }

// mark is the work done by a time.
type mark struct {
	at     time.Duration
	solved float64
	kept   uint64
}

// Reached returns the number of positions done, the share of the current tiers included.
func Reached(p solver.Progress) float64 { return float64(p.Done) + p.Share*float64(p.Now) }

// Add adds a report of the solver.
func (s *Pace) Add(p solver.Progress) {
	next := mark{p.Elapsed, Reached(p) - float64(p.Kept), p.Kept}
	if n := len(s.marks); n > 0 && s.marks[n-1].kept != p.Kept {
		s.marks = s.marks[:0]
	}
	s.marks = append(s.marks, next)
	for len(s.marks) > 2 && next.at-s.marks[1].at >= recent {
		s.marks = s.marks[1:]
	}
}

// Rate returns the positions solved per second, 0 if not known yet: the slowest rate
// over at least half of the recent past, since slow tiers come last.
func (s *Pace) Rate() float64 {
	n := len(s.marks)
	if n == 0 || s.marks[0].at == s.marks[n-1].at {
		return 0
	}
	last, slowest := s.marks[n-1], math.Inf(1)
	for _, m := range s.marks {
		if 2*(last.at-m.at) < last.at-s.marks[0].at {
			break
		}
		slowest = min(slowest, (last.solved-m.solved)/(last.at-m.at).Seconds())
	}
	return slowest
}
