// SPDX-License-Identifier: Apache-2.0

// Command cairn plays, studies, solves and serves traditional stone games.
//
// The package is wiring, one file for each command: it parses flags, calls other
// packages and prints their results. It has no rules, no search, no server and no
// file format, and no package imports it.
//
// Results go to standard output, everything else to standard error. The exit status
// is 0 on success, 1 if the thing asked about is wrong, and 2 for wrong usage.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"text/tabwriter"

	"cairn/catalog"
	"cairn/internal/config"
	screen "cairn/internal/tui/full"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], config.Environ(os.Environ()), os.Stdin, os.Stdout, os.Stderr))
}

// program is one run of the command line: its inputs and outputs.
type program struct {
	catalog *catalog.Catalog
	env     config.Environment
	in      io.Reader
	out     *printer
	err     io.Writer

	asJSON bool   // --json
	tables string // --tables, or the folder in the data folder
}

// run is the whole program. It returns the exit status.
func run(ctx context.Context, args []string, env config.Environment, in io.Reader, out, err io.Writer) (status int) {
	p := &program{catalog: catalog.Standard(), env: env, in: in, out: &printer{Writer: out}, err: err}
	defer func() {
		switch fault := recover(); {
		case fault == nil:
		case env.Get("CAIRN_TRACE") != "":
			if broken, ok := fault.(*screen.Broken); ok {
				fmt.Fprintln(err, broken.Stack)
			}
			panic(fault)
		default:
			fmt.Fprintf(err, "cairn: internal error: %v; CAIRN_TRACE=1 shows where\n", fault)
			status = exitWrong
		}
	}()
	root := p.root()
	root.SetArgs(args)
	command, failure := root.ExecuteContextC(ctx)
	if failure == nil {
		failure = p.out.failure
	}
	return p.exitStatus(command, failure)
}

// printer is standard output. It keeps the first failure, so that callers need not
// check each one: a full disk is reported once, at the end.
type printer struct {
	io.Writer
	failure error
}

func (p *printer) Write(text []byte) (int, error) {
	n, err := p.Writer.Write(text)
	if err != nil && p.failure == nil {
		p.failure = fmt.Errorf("print the result: %w", err)
	}
	return n, err
}

// json prints one document on one line.
func (p *printer) json(document any) error {
	encoder := json.NewEncoder(p)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(document)
}

// table prints a header and a line for each row, with tabs between columns.
func table[T any](p *program, rows []T, header string, line func(row *T) string) error {
	table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, header)
	for i := range rows {
		fmt.Fprintln(table, line(&rows[i]))
	}
	return table.Flush()
}

// row prints one figure with its name.
func (p *printer) row(name, format string, args ...any) {
	fmt.Fprintf(p, "%-18s "+format+"\n", append([]any{name}, args...)...)
}
