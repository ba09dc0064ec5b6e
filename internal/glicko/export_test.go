// SPDX-License-Identifier: Apache-2.0

package glicko

// Volatility is for comparison with the equation it solves.
var Volatility = volatility
