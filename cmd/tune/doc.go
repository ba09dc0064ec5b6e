// SPDX-License-Identifier: Apache-2.0

// Command tune fits the weights of an evaluation to games the engine plays
// against itself, and keeps them only if they win a match against the weights
// it began with.
//
//	go run ./cmd/tune nine
//	go run ./cmd/tune -fresh -games 400 -nodes 1500 -seed 7 yote
//
// Every position of those games is an observation: the terms of the evaluation on
// one side, on the other what a search thought of it and how the game ended. The
// weights that foretell this best are found by logistic regression. Everything is
// limited by nodes, so that the same seed gives the same weights.
//
// It prints the weights as Go source; it changes no file.
package main
