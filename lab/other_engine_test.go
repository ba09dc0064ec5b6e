// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"

	"cairn/catalog"
	"cairn/game"
)

// otherEngine is another program that speaks UGI: "other-engine GAME MANNER". It
// plays the last of the legal moves, or misbehaves: it "dies" with its second move
// or "cheats".
func otherEngine() {
	entry, err := catalog.Standard().Find(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	manner, asked := os.Args[2], 0
	state := entry.Start()
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		words := strings.Fields(in.Text())
		switch words[0] {
		case "ugi":
			fmt.Println("id name Other\nid author a test\nugiok")
		case "isready":
			fmt.Println("readyok")
		case "position":
			state = positionOf(entry, words)
		case "go":
			asked++
			otherMove(state, manner, asked)
		case "quit":
			return
		}
	}
}

// positionOf reads "position startpos moves M…".
func positionOf(entry *catalog.Entry, words []string) game.State {
	state := entry.Start()
	if i := slices.Index(words, "moves"); i > 0 {
		for _, move := range words[i+1:] {
			next, err := state.Play(move)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(4)
			}
			state = next
		}
	}
	return state
}

func otherMove(state game.State, manner string, asked int) {
	moves := state.Moves()
	switch {
	case manner == "dies" && asked == 2:
		fmt.Fprintln(os.Stderr, "no more ideas")
		os.Exit(3)
	case manner == "cheats":
		fmt.Println("bestmove z99")
	default:
		fmt.Println("info depth 1 score cp 0 pv", moves[len(moves)-1].Text)
		fmt.Println("bestmove", moves[len(moves)-1].Text)
	}
}
