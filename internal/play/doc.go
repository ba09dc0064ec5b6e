// SPDX-License-Identifier: Apache-2.0

// Package play holds the use cases of the platform: people, seeks and live
// matches. Every change goes one way: who may do this, what does match.Do say,
// append the events in one transaction, commit, answer, wake the readers.
//
// The package declares the Store and the Bus it needs and knows neither SQL nor
// HTTP nor any concrete game. Nothing that matters lives only in its memory:
// what it caches it can read again.
package play
