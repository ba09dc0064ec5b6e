// SPDX-License-Identifier: Apache-2.0

// Package mailer hands short letters in plain text to an SMTP server, at once by a
// Sender or in the background by a Queue.
//
// It writes no letters: texts come from its callers. It makes no HTML, takes no
// attachments and signs nothing, which is the business of the server it talks to.
// A Queue lives in memory; letters not yet sent are lost with the process, and
// people ask again.
package mailer
