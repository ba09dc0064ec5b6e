// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"cairn/internal/failure"
)

const (
	// maxDetail bounds what a user writes in a report, in characters.
	maxDetail = 1000
	// maxReports bounds the open reports of a user.
	maxReports = 20
	// shownReports is how many open reports moderators see at once.
	shownReports = 100
)

// ReportReasons are the reasons for which a user can be reported.
var ReportReasons = []string{"cheating", "abuse", "name", "something-else"}

// Report is what a user reports to moderators about another one.
type Report struct {
	ID     string
	User   string // who is reported
	By     string // who reports; empty once that account is deleted
	Reason string // one of ReportReasons
	Detail string // may be empty
	At     time.Time
	Closed time.Time // zero while it is open
}

// ReportStore keeps reports. They are deleted with the reported user.
type ReportStore interface {
	// CreateReport stores a report; *failure.TakenError if its user has an open one by
	// the same user. If announce is set, it is also put into the outbox of the webhook.
	CreateReport(ctx context.Context, r Report, announce bool) error
	FindReport(ctx context.Context, id string) (Report, error)
	// FindOpenReports returns the open reports, the oldest first, at most limit.
	FindOpenReports(ctx context.Context, limit int) ([]Report, error)
	// FindReportsBy returns all reports by a user, the oldest first.
	FindReportsBy(ctx context.Context, user string) ([]Report, error)
	// CloseReport closes an open report; failure.ErrNotFound if there is none.
	CloseReport(ctx context.Context, id string, now time.Time) error
}

// Reports are the reports of users to moderators.
type Reports struct {
	accounts *Service
	store    ReportStore
	announce bool
}

// Create reports an account. NotFound "no-user"; Invalid for a reason that does not
// exist or a text that is too long; Forbidden "report-self", "account-needed" for
// guests, "report-twice" while an earlier report is open, "report-many".
func (s Reports) Create(ctx context.Context, by User, name, reason, detail string) error {
	detail = strings.TrimSpace(strings.ToValidUTF8(detail, "\uFFFD"))
	switch {
	case by.ID == "" || by.Guest:
		return failure.New(failure.Forbidden, "account-needed")
	case !slices.Contains(ReportReasons, reason):
		return failure.Field(failure.Invalid, "reason", "no-choice", nil)
	case utf8.RuneCountInString(detail) > maxDetail || strings.ContainsRune(detail, 0):
		return failure.Field(failure.Invalid, "detail", "report-long", nil)
	}
	user, err := s.accounts.users.FindUserByName(ctx, strings.TrimSpace(name))
	if err != nil {
		return failure.Missing(err, "no-user")
	}
	if user.ID == by.ID {
		return failure.New(failure.Forbidden, "report-self")
	}
	own, err := s.store.FindReportsBy(ctx, by.ID)
	if err != nil {
		return err
	}
	if len(slices.DeleteFunc(own, func(r Report) bool { return !r.Closed.IsZero() })) >= maxReports {
		return failure.New(failure.Forbidden, "report-many")
	}
	r := Report{ID: RandomText(12), User: user.ID, By: by.ID, Reason: reason, Detail: detail, At: s.accounts.now()}
	return failure.IfTaken(s.store.CreateReport(ctx, r, s.announce), failure.Forbidden, "report-twice")
}

// Find returns a report; NotFound if there is none.
func (s Reports) Find(ctx context.Context, id string) (Report, error) {
	return s.store.FindReport(ctx, id)
}

// Open returns the oldest open reports, for moderators and administrators; Forbidden
// "not-allowed" for others.
func (s Reports) Open(ctx context.Context, by User) ([]Report, error) {
	if !by.isStaff() {
		return nil, failure.New(failure.Forbidden, "not-allowed")
	}
	return s.store.FindOpenReports(ctx, shownReports)
}

// By returns the reports that a user has made, for the export of that user.
func (s Reports) By(ctx context.Context, user string) ([]Report, error) {
	return s.store.FindReportsBy(ctx, user)
}

// Close closes a report. Forbidden "not-allowed" unless by is a moderator or an
// administrator, NotFound "report-gone" if it is not open.
func (s Reports) Close(ctx context.Context, by User, id string) error {
	if !by.isStaff() {
		return failure.New(failure.Forbidden, "not-allowed")
	}
	return failure.Missing(s.store.CloseReport(ctx, id, s.accounts.now()), "report-gone")
}

// isStaff reports whether a user is a moderator or an administrator.
func (u User) isStaff() bool { return !u.Banned && (u.Role == Moderator || u.Role == Admin) }
