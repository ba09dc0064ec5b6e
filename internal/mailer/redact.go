// SPDX-License-Identifier: Apache-2.0

package mailer

import (
	"regexp"
	"strings"
)

// hidden stands for what a log must not have.
const hidden = "(address)"

var address = regexp.MustCompile(`[^\s<>"']*@[^\s<>"']*`)

// redact returns the text of an error without addresses and without words that
// begin like the recipient's, as servers like to repeat both. Rather too much is
// hidden than too little.
func redact(err error, to string) string {
	text := strings.ReplaceAll(err.Error(), `\n`, " ") // replies of many lines are quoted
	text = address.ReplaceAllString(text, hidden)
	if local, _, _ := strings.Cut(to, "@"); local != "" {
		begin := regexp.MustCompile(`(?i)(^|[^\pL\pN])` + regexp.QuoteMeta(local))
		text = begin.ReplaceAllString(text, "${1}"+hidden)
	}
	return strings.Join(strings.Fields(text), " ")
}
