// SPDX-License-Identifier: Apache-2.0

package store

import (
	"database/sql"
	"encoding"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// orNull stores an empty text as NULL, which unique columns and indexes ignore.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// millisOrNull stores the zero time as NULL.
func millisOrNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

// moment scans milliseconds into a time in UTC; NULL is the zero time.
type moment struct{ *time.Time }

// Scan implements sql.Scanner.
func (m moment) Scan(value any) error {
	var millis sql.NullInt64
	if err := millis.Scan(value); err != nil {
		return err
	}
	*m.Time = time.Time{}
	if millis.Valid {
		*m.Time = time.UnixMilli(millis.Int64).UTC()
	}
	return nil
}

// word scans a text into a value that parses it, such as a status.
type word struct{ encoding.TextUnmarshaler }

// Scan implements sql.Scanner.
func (w word) Scan(value any) error {
	var text sql.NullString
	if err := text.Scan(value); err != nil {
		return err
	}
	if err := w.UnmarshalText([]byte(text.String)); err != nil {
		return fmt.Errorf("stored value: %w", err)
	}
	return nil
}

// numbers scans the format of formatNumbers; an empty text is nil.
type numbers struct{ list *[]float64 }

// Scan implements sql.Scanner.
func (n numbers) Scan(value any) error {
	var list []string
	if err := (words{&list}).Scan(value); err != nil {
		return err
	}
	*n.list = nil
	for _, text := range list {
		number, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("stored value: %w", err)
		}
		*n.list = append(*n.list, number)
	}
	return nil
}

// formatNumbers writes numbers with spaces between them.
func formatNumbers(list []float64) string {
	texts := make([]string, len(list))
	for i, number := range list {
		texts[i] = strconv.FormatFloat(number, 'g', -1, 64)
	}
	return strings.Join(texts, " ")
}

// placeholders returns "$first, …" for n arguments.
func placeholders(first, n int) string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf("$%d", first+i)
	}
	return strings.Join(texts, ", ")
}

// maxBatch bounds the ids in one query: databases bound the number of arguments.
const maxBatch = 256

// inBatches calls f for one batch of ids after another, with placeholders and
// arguments.
func inBatches(ids []string, f func(marks string, args []any) error) error {
	for batch := range slices.Chunk(ids, maxBatch) {
		if err := f(marks(1, batch)); err != nil {
			return err
		}
	}
	return nil
}

// marks returns placeholders and arguments for one value at least. Their number is a
// power of two, with the last value repeated if necessary, so that there are few query
// texts to prepare.
func marks(first int, values []string) (string, []any) {
	size := 1
	for size < len(values) {
		size *= 2
	}
	args := make([]any, size, size+1)
	for i := range args {
		args[i] = values[min(i, len(values)-1)]
	}
	return placeholders(first, size), args
}
