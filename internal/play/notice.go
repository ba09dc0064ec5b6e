// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"errors"
	"time"

	"cairn/match"
)

// noticeBack is how far back to look for matches that other programs ended:
// longer than a look and a commit take together.
const noticeBack = 5 * time.Second

// notice looks for matches that another program on the same store has ended, as
// banning or deleting somebody at the command line does, and shows those who
// watch them. Those that ended here are known already.
func (s *Service) notice(ctx context.Context) error {
	list, err := s.store.FindMatches(ctx, Filter{
		Statuses: []match.Status{match.Over}, Since: s.now().Add(-noticeBack), Limit: 1000,
	})
	for _, info := range list {
		err = errors.Join(err, s.catchUp(ctx, info))
	}
	return err
}

// catchUp brings a match that is in memory to where the store is.
func (s *Service) catchUp(ctx context.Context, info Info) error {
	s.rooms.Lock()
	r := s.rooms.open[info.ID]
	s.rooms.Unlock()
	if r == nil {
		return nil
	}
	r.Lock()
	defer r.Unlock()
	if r.Info.Seq >= info.Seq {
		return nil
	}
	if err := s.refresh(ctx, r); err != nil {
		return err
	}
	s.bus.Publish(matchTopic(info.ID), r.Info.Seq)
	return nil
}
