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
	"cairn/tablebase"
)

// Options are what a dialogue needs.
type Options struct {
	Game    *catalog.Entry   // that is played first
	Games   *catalog.Catalog // to choose from by the option Game; nil for Game alone
	Version string           // of this program
	In      io.Reader
	Out     io.Writer
	Folder  string // of solved tables; empty for none
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

// dialogue is one session of the protocol. Long work runs in tasks, one at a time. Only
// tasks use the thinker and the tables.
type dialogue struct {
	given   Options
	game    *catalog.Entry
	options options

	playedLine

	thinker catalog.Thinker  // nil until it is needed
	tables  tablebase.Tables // nil until they are needed, or if there are none
	opened  bool             // the tables have been opened, or cannot be

	writing sync.Mutex
	job     *task    // nil when idle
	waiting []string // commands that came during the job
	closed  bool     // no more input
}

// task is work that runs beside the dialogue.
type task struct {
	cancel  context.CancelFunc
	done    chan struct{}
	search  bool               // has been asked for by "go"
	best    found              // what the search has found, once it is done
	stopped bool               // by "stop"
	endless bool               // ends only when it is cancelled
	hit     context.CancelFunc // ends the pondering; nil if it does not ponder
}

// grace is the time that "quit" leaves for pending answers, so that a script can be piped
// in as a whole.
const grace = 2 * time.Second

// mostWaiting bounds the queue of commands.
const mostWaiting = 1000

func newDialogue(o Options) *dialogue {
	o.Game.UseTables(o.Folder)
	return &dialogue{given: o, game: o.Game, options: newOptions(o.Folder), playedLine: lineFrom(o.Game.Start())}
}

// say writes one line; jobs call it too.
func (d *dialogue) say(format string, args ...any) {
	line := fmt.Sprintf(format, args...) + "\n"
	d.writing.Lock()
	defer d.writing.Unlock()
	fmt.Fprint(d.given.Out, line) // the caller notices a broken output
}

// complain reports an error on one line.
func (d *dialogue) complain(err error) {
	d.say("error %s", strings.ReplaceAll(err.Error(), "\n", "; "))
}

// run answers until "quit" or the end of the input, and finishes pending commands.
func (d *dialogue) run(ctx context.Context, lines <-chan inputLine) error {
	defer d.halt()
	jobs, hurry := context.WithCancel(ctx)
	defer hurry()
	for !d.closed || d.job != nil {
		var done <-chan struct{}
		if d.job != nil {
			done = d.job.done
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-done:
			d.finish(jobs)
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
				d.take(jobs, line.text)
			}
		}
	}
	return ctx.Err() // the end of ctx ends the input too
}

// take executes a line, or queues it while a task runs, unless it acts on the search.
func (d *dialogue) take(ctx context.Context, line string) {
	switch {
	case d.job == nil:
		d.execute(ctx, line)
	case d.interrupts(line):
	case len(d.waiting) == mostWaiting:
		d.complain(fmt.Errorf(`%d commands wait for the search to end: want "stop"`, mostWaiting))
	default:
		d.waiting = append(d.waiting, line)
	}
}

// interrupts executes a line that acts on the search under way, and reports
// whether it is one.
func (d *dialogue) interrupts(line string) bool {
	switch {
	case line == "stop" && (d.job.search && !d.job.stopped || len(d.waiting) == 0):
		d.job.stopped = true
		d.job.cancel()
	case !d.job.search:
		return false
	case line == "isready":
		d.say("readyok")
	case line == "ponderhit" && d.job.hit != nil:
		d.job.hit()
		d.job.hit, d.job.endless = nil, false
	default:
		return false
	}
	return true
}

// finish ends the task and executes the queued commands.
func (d *dialogue) finish(ctx context.Context) {
	d.endJob()
	for len(d.waiting) > 0 {
		line := d.waiting[0]
		if d.job == nil {
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

// start runs a job.
func (d *dialogue) start(ctx context.Context, work func(context.Context)) {
	ctx, cancel := context.WithCancel(ctx)
	d.launch(&task{cancel: cancel}, func() { work(ctx) })
}

// launch runs a job that is made already.
func (d *dialogue) launch(j *task, work func()) {
	j.done = make(chan struct{})
	d.job = j
	go func() {
		defer close(j.done)
		work()
	}()
}

func (d *dialogue) stopEndless() {
	if d.job != nil && d.job.endless {
		d.job.cancel()
	}
}

// halt cancels the job and waits for its last answer.
func (d *dialogue) halt() {
	if d.job != nil {
		d.job.cancel()
		<-d.job.done
		d.endJob()
	}
}

// endJob ends a job that is done. The answer of a search is printed when the search is
// over for the dialogue too: a "stop" that follows it is for the next one.
func (d *dialogue) endJob() {
	j := d.job
	j.cancel()
	d.job = nil
	if j.search {
		d.sayBest(j.best)
	}
}
