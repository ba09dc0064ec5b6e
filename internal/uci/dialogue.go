// SPDX-License-Identifier: Apache-2.0

// Package uci is a line protocol between the engine and another program: UCI, the protocol
// of chess engines, or UGI, its generalisation, with Cairn's own texts for positions and
// moves. The commands of both are always accepted. docs/protocol.md describes it.
//
// The package does not search and does not read tables itself: it calls the catalogue. It
// parses no flags and has no default folders.
package uci

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"cairn/catalog"
	"cairn/engine"
	"cairn/tablebase"
)

// Options are what a dialogue needs.
type Options struct {
	Game    *catalog.Entry   // the initial game
	Games   *catalog.Catalog // to choose from by the option Game; nil for Game alone
	Version string           // of this program
	In      io.Reader
	Out     io.Writer
	Folder  string // of tables; empty for none
	// OpenTables opens the tables of a game in a folder.
	OpenTables func(ctx context.Context, game *catalog.Entry, folder string) (tablebase.Tables, error)
}

// Run answers commands until "quit", the end of the input or the end of ctx.
func Run(ctx context.Context, o Options) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the reading of the input
	d := newDialogue(o)
	defer func() { err = errors.Join(err, d.closeTables()) }()
	return d.run(ctx, readLines(ctx, o.In))
}

// dialogue is one session of the protocol. Long work runs in the background as a task, one at
// a time. Only tasks use the thinker and the tables.
type dialogue struct {
	given   Options
	game    *catalog.Entry
	options options

	playedLine

	thinker catalog.Thinker  // nil until it is needed
	tables  tablebase.Tables // nil until they are needed, or if there are none
	opened  bool             // opening the tables was tried

	writing sync.Mutex
	task    *task    // nil when idle
	waiting []string // commands queued during the task
	closed  bool     // no more input
}

// task is work in the background.
type task struct {
	cancel  context.CancelFunc
	done    chan struct{}
	search  bool               // begun by "go"
	best    found              // result of the search, once it is done
	stopped bool               // by "stop"
	endless bool               // it runs until it is cancelled
	hit     context.CancelFunc // ends the pondering; nil if it does not ponder
}

// grace is how long "quit" waits for pending answers, so that a whole script can be piped in.
const grace = 2 * time.Second

// mostWaiting bounds the queue of commands.
const mostWaiting = 1000

func newDialogue(o Options) *dialogue {
	o.Game.UseTables(o.Folder)
	return &dialogue{given: o, game: o.Game, options: options{threads: 1, lines: 1, tableMiB: engine.DefaultTableBytes >> 20, folder: o.Folder}, playedLine: lineFrom(o.Game.Start())}
}

// say writes one line; tasks call it too.
func (d *dialogue) say(format string, args ...any) {
	line := fmt.Sprintf(format, args...) + "\n"
	d.writing.Lock()
	defer d.writing.Unlock()
	fmt.Fprint(d.given.Out, line) // errors of the output are ignored: its end also ends the input
}

// complain reports an error on one line.
func (d *dialogue) complain(err error) {
	d.say("error %s", strings.ReplaceAll(err.Error(), "\n", "; "))
}

// run answers until "quit" or the end of the input, and finishes pending commands.
func (d *dialogue) run(ctx context.Context, lines <-chan inputLine) error {
	defer d.halt()
	tasks, hurry := context.WithCancel(ctx)
	defer hurry()
	for !d.closed || d.task != nil {
		var done <-chan struct{}
		if d.task != nil {
			done = d.task.done
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-done:
			d.finish(tasks)
		case line, more := <-lines:
			switch {
			case !more || line.text == "quit":
				d.closed, lines = true, nil
				d.stopEndless()
				if more {
					time.AfterFunc(grace, hurry)
				}
			case line.err != nil:
				d.complain(line.err)
			default:
				d.take(tasks, line.text)
			}
		}
	}
	return ctx.Err() // the end of ctx ends the input too
}

// take executes a line, or queues it while a task runs, unless it acts on the search.
func (d *dialogue) take(ctx context.Context, line string) {
	switch {
	case d.task == nil:
		d.execute(ctx, line)
	case d.interrupts(line):
	case len(d.waiting) == mostWaiting:
		d.complain(fmt.Errorf(`%d commands wait for the search to end: want "stop"`, mostWaiting))
	default:
		d.waiting = append(d.waiting, line)
	}
}

// interrupts executes a line if it acts on the running search, and reports whether it does.
func (d *dialogue) interrupts(line string) bool {
	switch {
	case line == "stop" && (d.task.search && !d.task.stopped || len(d.waiting) == 0):
		d.task.stopped = true
		d.task.cancel()
	case !d.task.search:
		return false
	case line == "isready":
		d.say("readyok")
	case line == "ponderhit" && d.task.hit != nil:
		d.task.hit()
		d.task.hit, d.task.endless = nil, false
	default:
		return false
	}
	return true
}

// finish ends the task and executes queued commands until one begins the next task.
func (d *dialogue) finish(ctx context.Context) {
	d.endTask()
	for len(d.waiting) > 0 {
		line := d.waiting[0]
		if d.task == nil {
			d.execute(ctx, line)
		} else if !d.interrupts(line) {
			break
		}
		d.waiting = d.waiting[1:]
	}
	if d.closed {
		d.stopEndless()
	}
}

// execute runs the command on a line.
func (d *dialogue) execute(ctx context.Context, line string) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return
	}
	command, err := findCommand(words[0])
	if err != nil {
		d.complain(err)
		return
	}
	if err := command.do(d, ctx, words[1:]); err != nil {
		d.complain(fmt.Errorf("%s: %w", command.name, err))
	}
}

// start runs work as a task.
func (d *dialogue) start(ctx context.Context, work func(context.Context)) {
	ctx, cancel := context.WithCancel(ctx)
	d.launch(&task{cancel: cancel}, func() { work(ctx) })
}

// launch runs the work of a task.
func (d *dialogue) launch(j *task, work func()) {
	j.done = make(chan struct{})
	d.task = j
	go func() {
		defer close(j.done)
		work()
	}()
}

func (d *dialogue) stopEndless() {
	if d.task != nil && d.task.endless {
		d.task.cancel()
	}
}

// halt cancels the task and waits for its last answer.
func (d *dialogue) halt() {
	if d.task != nil {
		d.task.cancel()
		<-d.task.done
		d.endTask()
	}
}

// endTask ends a task that is done. The answer of a search is printed only then, so that a
// "stop" after the answer is for the next search.
func (d *dialogue) endTask() {
	j := d.task
	j.cancel()
	d.task = nil
	if j.search {
		d.sayBest(j.best)
	}
}
