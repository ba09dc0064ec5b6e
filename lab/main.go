// SPDX-License-Identifier: Apache-2.0

// Command lab measures and attacks Cairn. It is a module of its own: the product
// imports nothing of it, and its own dependencies are not in the product's go.mod.
//
// The package is wiring, one file for each command. Servers are the program of this tree,
// built when first needed, unless --program names another.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/internal/config"
)

func main() { os.Exit(run(os.Args[1:])) }

// run returns the exit status: 1 for an error, 2 for wrong usage.
func run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	p := &program{catalog: catalog.Standard(), in: os.Stdin, out: &printer{os.Stdout}, err: os.Stderr}
	defer p.close()
	root := p.root()
	root.SetArgs(args)
	command, err := root.ExecuteContextC(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintf(p.err, "%s: %v\n", command.CommandPath(), err)
	if errors.As(err, &usageError{}) {
		return 2
	}
	return 1
}

// program is one run of the command line.
type program struct {
	catalog *catalog.Catalog
	in      io.Reader
	out     *printer
	err     io.Writer

	server string // the program to measure; empty for this tree
	built  string // its folder, if it was built
}

func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use: "lab COMMAND", Short: "Measure and attack Cairn", SilenceErrors: true, SilenceUsage: true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.PersistentFlags().StringVar(&p.server, "program", "", "`FILE` of the server (default: built from this tree)")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		if cause := errors.Unwrap(err); cause != nil {
			err = cause // our own values have complete errors
		}
		return usageError{err}
	})
	root.AddCommand(serveCommand(p), ceilingCommand(p), scaleCommand(p), loginCommand(p), studyCommand(p), attackCommand(p),
		matchCommand(p), levelsCommand(p), probeCommand(p), shareCommand(p), bareCommand(p))
	return root
}

// cairn returns the path of the server.
func (p *program) cairn(ctx context.Context) (_ string, err error) {
	if p.server != "" {
		return p.server, nil
	}
	if p.built, err = os.MkdirTemp("", "cairn-lab-"); err != nil {
		return "", err
	}
	p.server = filepath.Join(p.built, "cairn")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", p.server, "cairn/cmd/cairn").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the server: %w\n%s", err, out)
	}
	return p.server, nil
}

func (p *program) close() {
	if p.built != "" {
		_ = os.RemoveAll(p.built)
	}
}

// tables returns the given folder of tables, else the one in the data folder.
func (p *program) tables(given string) (string, error) {
	if given != "" {
		return given, nil
	}
	c, err := config.Read(config.Environ(os.Environ()), &config.Flags{})
	if err != nil {
		return "", err
	}
	return c.Tables(), nil
}

// find returns the game with that name.
func (p *program) find(name string) (*catalog.Entry, error) {
	entry, err := p.catalog.Find(name)
	if err != nil {
		return nil, usageError{err}
	}
	return entry, nil
}

// usageError is an error of the command line itself.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// count wants a number of arguments.
func count(n int) cobra.PositionalArgs {
	return func(command *cobra.Command, args []string) error {
		if err := cobra.ExactArgs(n)(command, args); err != nil {
			return usageError{err}
		}
		return nil
	}
}

// printer is standard output.
type printer struct{ io.Writer }

// json prints one document on one line.
func (p *printer) json(document any) error {
	encoder := json.NewEncoder(p)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(document)
}

// row prints one figure with its name.
func (p *printer) row(name, format string, args ...any) {
	fmt.Fprintf(p, "%-18s "+format+"\n", append([]any{name}, args...)...)
}
