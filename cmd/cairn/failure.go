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
	exitUsage       = 2       // the program was used wrongly
	exitInterrupted = 128 + 2 // as shells report a program ended by signal 2
)

// usageError is wrong usage: what was typed is at fault, not what it names.
type usageError struct{ error }

// usagef returns a usageError.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// errTold ends a command that has told already what was wrong.
var errTold = errors.New("told already")

// tell prints how a command failed, if it did, and returns the exit status.
func (p *program) tell(command *cobra.Command, failure error) int {
	var usage usageError
	switch {
	case failure == nil:
		return exitOK
	case errors.Is(failure, errTold):
		return exitWrong
	case errors.Is(failure, context.Canceled):
		fmt.Fprintf(p.err, "%s: interrupted\n", command.CommandPath())
		return exitInterrupted
	}
	fmt.Fprintf(p.err, "%s: %v\n", command.CommandPath(), failure)
	if !errors.As(failure, &usage) {
		return exitWrong
	}
	fmt.Fprintf(p.err, "run %q to see how it is used\n", helpFor(command))
	return exitUsage
}

// helpFor returns the line to type for help on a command.
func helpFor(command *cobra.Command) string {
	line := []string{command.Root().Name(), "help"}
	if path := strings.Fields(command.CommandPath())[1:]; command.Name() != "help" {
		line = append(line, path...)
	}
	return strings.Join(line, " ")
}

// flagFailure is what cobra calls when it cannot read the flags.
func flagFailure(command *cobra.Command, err error) error {
	if typed := command.Flags().Args(); command.HasSubCommands() && len(typed) > 0 {
		return unknownCommand(command, typed) // whose flags they are cannot be told
	}
	cause := errors.Unwrap(err)
	if cause == nil {
		return usageError{err}
	}
	var syntax *strconv.NumError
	if errors.As(cause, &syntax) { // of the flags that cobra reads, only switches have a value
		return usagef("%swant true or false", strings.TrimSuffix(err.Error(), cause.Error()))
	}
	return usageError{cause} // our own flags say all there
}
