// SPDX-License-Identifier: Apache-2.0

package uci

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/tablebase"
)

// defaultTime is the time of a full search without limits.
const defaultTime = time.Second

// think handles "go". An infinite search ends only when it is stopped, even if it
// has solved the position.
func (d *dialogue) think(ctx context.Context, words []string) error {
	l, err := readLimits(words, d.state.Turn())
	if err != nil {
		return err
	}
	q := catalog.Question{
		State: d.state, Recent: d.history.Recent(), Level: d.options.level, Limits: l.Limits, Seed: cmp.Or(d.options.seed, rand.Uint64()),
	}
	if d.options.lines > 1 {
		q.Lines = int(d.options.lines)
	}
	infinite, ponder := l.given["infinite"], l.given["ponder"]
	if !infinite && q.Level == "" && l.Limits == (engine.Limits{}) {
		q.Limits.Time = defaultTime
	}
	ctx, cancel := context.WithCancel(ctx)
	j := &task{cancel: cancel, search: true, endless: infinite || ponder}
	if ponder {
		var pondering context.Context
		pondering, j.hit = context.WithCancel(ctx)
		d.launch(j, func() { j.best = d.ponder(ctx, pondering, q) })
		return nil
	}
	d.launch(j, func() {
		j.best = d.bestMove(ctx, q)
		if infinite {
			<-ctx.Done()
		}
	})
	return nil
}

// ponder searches without limits until pondering ends. Unless ctx has ended too, the search
// within the limits follows and reuses the hash table. Levels do not search while they
// ponder, because that would make them stronger.
func (d *dialogue) ponder(ctx, pondering context.Context, q catalog.Question) found {
	best := found{move: "none"}
	if q.Level == "" {
		free := q
		free.Limits = engine.Limits{}
		best = d.bestMove(pondering, free)
	}
	<-pondering.Done()
	if ctx.Err() == nil || q.Level != "" {
		best = d.bestMove(ctx, q)
	}
	return best
}

// found is a move and the expected reply, which may be empty.
type found struct{ move, reply string }

// sayBest prints the answer to "go". The reply is printed only with the option Ponder, since
// some programs accept nothing after the move.
func (d *dialogue) sayBest(best found) {
	if d.options.ponder && best.reply != "" {
		d.say("bestmove %s ponder %s", best.move, best.reply)
		return
	}
	d.say("bestmove %s", best.move)
}

// bestMove finds a move and prints the progress. If the game is over the move is "none".
func (d *dialogue) bestMove(ctx context.Context, q catalog.Question) found {
	if q.State.Result().Over() {
		return found{move: "none"}
	}
	d.prepare(ctx)
	began := time.Now()
	known := d.known(ctx, q)
	q.Limits = after(q.Limits, time.Since(began))
	if len(known.moves) > 0 {
		if move, ok := d.exact(ctx, q, known); ok {
			return found{move: move}
		}
	}
	return d.search(ctx, q, known)
}

// search finds a move by search. If tables know the value, the move keeps it.
func (d *dialogue) search(ctx context.Context, q catalog.Question, known knowledge) found {
	var last catalog.Answer
	q.Report = func(a catalog.Answer) { d.infos(a); last = a }
	a, err := d.thinker.Think(ctx, q)
	if err != nil {
		d.complain(fmt.Errorf("go: %w", err))
		return found{move: "none"}
	}
	if a.Nodes != last.Nodes || a.Move != last.Move {
		d.infos(a)
	}
	best := found{move: known.keep(a.Move)}
	if best.move == a.Move && len(a.PV) > 1 {
		best.reply = a.PV[1]
	}
	return best
}

// after returns the limits that remain after some time.
func after(l engine.Limits, spent time.Duration) engine.Limits {
	if l.Time > 0 {
		l.Time = max(l.Time-spent, time.Millisecond)
	}
	if l.Clock.Left > 0 {
		l.Clock.Left = max(l.Clock.Left-spent, time.Millisecond)
	}
	return l
}

// infos prints the state of the search, with MultiPV a line for each of the best moves.
func (d *dialogue) infos(a catalog.Answer) {
	if len(a.Lines) == 0 {
		d.info(0, scoreText(a.Score), a)
	}
	for i, line := range a.Lines {
		line.Nodes, line.Elapsed = a.Nodes, a.Elapsed // one search finds all lines
		score := scoreText(line.Score)
		if line.Exact {
			score = exactText(line.Score)
		}
		d.info(i+1, score, line)
	}
}

// info prints one line; number is 0 if it is the only one.
func (d *dialogue) info(number int, score string, a catalog.Answer) {
	place := ""
	if number > 0 {
		place = fmt.Sprintf(" multipv %d", number)
	}
	perSecond := 0.0
	if a.Elapsed > 0 {
		perSecond = float64(a.Nodes) / a.Elapsed.Seconds()
	}
	d.say("info depth %d%s score %s nodes %d nps %.0f time %d pv %s",
		a.Depth, place, score, a.Nodes, perSecond, a.Elapsed.Milliseconds(), strings.Join(a.PV, " "))
}

// scoreText writes a score: in men, or the plies to a win or loss.
func scoreText(score int) string {
	plies, decided := engine.MateIn(score)
	switch {
	case decided && score > 0:
		return fmt.Sprintf("win %d", plies)
	case decided:
		return fmt.Sprintf("loss %d", plies)
	}
	return fmt.Sprintf("men %.2f", float64(score)/100)
}

// exactText writes an exact score.
func exactText(score int) string {
	v, _ := engine.Promises(score)
	text := "exact " + [...]string{"loss", "draw", "win"}[v+1]
	if plies, decided := engine.MateIn(score); decided {
		text += fmt.Sprintf(" %d", plies)
	}
	return text
}

// knowledge holds the values of a position and its moves from tables.
type knowledge struct {
	worth tablebase.Worth
	all   []tablebase.MoveWorth // the best first
	moves []string              // moves that keep the value, the best first; none if it is not known
}

// keep returns the given move if it keeps the value, else the best move that does.
func (k knowledge) keep(move string) string {
	if len(k.moves) == 0 || slices.Contains(k.moves, move) {
		return move
	}
	return k.moves[0]
}

// known probes the tables for a position, in a part of the time limit. Levels below perfect
// do not use tables here.
func (d *dialogue) known(ctx context.Context, q catalog.Question) knowledge {
	if q.Level != "" && q.Level != engine.Perfect {
		return knowledge{}
	}
	if most := cmp.Or(q.Limits.Time/2, q.Limits.Clock.Left/40); most > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, most)
		defer cancel()
	}
	j, err := d.values(ctx, q.State)
	if err != nil && ctx.Err() == nil {
		d.complain(fmt.Errorf("tables: %w", err))
	}
	k := knowledge{worth: j.Worth, all: slices.Clone(j.Moves)}
	slices.SortStableFunc(k.all, func(a, b tablebase.MoveWorth) int { return cmp.Compare(b.Value, a.Value) })
	for _, m := range k.all {
		if j.Known && m.Known && m.Value.Sign() == j.Value.Sign() {
			k.moves = append(k.moves, m.Move)
		}
	}
	return k
}

// exact chooses one of the moves that keep the value, and prints the value. The level perfect
// chooses if it has all its tables; else it is the fastest win or the longest loss, and ok is
// false for a draw, which is left to the search.
func (d *dialogue) exact(ctx context.Context, q catalog.Question, known knowledge) (move string, ok bool) {
	q.Level = engine.Perfect
	a, err := d.thinker.Think(ctx, q)
	if err != nil || ctx.Err() != nil { // stopped before it reached the tables
		a = catalog.Answer{Move: known.moves[0]}
	}
	a.Depth, a.PV = 0, []string{a.Move}
	d.exactInfos(a, known, q.Lines)
	return a.Move, err == nil || known.worth.Value != tablebase.Drawn
}

// exactInfos prints the value of the best move and, if more lines are wanted, the values
// of the next moves.
func (d *dialogue) exactInfos(a catalog.Answer, known knowledge, lines int) {
	number := min(lines, 1)
	d.info(number, "exact "+valueText(known.worth), a)
	for _, m := range known.all {
		if m.Move != a.Move && m.Known && number < lines {
			number++
			d.info(number, "exact "+valueText(m.Worth), catalog.Answer{PV: []string{m.Move}, Nodes: a.Nodes, Elapsed: a.Elapsed})
		}
	}
}

// prepare makes the engine and opens the tables, once. It reports tables that cannot be
// opened; the search does without them.
func (d *dialogue) prepare(ctx context.Context) {
	if d.thinker == nil {
		d.thinker = d.game.NewThinker(d.options.engine())
	}
	if d.opened || d.options.folder == "" {
		return
	}
	tables, err := d.given.OpenTables(ctx, d.game, d.options.folder)
	switch {
	case ctx.Err() != nil: // try again with the next command
	case err != nil:
		d.opened = true
		d.complain(fmt.Errorf("tables: %w", err))
	default:
		d.opened, d.tables = true, tables
	}
}

// makeReady handles "isready".
func (d *dialogue) makeReady(ctx context.Context, _ []string) error {
	d.start(ctx, func(ctx context.Context) {
		d.prepare(ctx)
		d.say("readyok")
	})
	return nil
}

func (d *dialogue) closeTables() error {
	tables := d.tables
	d.tables, d.opened = nil, false
	if tables == nil {
		return nil
	}
	return tables.Close()
}

// probe prints the exact values of the position and its moves.
func (d *dialogue) probe(ctx context.Context, words []string) error {
	if len(words) > 0 {
		return fmt.Errorf("one word too many: %.40q", words[0])
	}
	d.start(ctx, func(ctx context.Context) {
		d.prepare(ctx)
		j, err := d.values(ctx, d.state)
		if err != nil {
			d.complain(fmt.Errorf("probe: %w", err))
			return
		}
		for _, m := range j.Moves {
			if m.Known {
				d.say("move %s %s", m.Move, valueText(m.Worth))
			}
		}
		d.say("value %s", valueText(j.Worth))
	})
	return nil
}

// values probes the tables, if there are any.
func (d *dialogue) values(ctx context.Context, s game.State) (tablebase.MoveValues, error) {
	if d.tables == nil {
		return tablebase.MoveValues{}, nil
	}
	return d.tables.ProbeMoves(ctx, s)
}

// valueText writes a value: "win 5", "draw", "unknown".
func valueText(w tablebase.Worth) string {
	switch {
	case !w.Known:
		return "unknown"
	case w.Plies < 0:
		return w.Value.String()
	}
	return fmt.Sprintf("%s %d", w.Value, w.Plies)
}
