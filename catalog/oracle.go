// SPDX-License-Identifier: Apache-2.0

package catalog

import (
	"context"

	"cairn/game"
	"cairn/tablebase"
)

// oracle asks tables by probing and by search.
type oracle[P game.Position[P, M], M comparable] struct{ *tablebase.Search[P, M] }

// Probe implements engine.Oracle.
func (o oracle[P, M]) Probe(p P) (game.Value, bool, error) {
	v, _, err := o.Search.Probe(p)
	return found(v, err)
}

// Value implements engine.Oracle.
func (o oracle[P, M]) Value(ctx context.Context, p P) (game.Value, bool, error) {
	v, _, err := o.Search.Value(ctx, p)
	if err != nil && ctx.Err() != nil {
		return 0, false, nil
	}
	return found(v, err)
}

// found makes an answer of one that may fail.
func found(v game.Value, err error) (game.Value, bool, error) {
	if unknown(err) {
		return 0, false, nil
	}
	return v, err == nil, err
}
