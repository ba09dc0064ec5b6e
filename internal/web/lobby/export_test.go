// SPDX-License-Identifier: Apache-2.0

package lobby

// Views are the data types of the views.
var Views = map[string]any{
	"about":  aboutView{},
	"front":  frontView{},
	"home":   homeView{},
	"join":   joinView{},
	"play":   startView{},
	"seek":   seekView{},
	"upload": uploadView{},

	"upload_decided": decidedView{},
	"upload_several": severalView{},
}
