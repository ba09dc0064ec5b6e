// SPDX-License-Identifier: Apache-2.0

package analysis

import (
	"net/http"
	"net/url"

	"cairn/game"
	"cairn/internal/web"
)

// share gives the page of a position its preview and the code that shows it on other
// sites. Neither says what the position is worth.
func (s *handlers) share(v *positionView, r *http.Request, state game.State) {
	query := "?" + url.Values{"position": {state.String()}}.Encode()
	v.Describe(s.Server, r, v.Play.State.Message, v.Start+web.PictureFile+query)
	v.Frame = s.PublicURL(r, web.EmbedPath+"/"+v.Game)
	v.Embed = s.EmbedCode(r, web.EmbedPath+"/"+v.Game+query, v.GameName)
	v.Scripts = append(v.Scripts, "copy", "share")
}
