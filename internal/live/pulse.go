// SPDX-License-Identifier: Apache-2.0

package live

import (
	"sync"
	"time"

	"cairn/internal/failure"
	"cairn/match"
)

// maxGap is the longest time between two beats that is charged to players. It is
// two ticks: one late beat is no outage, a missing one is. No outage of a second
// or more is charged.
const maxGap = 2 * tick

// ErrStopping is returned for commands while the server stops.
var ErrStopping = failure.New(failure.Unavailable, "stopping")

// pulse knows when the server could take moves. A beat succeeds when the process
// runs and the store has written it to the disk. Players are charged only for time
// between two beats that are close together, whatever was the cause of a gap: a
// crash, a full disk, or a process or machine that was suspended.
//
// If several nodes share the store, all of this is about them together: the last
// beat is that of any node. See nodes.
type pulse struct {
	shared bool // with other nodes
	sync.Mutex
	last   time.Time // the last beat; zero in a service that does not beat
	known  time.Time // when the last beat was read from a shared store
	since  time.Time // the first beat after the last gap
	failed int       // writes since the last beat that failed
	frozen bool      // the server stops
}

// wall returns a time without its monotonic part, which stands still while the
// machine is suspended. Matches count by the wall clock too.
func wall(t time.Time) time.Time { return t.Round(0) }

// gap returns the last beat, and whether players are not charged for the time
// since then.
func (p *pulse) gap(now time.Time) (last time.Time, is bool) {
	p.Lock()
	defer p.Unlock()
	return p.last, !p.last.IsZero() && (p.failed > 0 || wall(now).Sub(p.last) > maxGap)
}

// start sets the last beat of the server's former life.
func (p *pulse) start(last time.Time) {
	p.Lock()
	defer p.Unlock()
	p.last, p.failed = last, 1
}

// failures returns how many writes have failed since the last beat.
func (p *pulse) failures() int {
	p.Lock()
	defer p.Unlock()
	return p.failed
}

// beat notes a beat, unless more writes have failed than when it began.
func (p *pulse) beat(now time.Time, failures int) bool {
	p.Lock()
	defer p.Unlock()
	if p.failed != failures {
		return false
	}
	if now = wall(now); p.failed > 0 || now.Sub(p.last) > maxGap {
		p.since = now
	}
	p.last, p.failed = now, 0
	return true
}

// unsure reports whether a node must ask a shared store for the last beat before it
// decides anything: it did not beat, or could not write, for a while.
func (p *pulse) unsure(now time.Time) bool {
	p.Lock()
	defer p.Unlock()
	return p.failed > 0 || wall(now).Sub(p.last) > maxGap && wall(now).Sub(p.known).Abs() > maxGap
}

// learn notes the last beat of all nodes as of now. A node that did not know of it
// was away itself.
func (p *pulse) learn(last, now time.Time) {
	p.Lock()
	defer p.Unlock()
	now = wall(now)
	if now.Sub(p.last) > maxGap {
		p.since = now
	}
	if last.After(p.last) {
		p.last = last
	}
	p.known, p.failed = now, 0
}

// note looks at the error of a write: if nothing could be saved, the server has
// not taken moves since the last beat.
func (p *pulse) note(err error) {
	if !unsaved(err) {
		return
	}
	p.Lock()
	defer p.Unlock()
	p.failed++
}

// up returns since when the server has been up without a gap.
func (p *pulse) up() time.Time {
	p.Lock()
	defer p.Unlock()
	return p.since
}

// freeze lets no more commands through. It reports whether the service beats: one
// that never began does not know until when clocks ran.
func (p *pulse) freeze() bool {
	p.Lock()
	defer p.Unlock()
	p.frozen = true
	return !p.last.IsZero()
}

// stopping returns ErrStopping while the server stops.
func (p *pulse) stopping() error {
	p.Lock()
	defer p.Unlock()
	if p.frozen {
		return ErrStopping
	}
	return nil
}

// timed is an action at a time.
type timed struct {
	match.Action
	at time.Time
}

// steps returns an action with what must come before it. A paused match resumes
// with the first action. After a gap, a running clock is paused as of the last beat
// and resumes now.
func (p *pulse) steps(m match.Match, now time.Time, a match.Action) []timed {
	last, gap := p.gapOf(m, now)
	pause, resume := timed{match.Action{Kind: match.Pause}, last}, timed{match.Action{Kind: match.Resume}, now}
	clock := a.Kind == match.Pause || a.Kind == match.Resume
	switch {
	case m.Paused() && !clock:
		return []timed{resume, {a, now}}
	case !gap || !clockRuns(m):
		return []timed{{a, now}}
	case a.Kind == match.Pause:
		return []timed{pause}
	case a.Kind == match.Resume:
		return []timed{pause, resume}
	}
	return []timed{pause, resume, {a, now}}
}

// gapOf is gap for one match. In a shared store, another node may have settled the
// gap or taken a move since: the gap does not begin before the last event.
func (p *pulse) gapOf(m match.Match, now time.Time) (last time.Time, is bool) {
	last, is = p.gap(now)
	if p.shared && is {
		if m.At().After(last) {
			last = m.At()
		}
		is = wall(now).Sub(last) > maxGap
	}
	return last, is
}

// do is match.Do with the steps that must come before the action. It reports
// whether the match was ended instead, because the time was up.
func (p *pulse) do(m match.Match, now time.Time, a match.Action) (_ match.Match, events []match.Event, late bool, _ error) {
	next := m
	for _, step := range p.steps(m, now, a) {
		after, list, err := next.Do(step.at, step.Action)
		if err != nil {
			return m, nil, false, err
		}
		next, events = after, append(events, list...)
		if kind := list[len(list)-1].Kind; kind == match.Flagged || kind == match.Expired {
			return next, events, a.Kind != match.Flag, nil
		}
	}
	return next, events, false, nil
}

func clockRuns(m match.Match) bool {
	_, runs := m.Clock().Running()
	return runs && m.Status() == match.Playing && m.Clock().Control().Kind != match.NoClock
}

// unsaved reports whether an error says that nothing could be saved, or that this is
// not known.
func unsaved(err error) bool {
	code := failure.CodeOf(err)
	return code == failure.Unavailable || code == failure.Unknown
}
