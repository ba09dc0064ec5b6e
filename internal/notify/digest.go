// SPDX-License-Identifier: Apache-2.0

package notify

import (
	"context"
	"slices"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/mail"
)

const (
	// Digests are sent after these hours of UTC: both, or the evening alone.
	morning = 5
	evening = 17
	// urgent is the time left for a move below which another mail is sent.
	urgent = 24 * time.Hour
	// digestBatch is how many digests are read at a time.
	digestBatch = 100
)

// Digests reports whether the server can send digests: it needs mail, and a public
// address for the links.
func (s *Service) Digests() bool { return s.Mail != nil && s.URL != "" }

// PerDay returns how many digests a user gets a day.
func (s *Service) PerDay(ctx context.Context, user string) (int, error) {
	d, err := s.Store.FindDigest(ctx, user)
	if failure.CodeOf(err) == failure.NotFound {
		return 0, nil
	}
	return d.PerDay, err
}

// SetPerDay sets how many digests an account gets a day: 0, 1 or 2. Invalid for
// other numbers; Forbidden for guests and accounts without a confirmed address.
func (s *Service) SetPerDay(ctx context.Context, user account.User, perDay int, lang string) error {
	switch {
	case perDay < 0 || perDay > 2:
		return failure.Field(failure.Invalid, "digest", "no-choice", nil)
	case perDay > 0 && (user.Guest || user.Email == "" || !s.Digests()):
		return failure.New(failure.Forbidden, "digest-address")
	}
	if now, err := s.PerDay(ctx, user.ID); err != nil || now == perDay {
		return err
	}
	return s.Store.SaveDigest(ctx, Digest{User: user.ID, PerDay: perDay, Last: s.Live.Cluster.Now(), Token: account.RandomText(32), Lang: lang})
}

// CheckToken returns NotFound "unsubscribe-gone" for a token that is in no digest.
func (s *Service) CheckToken(ctx context.Context, token string) error {
	_, err := s.Store.FindDigestByToken(ctx, token)
	return failure.Missing(err, "unsubscribe-gone")
}

// EndByToken ends the digests of a user by the link in one of them; NotFound
// "unsubscribe-gone".
func (s *Service) EndByToken(ctx context.Context, token string) error {
	d, err := s.Store.FindDigestByToken(ctx, token)
	if err != nil {
		return failure.Missing(err, "unsubscribe-gone")
	}
	d.PerDay, d.Last = 0, s.Live.Cluster.Now()
	return s.Store.SaveDigest(ctx, d)
}

// Export returns the subscriptions and the digest of a user.
func (s *Service) Export(ctx context.Context, user string) ([]Push, Digest, error) {
	list, err := s.Store.FindPushes(ctx, user, s.Live.Cluster.Now())
	if err != nil {
		return nil, Digest{}, err
	}
	d, err := s.Store.FindDigest(ctx, user)
	if failure.CodeOf(err) == failure.NotFound {
		err = nil
	}
	return list, d, err
}

// latest returns the last time before now at which one of the hours of a day began.
func latest(now time.Time, hours ...int) time.Time {
	for at := now.UTC().Truncate(time.Hour); ; at = at.Add(-time.Hour) {
		if slices.Contains(hours, at.Hour()) {
			return at
		}
	}
}

// sendDigests sends the digests that are due. Each is marked as sent first: two
// servers do not send it twice, and a crash loses one at most.
func (s *Service) sendDigests(ctx context.Context) error {
	if !s.Digests() {
		return nil
	}
	for {
		now := s.Live.Cluster.Now()
		due, err := s.Store.FindDueDigests(ctx, latest(now, evening), latest(now, morning, evening), digestBatch)
		if err != nil {
			return err
		}
		for _, d := range due {
			err := s.Store.TakeDigest(ctx, d, now)
			if failure.CodeOf(err) == failure.NotFound {
				continue // another server has it
			}
			if err == nil {
				err = s.sendDigest(ctx, d, now)
			}
			if err != nil {
				return err
			}
		}
		if len(due) < digestBatch {
			return nil
		}
	}
}

// isNews reports whether a match is worth a mail: it has begun to wait at the time of the
// last mail or later, or its time is nearly up.
func isNews(i *room.Info, last, now time.Time) bool {
	return !i.Updated.Before(last) || !i.Deadline.IsZero() && i.Deadline.Sub(now) < urgent
}

// sendDigest mails the matches that wait for a user, if one of them is new since
// the last digest or its time is nearly up.
func (s *Service) sendDigest(ctx context.Context, d Digest, now time.Time) error {
	user, err := s.Accounts.Find(ctx, d.User)
	if failure.CodeOf(err) == failure.NotFound || err == nil && (user.Banned || user.Email == "") {
		return nil
	}
	if err != nil {
		return err
	}
	list, err := s.Live.Notices.Running(ctx, user.ID)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(i room.Info) bool { return !i.Slow() || !i.WaitsFor(user.ID) })
	if !slices.ContainsFunc(list, func(i room.Info) bool { return isNews(&i, d.Last, now) }) {
		return nil
	}
	opponents := make([]string, len(list))
	for i := range list {
		_, opponents[i], _ = list[i].OpponentOf(user.ID)
	}
	names, err := s.named(ctx, opponents...)
	if err != nil {
		return err
	}
	end := s.URL + "/unsubscribe/" + d.Token
	subject, text := s.words.Digest(user, d.Lang, list, names, end)
	if !s.Mail(mail.Message{To: user.Email, Subject: subject, Text: text, Unsubscribe: end}) {
		s.Log.Warn("digest not sent: the queue of mail is full")
	}
	return nil
}
