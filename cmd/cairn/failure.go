// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// The exit statuses.
const (
	exitOK          = 0
	exitWrong       = 1       // the thing asked about is wrong
	exitUsage       = 2       // wrong usage
	exitInterrupted = 128 + 2 // as shells report a program ended by signal 2
)

// usageError is an error of the command line itself, not of the files or games it names.
type usageError struct{ error }

// usagef returns a usageError.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// errReported ends a command that has printed its errors.
var errReported = errors.New("reported")

// exitStatus prints the failure of a command, if any, and returns the exit status.
func (p *program) exitStatus(command *cobra.Command, failure error) int {
	var usage usageError
	switch {
	case failure == nil:
		return exitOK
	case errors.Is(failure, errReported):
		return exitWrong
	case errors.Is(failure, context.Canceled):
		fmt.Fprintf(p.err, "%s: interrupted\n", command.CommandPath())
		return exitInterrupted
	}
	fmt.Fprintf(p.err, "%s: %v\n", command.CommandPath(), failure)
	if !errors.As(failure, &usage) {
		return exitWrong
	}
	fmt.Fprintf(p.err, "run %q for usage\n", helpFor(command))
	return exitUsage
}

// helpFor returns the command line for help on a command.
func helpFor(command *cobra.Command) string {
	line := []string{command.Root().Name(), "help"}
	if path := strings.Fields(command.CommandPath())[1:]; command.Name() != "help" {
		line = append(line, path...)
	}
	return strings.Join(line, " ")
}

// flagFailure is called by cobra if it cannot parse the flags.
func flagFailure(command *cobra.Command, err error) error {
	if typed := command.Flags().Args(); command.HasSubCommands() && len(typed) > 0 {
		return unknownCommand(command, typed) // the flags belong to an unknown command
	}
	cause := errors.Unwrap(err)
	if cause == nil {
		return usageError{err}
	}
	var syntax *strconv.NumError
	if errors.As(cause, &syntax) { // only switches are parsed by cobra itself
		return usagef("%swant true or false", strings.TrimSuffix(err.Error(), cause.Error()))
	}
	return usageError{cause} // our own values have complete errors
}
