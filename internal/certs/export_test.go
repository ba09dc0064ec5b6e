// SPDX-License-Identifier: Apache-2.0

package certs

// Internals for tests.
const CheckEvery = checkEvery

var PauseAfter = pauseAfter

// Obtain gets the certificate of a domain once.
func (d *Domains) Obtain(name string) error { return d.obtain(name) }
