// SPDX-License-Identifier: Apache-2.0

package lang_test

import (
	"testing"

	"cairn/internal/lang"
)

func BenchmarkText(b *testing.B) {
	c := lang.English()
	b.ReportAllocs()
	for b.Loop() {
		c.Text("note.moved", "from", "d6", "point", "d7")
	}
}
