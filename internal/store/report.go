// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/webhook"
)

const (
	reportColumns = `id, user_id, COALESCE(by_user, ''), reason, detail, at, closed`

	insertReport = `INSERT INTO reports (id, user_id, by_user, reason, detail, at) VALUES ($1, $2, $3, $4, $5, $6)`

	findReport = `SELECT ` + reportColumns + ` FROM reports WHERE id = $1`

	findOpenReports = `SELECT ` + reportColumns + ` FROM reports WHERE closed IS NULL ORDER BY at, id LIMIT $1`

	findReportsBy = `SELECT ` + reportColumns + ` FROM reports WHERE by_user = $1 ORDER BY at, id`

	closeReport = `UPDATE reports SET closed = $2 WHERE id = $1 AND closed IS NULL`
)

func reportTargets(r *account.Report) []any {
	return []any{&r.ID, &r.User, &r.By, &r.Reason, &r.Detail, moment(&r.At), moment(&r.Closed)}
}

// CreateReport implements account.ReportStore.
func (s *accounts) CreateReport(ctx context.Context, r account.Report, announced bool) error {
	return s.write(ctx, "create report", func(tx *transaction) {
		args := []any{r.ID, r.User, orNull(r.By), r.Reason, r.Detail, r.At.UnixMilli()}
		s.insertUnique(tx, &failure.TakenError{Field: "report"}, insertReport, args...)
		if announced {
			announce(tx, webhook.UserReported, r.ID, r.At)
		}
	})
}

// FindReport implements account.ReportStore.
func (s *accounts) FindReport(ctx context.Context, id string) (account.Report, error) {
	return find(ctx, &s.base, "find report", findReport, []any{id}, reportTargets)
}

// FindOpenReports implements account.ReportStore.
func (s *accounts) FindOpenReports(ctx context.Context, limit int) ([]account.Report, error) {
	return list(ctx, &s.base, "find open reports", findOpenReports, []any{limit}, reportTargets)
}

// FindReportsBy implements account.ReportStore.
func (s *accounts) FindReportsBy(ctx context.Context, user string) ([]account.Report, error) {
	return list(ctx, &s.base, "find reports of a user", findReportsBy, []any{user}, reportTargets)
}

// CloseReport implements account.ReportStore.
func (s *accounts) CloseReport(ctx context.Context, id string, now time.Time) error {
	return s.execOne(ctx, "close report", closeReport, id, now.UnixMilli())
}
