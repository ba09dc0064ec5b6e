// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"
)

// endings tells who wants to know which sessions have ended.
type endings struct {
	sync.Mutex
	seq   int64 // of the last one that was told
	tells []func(hash string)
}

// OnSessionEnd calls f with the hash of every session that is ended before its
// time: at once when it is ended here, within a second when by another program on
// the same store. f must be quick. It must be called before Start.
func (s *Service) OnSessionEnd(f func(hash string)) {
	s.endings.tells = append(s.endings.tells, f)
}

// skipEndings leaves out what ended before the service started: nobody has a
// stream yet.
func (s *Service) skipEndings(ctx context.Context) error {
	_, last, err := s.store.FindEnded(ctx, math.MaxInt64)
	s.endings.seq = last
	return err
}

// watchOthers looks for sessions and matches that other programs ended.
func (s *Service) watchOthers() {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	faults := s.newFaults("watch what other programs do")
	for {
		select {
		case <-s.stopped.Done():
			return
		case <-ticker.C:
			faults.note(errors.Join(s.tellEndings(s.stopped), s.notice(s.stopped)))
		}
	}
}

// tellEndings tells of each session that has ended since the last time, once.
func (s *Service) tellEndings(ctx context.Context) error {
	s.endings.Lock()
	defer s.endings.Unlock()
	if len(s.endings.tells) == 0 {
		return nil
	}
	list, _, err := s.store.FindEnded(ctx, s.endings.seq)
	for _, ended := range list {
		for _, tell := range s.endings.tells {
			tell(ended.Hash)
		}
		s.endings.seq = ended.Seq
	}
	return err
}

// announce tells at once of sessions that were ended here, if they were. When
// that fails, the watch will tell.
func (s *Service) announce(ctx context.Context, err error) error {
	if err != nil {
		return err
	}
	if err := s.tellEndings(context.WithoutCancel(ctx)); err != nil {
		s.log.Warn("tell of ended sessions", "err", err)
	}
	return nil
}
