// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// operands checks arguments by the command's own usage line, so that help and
// program agree: NAME is needed, [NAME] may be left out, NAME… may be repeated.
func operands(command *cobra.Command, args []string) error {
	words := strings.Fields(command.Use)[1:]
	for i, word := range words {
		if i >= len(args) && !strings.HasPrefix(word, "[") {
			return usagef("missing %s", strings.TrimSuffix(word, "…"))
		}
	}
	if n := len(words); len(args) > n && (n == 0 || !strings.Contains(words[n-1], "…")) {
		return usagef("one argument too many: %q", args[n])
	}
	return nil
}
