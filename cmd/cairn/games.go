// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/content"
)

func gamesCommand(p *program) *cobra.Command {
	check := false
	command := &cobra.Command{
		Use:   "games",
		Short: "List the games",
		Long: `List every game with its id, short names, name, board size and the number of men
of each side. Other commands accept an id or a short name as GAME.

With --json each game is {"id","aliases","name","board","men"}, and the board
{"width","height","cells","points":[{"name","x","y"}],"edges":[[NAME,NAME]]}: a
grid whose origin is the top left corner, the points in the order position texts
list them, and the lines to draw between them.

With --check it lists, one on each line, the optional parts that games lack
(names, rules in words and lessons by language, samples, an evaluation, an
index) and what is wrong with those they have. With --json as well each game is
{"id","missing","faults"}.`,
		Example: example("cairn games", "cairn games --json", "cairn games --check"),
		RunE: func(*cobra.Command, []string) error {
			switch {
			case check && p.asJSON:
				return p.out.json(checkRows(p.catalog))
			case check:
				return printChecks(p)
			case p.asJSON:
				return p.out.json(gameRows(p.catalog))
			}
			return printGames(p)
		},
	}
	p.jsonFlag(command)
	command.Flags().BoolVar(&check, "check", false, "report what games lack")
	return command
}

// checkJSON is a game as "games --check --json" writes it.
type checkJSON struct {
	ID      string   `json:"id"`
	Missing []string `json:"missing"` // optional parts
	Faults  []string `json:"faults"`  // of the parts it has
}

func checkRows(c *catalog.Catalog) []checkJSON {
	checks := []checkJSON{}
	for _, entry := range c.All() {
		check := checkJSON{entry.Info().ID, []string{}, append([]string{}, content.Faults(entry)...)}
		for _, gap := range content.Gaps(entry) {
			check.Missing = append(check.Missing, gap.String())
		}
		check.Missing = append(check.Missing, entry.Missing()...)
		checks = append(checks, check)
	}
	return checks
}

func printChecks(p *program) error {
	complete := true
	for _, check := range checkRows(p.catalog) {
		complete = complete && len(check.Missing)+len(check.Faults) == 0
		for _, part := range check.Missing {
			fmt.Fprintf(p.out, "%s: missing: %s\n", check.ID, part)
		}
		for _, fault := range check.Faults {
			fmt.Fprintf(p.out, "%s: wrong: %s\n", check.ID, fault)
		}
	}
	if complete {
		fmt.Fprintln(p.out, "nothing is missing")
	}
	return nil
}

func printGames(p *program) error {
	return table(p, p.catalog.All(), "ID\tALIASES\tNAME\tBOARD\tMEN", func(entry **catalog.Entry) string {
		info := (*entry).Info()
		aliases := cmp.Or(strings.Join(info.Aliases, " "), "-")
		return fmt.Sprintf("%s\t%s\t%s\t%s\t%d", info.ID, aliases, info.Name, boardSize(info.Board), info.Men)
	})
}

func boardSize(board *game.Board) string {
	if board.Cells {
		return fmt.Sprintf("%d cells", len(board.Points))
	}
	return fmt.Sprintf("%d points", len(board.Points))
}

// gameJSON is a game as "games --json" prints it.
type gameJSON struct {
	ID      string    `json:"id"`
	Aliases []string  `json:"aliases"`
	Name    string    `json:"name"`
	Board   boardJSON `json:"board"`
	Men     int       `json:"men"` // of each side
}

type boardJSON struct {
	Width  int         `json:"width"`
	Height int         `json:"height"`
	Cells  bool        `json:"cells"`
	Points []pointJSON `json:"points"`
	Edges  [][2]string `json:"edges"`
}

type pointJSON struct {
	Name string `json:"name"`
	X    int    `json:"x"`
	Y    int    `json:"y"`
}

func gameRows(c *catalog.Catalog) []gameJSON {
	games := []gameJSON{}
	for _, entry := range c.All() {
		info := entry.Info()
		games = append(games, gameJSON{
			ID: info.ID, Aliases: append([]string{}, info.Aliases...), Name: info.Name,
			Board: boardOf(info.Board), Men: info.Men,
		})
	}
	return games
}

func boardOf(b *game.Board) boardJSON {
	board := boardJSON{Width: b.Width, Height: b.Height, Cells: b.Cells, Edges: [][2]string{}}
	for _, spot := range b.Points {
		board.Points = append(board.Points, pointJSON(spot))
	}
	for _, edge := range b.Edges {
		board.Edges = append(board.Edges, [2]string{b.Name(edge[0]), b.Name(edge[1])})
	}
	return board
}
