// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"cairn/catalog"
	"cairn/internal/config"
	"cairn/internal/study"
	"cairn/internal/study/maker"
	"cairn/solver"
)

// tableMaker watches the folder of tables, and makes missing tables in a child process.
type tableMaker struct {
	log   *slog.Logger
	dir   string
	games *catalog.Catalog
	child *maker.Child // makes all of them; nil if only endings are made
	// endings makes the endings of a game; nil if none are made.
	endings func(ctx context.Context, game string) error
	wanted  chan string // games whose endings a drill needs
}

const (
	// endingsMen bounds the men of endings made for drills, which need no more. They take
	// some seconds of one processor and a few megabytes.
	endingsMen    = 5
	endingsMemory = 1 << 30
)

// watchEvery is how often changes of the tables are logged.
const watchEvery = time.Minute

// newTables fails if a game that is to be studied does not exist.
func newTables(c *config.Config, games *catalog.Catalog, program string, log *slog.Logger) (*tableMaker, error) {
	t := &tableMaker{log: log, dir: c.Tables(), games: games, wanted: make(chan string, len(games.All()))}
	if program == "" {
		return t, nil
	}
	bytes := func(n uint64) string { return strconv.FormatUint(n, 10) }
	child := func(memory uint64, args ...string) *maker.Child {
		command := append([]string{
			program, "tables", "get", "--beside-server", "--tables", t.dir, "--memory", bytes(memory),
			"--disk", bytes(uint64(c.Study.Disk)), "--reserve", bytes(uint64(c.Study.Reserve)),
		}, args...)
		return &maker.Child{Command: command, Idle: c.Study.Priority == config.StudyIdle, Log: log}
	}
	if !c.Study.On {
		t.endings = func(ctx context.Context, game string) error {
			return child(endingsMemory, "--limit", strconv.Itoa(endingsMen), "--kind", "dtw", game).Run(ctx)
		}
		return t, nil
	}
	names := []string{"all"}
	if len(c.Study.Games) > 0 {
		names = c.Study.Games
	}
	for _, name := range c.Study.Games {
		if _, err := games.Find(name); err != nil {
			return nil, fmt.Errorf("study-games: %w", err)
		}
	}
	memory := uint64(c.Study.Memory)
	if memory == 0 {
		memory = studyMemory(memoryOf("/"))
	}
	t.child = child(memory, names...)
	return t, nil
}

// studyMemory returns the memory for making tables on a machine with that memory.
func studyMemory(machine int64) uint64 {
	if machine <= 0 {
		return solver.DefaultMemory / 4
	}
	return min(uint64(machine)/2, solver.DefaultMemory)
}

// make makes tables until none is missing or the context ends; without a child, only the
// endings that drills need, once for each game.
func (t *tableMaker) make(ctx context.Context) {
	if t.child != nil {
		t.child.Supervise(ctx)
	}
	made := map[string]bool{}
	for t.endings != nil {
		select {
		case game := <-t.wanted:
			if made[game] {
				continue
			}
			made[game] = true
			if err := t.endings(ctx, game); err != nil && ctx.Err() == nil {
				t.log.Warn("endings are not made", "game", game, "err", err)
			}
		case <-ctx.Done():
			return
		}
	}
}

// want asks for the endings of a game, which drills need. It does not wait for them.
func (t *tableMaker) want(game string) {
	select {
	case t.wanted <- game:
	default: // many wait; the next page of a drill asks again
	}
}

// watch logs which games become exact, and faulty tables.
func (t *tableMaker) watch(ctx context.Context) {
	known, faults := map[string]solver.Coverage{}, map[string]string{}
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	for {
		for _, entry := range t.games.All() {
			id, now := entry.Info().ID, entry.Coverage()
			if was := known[id]; now.Tables > 0 && (was.Extent != now.Extent || was.Men != now.Men) {
				t.log.Info("exact", "game", id, "extent", string(now.Extent), "men", now.Men, "distances", now.Distances)
			}
			known[id] = now
			if now.Fault != nil && faults[id] != now.Fault.Error() {
				faults[id] = now.Fault.Error()
				t.log.Error("a table cannot be used: its positions are estimated until \"cairn tables get\" makes it again", "game", id, "err", now.Fault)
			}
		}
		if m, making := study.MakingIn(t.dir); making {
			t.log.Info("making tables", "game", m.Game, "extent", m.Extent, "percent", int(100*m.Share), "left", time.Duration(m.Left)*time.Second)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// The values of tables for operators.
var (
	tablesBytes  = prometheus.NewDesc("cairn_tables_bytes", "Size of the tables of a game, by how much of it they know.", []string{"game", "exact"}, nil)
	tablesFaulty = prometheus.NewDesc("cairn_tables_faulty", "1 if a table of the game cannot be used.", []string{"game"}, nil)
	tablesMaking = prometheus.NewDesc("cairn_tables_making_share", "Share of the tables that are being made that is done.", []string{"game", "exact"}, nil)
)

// Describe implements prometheus.Collector.
func (t *tableMaker) Describe(all chan<- *prometheus.Desc) {
	all <- tablesBytes
	all <- tablesFaulty
	all <- tablesMaking
}

// Collect implements prometheus.Collector.
func (t *tableMaker) Collect(all chan<- prometheus.Metric) {
	for _, entry := range t.games.All() {
		id, c := entry.Info().ID, entry.Coverage()
		faulty := 0.0
		if c.Fault != nil {
			faulty = 1
		}
		if c.Tables > 0 || c.Fault != nil {
			all <- prometheus.MustNewConstMetric(tablesBytes, prometheus.GaugeValue, float64(c.Bytes), id, string(c.Extent))
			all <- prometheus.MustNewConstMetric(tablesFaulty, prometheus.GaugeValue, faulty, id)
		}
	}
	if m, making := study.MakingIn(t.dir); making {
		all <- prometheus.MustNewConstMetric(tablesMaking, prometheus.GaugeValue, m.Share, m.Game, m.Extent)
	}
}
