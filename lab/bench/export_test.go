// SPDX-License-Identifier: Apache-2.0

package bench

// Fields is fields.
var Fields = fields
