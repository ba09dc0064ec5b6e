// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"io"

	"cairn/catalog"
)

// program is one run of the command line: what it is given and where it prints.
type program struct {
	catalog *catalog.Catalog
	env     func(name string) string
	names   func() []string // of the variables that are set; nil for none
	in      io.Reader
	out     *printer
	err     io.Writer
}

// run is the whole program. It returns the exit status.
func run(ctx context.Context, args []string, env environment, in io.Reader, out, err io.Writer) (status int) {
	p := &program{catalog: catalog.Standard(), env: env.get, names: env.names, in: in, out: &printer{Writer: out}, err: err}
	defer func() {
		switch fault := recover(); {
		case fault == nil:
		case env.get("CAIRN_TRACE") != "":
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
	return p.tell(command, failure)
}

// printer is standard output. It keeps the first failure, so that what prints
// need not look: a full disk is told once, at the end.
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
