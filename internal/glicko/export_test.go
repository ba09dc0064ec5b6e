// SPDX-License-Identifier: Apache-2.0

package glicko

// Volatility lets tests compare it with the equation it solves.
var Volatility = volatility
