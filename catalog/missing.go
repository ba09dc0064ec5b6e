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
		{"evaluation", b.def.Eval != nil},
		{"greed", b.def.Greed != nil},
		{"fast paths", b.def.Over != nil && b.def.AppendTakes != nil && b.def.Sketch != nil},
		{"index", b.def.Index != nil},
	} {
		if !part.has {
			missing = append(missing, part.name)
		}
	}
	return missing
}
