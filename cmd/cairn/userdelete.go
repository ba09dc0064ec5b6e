// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"

	"github.com/spf13/cobra"

	"cairn/internal/account"
)

// removal is the deed that cannot be taken back.
var removal = deed{done: "is deleted", do: func(ctx context.Context, s *account.Service, name string) error {
	return s.Remove(ctx, account.Operator, name)
}}

func (p *program) userDeleteCommand() *cobra.Command {
	dir, sure := "", false
	command := &cobra.Command{
		Use:     "delete NAME",
		GroupID: groupServe,
		Short:   "Delete an account",
		Long: `Delete an account with all that is personal, for somebody who asks for it and cannot log
in. Running games are lost; what was played stays, with a seat that is nobody's. It
cannot be taken back, and so wants --yes.`,
		Example: example("cairn user delete Ada --yes"),
		Args:    operands,
		RunE: func(command *cobra.Command, args []string) error {
			if !sure {
				return usagef("%s would be gone for ever: say so with --yes", args[0])
			}
			return p.perform(command.Context(), dir, removal, args[0])
		},
	}
	p.dataFlag(command, &dir)
	command.Flags().BoolVar(&sure, "yes", false, "really")
	return command
}
