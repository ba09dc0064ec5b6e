// SPDX-License-Identifier: Apache-2.0

package notify

import (
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// NewWords returns the words of a server.
func NewWords(server *web.Server) *words {
	return &words{server, listing.New(server), "https://play.example"}
}

// Views are the data types of the views.
var Views = map[string]any{
	"running":     runningView{},
	"unsubscribe": unsubscribeView{},
}
