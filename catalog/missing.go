// SPDX-License-Identifier: Apache-2.0

package catalog

// Missing returns the names of the optional parts that a rule set lacks. The
// game works without each of them, only less well.
func (b *binding[P, M]) Missing() []string {
	var missing []string
	for _, part := range []struct {
		name string
		has  bool
	}{
		{"reasons for refusals", b.Explain != nil},
		{"evaluation", b.Eval != nil},
		{"greed", b.Greed != nil},
		{"fast paths", b.Over != nil && b.AppendTakes != nil && b.Sketch != nil},
		{"index", b.Index != nil},
	} {
		if !part.has {
			missing = append(missing, part.name)
		}
	}
	return missing
}
