// SPDX-License-Identifier: Apache-2.0

package web

// What the tests of the style sheets need of the package.
var (
	BoardThemes = boardThemes
	MenColours  = menColours
)
