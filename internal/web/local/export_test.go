// SPDX-License-Identifier: Apache-2.0

package local

// Views are the data types of the views.
var Views = map[string]any{"offline": offlineView{}}
