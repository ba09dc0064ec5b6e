// SPDX-License-Identifier: Apache-2.0

package catalog_test

import (
	"testing"

	"cairn/catalog"
)

// Every standard game is measured at its start and in the middle, never in a
// position that is over.
func TestSamples(t *testing.T) {
	for _, entry := range catalog.Standard().All() {
		info, samples := entry.Info(), entry.Samples()
		if got, want := samples[0].String(), entry.Start().String(); got != want {
			t.Errorf("%s: got %s first, want the start %s", info.ID, got, want)
		}
		if info.Family == info.ID && len(samples) < 3 {
			t.Errorf("%s: got %d samples, want at least two besides the start", info.ID, len(samples))
		}
		for _, s := range samples {
			if s.Result().Over() {
				t.Errorf("%s: %s is over", info.ID, s)
			}
		}
	}
}
