// SPDX-License-Identifier: Apache-2.0

package api

// Views are the data types of the views.
var Views = map[string]any{"api": apiView{}}
