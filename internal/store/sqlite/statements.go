// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// preparer is a connection or a pool of them.
type preparer interface {
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// statements is a store.Querier that caches prepared statements: parsing a query takes
// longer than running it.
type statements struct {
	source preparer
	mutex  sync.RWMutex
	known  map[string]*sql.Stmt
}

func newStatements(source preparer) *statements {
	return &statements{source: source, known: map[string]*sql.Stmt{}}
}

func (s *statements) find(query string) (*sql.Stmt, error) {
	s.mutex.RLock()
	statement := s.known[query]
	s.mutex.RUnlock()
	if statement != nil {
		return statement, nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if statement := s.known[query]; statement != nil {
		return statement, nil
	}
	// The statement outlives the context of the caller.
	statement, err := s.source.PrepareContext(context.Background(), query)
	if err == nil {
		s.known[query] = statement
	}
	return statement, err
}

// ExecContext implements store.Querier.
func (s *statements) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	statement, err := s.find(query)
	if err != nil {
		return nil, err
	}
	return statement.ExecContext(ctx, args...)
}

// QueryContext implements store.Querier.
func (s *statements) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	statement, err := s.find(query)
	if err != nil {
		return nil, err
	}
	return statement.QueryContext(ctx, args...)
}

// QueryRowContext implements store.Querier.
func (s *statements) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	statement, err := s.find(query)
	if err != nil { // returns the same error in a row
		return s.source.QueryRowContext(ctx, query, args...)
	}
	return statement.QueryRowContext(ctx, args...)
}

func (s *statements) close() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var err error
	for query, statement := range s.known {
		err = errors.Join(err, statement.Close())
		delete(s.known, query)
	}
	return err
}
