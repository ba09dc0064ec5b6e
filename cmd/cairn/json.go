// SPDX-License-Identifier: Apache-2.0

package main

import "encoding/json"

// printJSON prints one document on one line.
func (p *program) printJSON(document any) error {
	encoder := json.NewEncoder(p.out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(document)
}
