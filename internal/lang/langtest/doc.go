// SPDX-License-Identifier: Apache-2.0

// Package langtest checks catalogues and the code that uses them: that a
// translation says all its original says, and that code has no sentences of its
// own. It cannot tell whether a translation is a good one.
package langtest
