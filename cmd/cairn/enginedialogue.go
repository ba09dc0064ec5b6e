// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"cairn/catalog"
	"cairn/tablebase"
)

// dialogue is one run of the line protocol. What takes long is done beside it,
// one job at a time; only jobs touch the thinker and the tables, and between
// jobs nothing else does.
type dialogue struct {
	program *program
	entry   *catalog.Entry
	options engineOptions

	course

	thinker catalog.Thinker // nil until it is needed
	tables  tablebase.Tables  // nil until they are needed, or if there are none
	opened  bool            // the tables have been looked for

	writing sync.Mutex
	job     *engineJob // nil when idle
	waiting []string   // commands that came during the job
	closed  bool       // no more input
}

// engineJob is work that runs beside the dialogue.
type engineJob struct {
	cancel  context.CancelFunc
	done    chan struct{}
	endless bool // ends only when it is stopped
}

// grace is how long "quit" leaves for answers that are due: enough for a script
// that is piped in as a whole.
const grace = 2 * time.Second

// mostWaiting is how many commands may wait for a job to end.
const mostWaiting = 1000

func newDialogue(p *program, entry *catalog.Entry, folder string) *dialogue {
	entry.UseTables(folder)
	return &dialogue{program: p, entry: entry, options: newEngineOptions(folder), course: courseFrom(entry.Start())}
}

// say writes one line; jobs do so too.
func (d *dialogue) say(format string, args ...any) {
	line := fmt.Sprintf(format, args...) + "\n"
	d.writing.Lock()
	defer d.writing.Unlock()
	fmt.Fprint(d.program.out, line) // the printer keeps what goes wrong
}

// complain tells what was wrong, on one line whatever the error is made of.
func (d *dialogue) complain(err error) {
	d.say("error %s", strings.ReplaceAll(err.Error(), "\n", "; "))
}

// run answers until "quit" or the end of the input, and what was asked before.
func (d *dialogue) run(ctx context.Context, lines <-chan engineLine) error {
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
	return nil
}

// take carries a line out, or lets it wait. What may be asked at any time is
// answered at any time.
func (d *dialogue) take(ctx context.Context, line string) {
	switch {
	case d.job == nil:
		d.carryOut(ctx, line)
	case line == "stop":
		d.job.cancel()
	case line == "isready":
		d.say("readyok")
	case len(d.waiting) == mostWaiting:
		d.complain(fmt.Errorf(`%d commands wait for the search to end: want "stop"`, mostWaiting))
	default:
		d.waiting = append(d.waiting, line)
	}
}

// finish forgets the job that has ended and carries out what has waited for it.
func (d *dialogue) finish(ctx context.Context) {
	d.job.cancel()
	d.job = nil
	for d.job == nil && len(d.waiting) > 0 {
		line := d.waiting[0]
		d.waiting = d.waiting[1:]
		d.carryOut(ctx, line)
	}
}

// carryOut does what a line says.
func (d *dialogue) carryOut(ctx context.Context, line string) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return
	}
	verb, err := findVerb(words[0])
	if err != nil {
		d.complain(err)
		return
	}
	if err := verb.do(d, ctx, words[1:]); err != nil {
		d.complain(fmt.Errorf("%s: %w", verb.name, err))
	}
}

// start runs a job. Nobody could stop an endless one when the input has ended.
func (d *dialogue) start(ctx context.Context, endless bool, work func(context.Context)) {
	ctx, cancel := context.WithCancel(ctx)
	job := &engineJob{cancel, make(chan struct{}), endless}
	d.job = job
	go func() {
		defer close(job.done)
		work(ctx)
	}()
	if d.closed {
		d.stopEndless()
	}
}

func (d *dialogue) stopEndless() {
	if d.job != nil && d.job.endless {
		d.job.cancel()
	}
}

// halt ends the job, which says its last word.
func (d *dialogue) halt() {
	if d.job != nil {
		d.job.cancel()
		<-d.job.done
		d.job = nil
	}
}
