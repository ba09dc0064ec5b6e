// SPDX-License-Identifier: Apache-2.0

package store

import (
	"database/sql"
	"encoding"
	"fmt"
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

// moment is the scan target of a time in UTC that is stored in milliseconds; NULL is the
// zero time.
func moment(t *time.Time) any { return (*millis)(t) }

type millis time.Time

// Scan implements sql.Scanner.
func (m *millis) Scan(value any) error {
	var number sql.Null[int64]
	err := number.Scan(value)
	*m = millis{}
	if number.Valid {
		*m = millis(time.UnixMilli(number.V).UTC())
	}
	return err
}

// parsed is the scan target of a value that parses its text, such as a status.
func parsed(value encoding.TextUnmarshaler) any {
	return scanner(func(text string) error { return value.UnmarshalText([]byte(text)) })
}

// words is the scan target of words separated by spaces; an empty text is nil.
func words(list *[]string) any {
	return scanner(func(text string) error {
		*list = nil
		if text != "" {
			*list = strings.Fields(text)
		}
		return nil
	})
}

// numbers is the scan target of the format of formatNumbers; an empty text is nil.
func numbers(list *[]float64) any {
	return scanner(func(text string) error {
		*list = nil
		for word := range strings.FieldsSeq(text) {
			number, err := strconv.ParseFloat(word, 64)
			if err != nil {
				return err
			}
			*list = append(*list, number)
		}
		return nil
	})
}

// scanner reads a column of text; NULL is the empty text.
type scanner func(text string) error

// Scan implements sql.Scanner.
func (s scanner) Scan(value any) error {
	var text sql.NullString
	if err := text.Scan(value); err != nil {
		return err
	}
	if err := s(text.String); err != nil {
		return fmt.Errorf("stored value: %w", err)
	}
	return nil
}

// formatNumbers writes numbers with spaces between them.
func formatNumbers(list []float64) string { return strings.Trim(fmt.Sprint(list), "[]") }

// maxBatch bounds the ids in one query: databases bound the number of arguments.
const maxBatch = 256

// marks returns placeholders and arguments for one value at least. Their number is a
// power of two, with the last value repeated if necessary, so that there are few query
// texts to prepare.
func marks(first int, values []string) (string, []any) {
	size := 1
	for size < len(values) {
		size *= 2
	}
	args, texts := make([]any, size), make([]string, size)
	for i := range args {
		args[i], texts[i] = values[min(i, len(values)-1)], "$"+strconv.Itoa(first+i)
	}
	return strings.Join(texts, ", "), args
}
